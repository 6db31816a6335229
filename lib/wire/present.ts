import type { Confirmation, State } from "@/lib/kernel/confirmation";
import { barredFrom, mayReveal } from "@/lib/kernel/decision";
import { reconcileActs } from "@/lib/kernel/execution";
import type { PersonPrincipal, Principal } from "@/lib/kernel/principal";
import { maskText } from "@/lib/kernel/secret-shapes";
import { executionStateOf, stateOf } from "@/lib/kernel/state";
import { GATE } from "@/lib/kernel/transition";
import type { ListedFound } from "@/lib/store/confirmations";
import type { Abilities, DecisionView, ExecutionView } from "./console/types";

type Listed = ListedFound["confirmation"];

/**
 * What ended `pending`, as every view presents it. An expiry that nobody has written down yet reads exactly like one
 * that was: it is dated by its boundary either way.
 */
export function decisionView(facts: Listed, now: Date): Omit<DecisionView, "changes_text"> | undefined {
  const state = stateOf(facts, now);
  if (state === "pending") return undefined;
  if (facts.state === "pending") {
    return {
      status: "expired",
      by: { kind: "gate", name: GATE.name },
      reason_code: "timed_out",
      at: facts.decidableUntil.toISOString(),
    };
  }
  return {
    status: state,
    by: {
      kind: facts.decidedByKind ?? "gate",
      id: facts.decidedById ?? undefined,
      name: facts.decidedByName ?? GATE.name,
    },
    reason_code: facts.reasonCode ?? "timed_out",
    reason: facts.reason ?? undefined,
    at: (facts.decidedAt ?? facts.decidableUntil).toISOString(),
    start_by: facts.startBy?.toISOString(),
    edited: facts.effectiveArgumentsDigest ? true : undefined,
  };
}

/** What became of an approved call. Silence past its boundary reads like the unknown outcome it is. */
export function executionView(facts: Listed, now: Date, viewer: Pick<Principal, "kind">): ExecutionView | undefined {
  const state = executionStateOf(facts, now);
  if (state === null) return undefined;
  const overdue = state === "outcome_unknown" && facts.executionState === "submitted";
  return {
    state,
    attempt: facts.attempt ?? 1,
    claimed_at: facts.claimedAt?.toISOString(),
    outcome_due_by: facts.outcomeDueBy?.toISOString(),
    outcome_at: (overdue ? facts.outcomeDueBy : facts.outcomeAt)?.toISOString(),
    phase: facts.outcomePhase ?? undefined,
    detail: freeText(facts.outcomeDetail, viewer),
    reference: facts.outcomeReference ?? undefined,
    retry_until: facts.retryUntil?.toISOString(),
  };
}

/** Free text of an agent's: as it is for the agent, without what has the shape of a secret for people. */
export function freeText(text: string | null, viewer: Pick<Principal, "kind">): string | undefined {
  if (text === null) return undefined;
  return viewer.kind === "person" ? maskText(text) : text;
}

/** What this person may do with it now, and a sentence about what stands in the way of deciding. */
export function abilitiesOf({ confirmation: facts, tool }: ListedFound, now: Date, person: PersonPrincipal): Abilities {
  const state = stateOf(facts, now);
  const open = state === "pending";
  const bar = barredFrom("approve", facts, person);
  const approve = open && bar === null;
  return {
    approve,
    deny: open && barredFrom("deny", facts, person) === null,
    edit: approve && tool.edits,
    cancel: open && person.role === "admin",
    reveal: mayReveal(person),
    reconcile: person.role === "auditor" ? [] : reconcileActs(executionStateOf(facts, now), tool.idempotent),
    why_not: open ? bar?.detail.replace(/ Nothing was decided\.$/, "") : whyDecided(state, facts),
    why_not_code: open ? bar?.code : undefined,
  };
}

function whyDecided(state: Exclude<State, "pending">, facts: Pick<Confirmation, "decidableUntil">): string {
  return state === "expired"
    ? `Nobody decided before ${facts.decidableUntil.toISOString()}. It was not run and can no longer be decided.`
    : `It was ${state}.`;
}
