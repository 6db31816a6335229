import { outOfScope } from "./agent-key";
import type { Confirmation, OutcomePhase } from "./confirmation";
import type { AgentPrincipal, PersonPrincipal } from "./principal";
import { executionStateOf, guardHolds, stateOf } from "./state";
import { DECIDING_ROLES } from "./tiers";
import { agentActor, type Change, GATE, type Judgement, personActor, refused, TakeFrom } from "./transition";
import { outcomeDueBy, retryUntil } from "./windows";

type ClaimRequest = {
  facts: Confirmation;
  now: Date;
  agent: AgentPrincipal;
  /** Digest of the arguments about to run. */
  argumentsDigest: string;
  target: string | null;
  /** The claim's own Idempotency-Key. */
  claimKey: string | null;
  /** Why tool or policy do not permit it any more, in a sentence; null where they do. */
  barred: string | null;
};

/** The agent takes an approval to run the call: once, with exactly the effective arguments, at the approved target. */
export function judgeClaim(request: ClaimRequest): Judgement {
  const { facts, now, agent, argumentsDigest, target, claimKey, barred } = request;
  const outside = outOfScope(agent, facts.tool);
  if (outside)
    return refused(outside.code, `${outside.detail} The call must not be run; the approval was not used up.`);
  const state = stateOf(facts, now);
  if (state !== "approved") {
    return refused("not_approved", `It is ${state}, not approved. The call must not be run.`);
  }
  if (argumentsDigest !== (facts.effectiveArgumentsDigest ?? facts.argumentsDigest)) {
    return refused(
      "arguments_differ",
      "The arguments about to run are not the approved ones. The call must not be run; the approval was not used up. Claim with the effective arguments, or ask anew.",
    );
  }
  if (target !== facts.target) {
    return refused(
      "target_differs",
      "The target about to be called is not the approved one. The call must not be run; the approval was not used up.",
    );
  }
  const execution = executionStateOf(facts, now);
  const sameClaim = execution === "submitted" && claimKey !== null && claimKey === facts.claimKey;
  const claimable = guardHolds("claimable", facts, now);
  const retryable = guardHolds("retryable", facts, now);
  // A grant that is given again lets the call run as much as a new one does.
  if (barred !== null && (claimable || retryable || sameClaim)) return refused("no_longer_permitted", barred);
  if (claimable) {
    return permitClaim(facts, now, agent, claimKey, "claimable", facts.attempt ?? 1);
  }
  if (retryable) {
    return permitClaim(facts, now, agent, claimKey, "retryable", (facts.attempt ?? 1) + 1);
  }
  if (execution === "lapsed") {
    return refused(
      "approval_lapsed",
      `The approval could be claimed until ${facts.startBy?.toISOString()}. The call must not be run; a new request is needed.`,
    );
  }
  if (sameClaim) return { kind: "repeated" };
  return refused(
    "already_claimed",
    `The approval was already used: its execution is ${execution}. The call must not be run again on it.`,
  );
}

function permitClaim(
  facts: Confirmation,
  now: Date,
  agent: AgentPrincipal,
  claimKey: string | null,
  guard: "claimable" | "retryable",
  attempt: number,
): Judgement {
  const due = outcomeDueBy(now, facts.outcomeWindowSeconds);
  return {
    kind: "permitted",
    transition: {
      confirmationId: facts.id,
      now,
      guard,
      attempt: facts.attempt ?? 1,
      authority: { kind: "agent", agent, tool: facts.tool },
      set: {
        executionState: "submitted",
        attempt,
        claimedAt: now,
        claimKey,
        outcomeDueBy: due,
        outcomeAt: null,
        outcomePhase: null,
        outcomeDetail: null,
        outcomeReference: null,
        retryUntil: null,
      },
      events: [
        {
          kind: "execution.claimed",
          actor: agentActor(agent),
          data: { execution_id: facts.executionId, attempt, outcome_due_by: due },
        },
      ],
    },
  };
}

export type Outcome = {
  result: "succeeded" | "failed" | "outcome_unknown";
  phase: Exclude<OutcomePhase, "reconciled"> | null;
  detail: string | null;
  reference: string | null;
  /** Which attempt is reported on, where the agent says; without it, the present one. */
  attempt?: number;
};

/** `failed` needs evidence that nothing took effect; in doubt the outcome is unknown. */
export function evidencedResult(outcome: Outcome): Outcome["result"] {
  if (outcome.result !== "failed") return outcome.result;
  return outcome.phase === "pre_send" || outcome.phase === "answered" ? "failed" : "outcome_unknown";
}

/** The agent reports what became of the call. */
export function judgeOutcome(facts: Confirmation, now: Date, agent: AgentPrincipal, outcome: Outcome): Judgement {
  const execution = executionStateOf(facts, now);
  if (execution === null || execution === "planned" || execution === "lapsed") {
    return refused(
      "not_claimed",
      `Nothing was claimed: the confirmation is ${stateOf(facts, now)}. The report was recorded as one without an approval, and people will see it.`,
    );
  }
  const attempt = facts.attempt ?? 1;
  if (outcome.attempt !== undefined && outcome.attempt !== attempt) {
    return refused(
      "outcome_settled",
      `The report is on attempt ${outcome.attempt}, and the present one is attempt ${attempt}. The report changed nothing.`,
    );
  }
  const result = evidencedResult(outcome);
  if (execution === "succeeded" || execution === "failed") {
    if (execution === result) return { kind: "repeated" };
    return refused("outcome_settled", `The outcome is settled: ${execution}. The report changed nothing.`);
  }
  // Saying again that one does not know adds nothing, and takes back nothing a person has set aside.
  if (result === "outcome_unknown" && facts.executionState !== "submitted") return { kind: "repeated" };
  return {
    kind: "permitted",
    transition: {
      confirmationId: facts.id,
      now,
      // Not knowing moves on only a call that is still running; it must not overtake what a person did meanwhile.
      guard: result === "outcome_unknown" ? "running" : "unsettled",
      attempt,
      authority: { kind: "agent", agent },
      set: {
        executionState: result,
        outcomeAt: now,
        outcomePhase: outcome.phase,
        outcomeDetail: outcome.detail,
        outcomeReference: outcome.reference,
        retryUntil: null,
      },
      events: [
        {
          kind: `execution.${result}`,
          actor: agentActor(agent),
          data: {
            attempt: facts.attempt,
            reported: outcome.result,
            phase: outcome.phase,
            detail: outcome.detail,
            reference: outcome.reference,
          },
        },
      ],
    },
  };
}

/** The outcome window passed in silence. Dated by the boundary, like an expiry. */
export const OVERDUE: Change = {
  guard: "overdue",
  authority: { kind: "system" },
  set: { executionState: "outcome_unknown", outcomeAt: new TakeFrom("outcomeDueBy") },
  events: [{ kind: "execution.outcome_unknown", actor: GATE, data: { cause: "no report in time" } }],
};

export type ReconcileAct = "it_happened" | "it_did_not" | "set_aside" | "allow_retry";

/** What a person may do about an execution in this state. A retry only where the target can tell a repeat from a new call. */
export function reconcileActs(execution: string | null, toolIsIdempotent: boolean): ReconcileAct[] {
  if (execution === "suspended") return ["it_happened", "it_did_not"];
  if (execution !== "outcome_unknown") return [];
  return ["it_happened", "it_did_not", "set_aside", ...(toolIsIdempotent ? (["allow_retry"] as const) : [])];
}

/** A person settles an unknown outcome, with a reason. */
export function judgeReconcile(request: {
  facts: Confirmation;
  now: Date;
  person: PersonPrincipal;
  act: ReconcileAct;
  reason: string;
  toolIsIdempotent: boolean;
}): Judgement {
  const { facts, now, person, act, reason, toolIsIdempotent } = request;
  if (person.role === "auditor") {
    return refused("not_a_reviewer", "An auditor reads everything and settles nothing. Nothing was changed.");
  }
  const execution = executionStateOf(facts, now);
  if (!reconcileActs(execution, toolIsIdempotent).includes(act)) {
    return refused(
      "not_reconcilable",
      act === "allow_retry" && execution === "outcome_unknown"
        ? "A retry can only be allowed where the tool takes an idempotency key; otherwise it could happen twice. Nothing was changed."
        : `Its execution is ${execution ?? "not there"}, so there is nothing of this kind to settle. Nothing was changed.`,
    );
  }
  const base = {
    confirmationId: facts.id,
    now,
    attempt: facts.attempt ?? 1,
    authority: { kind: "person" as const, person, roles: [...DECIDING_ROLES] },
  };
  const settled = { outcomeAt: now, outcomePhase: "reconciled" as const, outcomeDetail: reason, retryUntil: null };
  const actor = personActor(person);
  switch (act) {
    case "it_happened":
      return permit({
        guard: "reconcilable",
        set: { executionState: "succeeded", ...settled },
        kind: "reconciliation.happened",
      });
    case "it_did_not":
      return permit({
        guard: "reconcilable",
        set: { executionState: "failed", ...settled },
        kind: "reconciliation.did_not_happen",
      });
    case "set_aside":
      return permit({
        guard: "unknown",
        set: { executionState: "suspended", outcomeAt: now, retryUntil: null },
        kind: "reconciliation.set_aside",
      });
    case "allow_retry":
      return permit({
        guard: "unknown",
        set: { retryUntil: retryUntil(now, facts.startWindowSeconds) },
        kind: "reconciliation.retry_allowed",
      });
    default:
      return act satisfies never;
  }

  function permit(change: Pick<Change, "guard" | "set"> & { kind: Change["events"][number]["kind"] }): Judgement {
    const { guard, set, kind } = change;
    return {
      kind: "permitted",
      transition: { ...base, guard, set, events: [{ kind, actor, data: { reason, attempt: facts.attempt } }] },
    };
  }
}
