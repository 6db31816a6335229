import type { Confirmation, State, StoredExecutionState } from "./confirmation";
import { hasPassed } from "./windows";

/**
 * What a row is at an instant, from stored facts alone. `lib/store/predicates.ts` says the same in SQL, and a parity
 * test holds the two together at −1 ms, 0 and +1 ms.
 */
export function stateOf(facts: Pick<Confirmation, "state" | "decidableUntil">, now: Date): State {
  if (facts.state !== "pending") return facts.state;
  return hasPassed(facts.decidableUntil, now) ? "expired" : "pending";
}

export type ExecutionState = StoredExecutionState | "lapsed";

/** What became of an approved call, at an instant; null while nothing was approved. `lapsed` is never stored. */
export function executionStateOf(
  facts: Pick<Confirmation, "executionState" | "startBy" | "outcomeDueBy">,
  now: Date,
): ExecutionState | null {
  switch (facts.executionState) {
    case null:
      return null;
    case "planned":
      return facts.startBy && hasPassed(facts.startBy, now) ? "lapsed" : "planned";
    case "submitted":
      return facts.outcomeDueBy && hasPassed(facts.outcomeDueBy, now) ? "outcome_unknown" : "submitted";
    case "succeeded":
    case "failed":
    case "outcome_unknown":
    case "suspended":
      return facts.executionState;
    default:
      return facts.executionState satisfies never;
  }
}

/** The conditions a change can start from. Each has one meaning here and one in SQL. */
export type Guard =
  | "decidable"
  | "due"
  | "claimable"
  | "retryable"
  | "running"
  | "overdue"
  | "unsettled"
  | "unknown"
  | "reconcilable"
  | "unnotified"
  | "unacknowledged";

type GuardFacts = Pick<
  Confirmation,
  "state" | "decidableUntil" | "executionState" | "startBy" | "outcomeDueBy" | "retryUntil" | "escalation"
>;

/** Whether a guard holds for these facts at this instant. */
export function guardHolds(guard: Guard, facts: GuardFacts, now: Date): boolean {
  switch (guard) {
    case "decidable":
      return facts.state === "pending" && !hasPassed(facts.decidableUntil, now);
    case "due":
      return facts.state === "pending" && hasPassed(facts.decidableUntil, now);
    case "claimable":
      return facts.executionState === "planned" && facts.startBy !== null && !hasPassed(facts.startBy, now);
    case "retryable":
      return (
        facts.executionState === "outcome_unknown" && facts.retryUntil !== null && !hasPassed(facts.retryUntil, now)
      );
    case "running":
      return facts.executionState === "submitted";
    case "overdue":
      return facts.executionState === "submitted" && facts.outcomeDueBy !== null && hasPassed(facts.outcomeDueBy, now);
    case "unsettled":
      return (
        facts.executionState === "submitted" ||
        facts.executionState === "outcome_unknown" ||
        facts.executionState === "suspended"
      );
    case "unknown":
      return facts.executionState === "outcome_unknown";
    case "reconcilable":
      return facts.executionState === "outcome_unknown" || facts.executionState === "suspended";
    case "unnotified":
      return facts.escalation === "required";
    case "unacknowledged":
      return facts.escalation === "required" || facts.escalation === "notified";
    default:
      return guard satisfies never;
  }
}
