import type { Confirmation, State } from "@/lib/kernel/confirmation";
import { mayReveal, standingDigest } from "@/lib/kernel/decision";
import { reconcileActs } from "@/lib/kernel/execution";
import type { PersonPrincipal, Principal } from "@/lib/kernel/principal";
import { standingFor, voicesOf } from "@/lib/kernel/quorum";
import { maskText } from "@/lib/kernel/secret-shapes";
import { executionStateOf, stateOf } from "@/lib/kernel/state";
import { barredFromBreakingGlass, NO_REACH, placeOf, tiersAskedAt } from "@/lib/kernel/tiers";
import { GATE } from "@/lib/kernel/transition";
import type { ListedFound } from "@/lib/store/confirmations";
import type { Abilities, ApprovalsView, DecisionView, ExecutionView, TierView } from "./console/types";

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
      on_behalf_of: named(facts.decidedForId, facts.decidedForName),
    },
    break_glass: facts.breakGlass ? true : undefined,
    reason_code: facts.reasonCode ?? "timed_out",
    reason: facts.reason ?? undefined,
    at: (facts.decidedAt ?? facts.decidableUntil).toISOString(),
    start_by: facts.startBy?.toISOString(),
    edited: facts.effectiveArgumentsDigest ? true : undefined,
  };
}

/** Where more than one person must approve: how many, and who has. */
export function approvalsView({ confirmation: facts, votes }: ListedFound): ApprovalsView | undefined {
  if (facts.approvalsNeeded === 1) return undefined;
  return {
    needed: facts.approvalsNeeded,
    given: votes.map(({ personId, personName, forPersonId, forPersonName, at }) => ({
      by: { id: personId, name: personName },
      at: at.toISOString(),
      on_behalf_of: named(forPersonId, forPersonName),
    })),
  };
}

/** The groups that are asked, and from when on. */
export function tiersView({ confirmation: facts, tiers }: ListedFound, now: Date): TierView[] | undefined {
  if (facts.tierCount === 0) return undefined;
  const asked = tiersAskedAt(tiers, now);
  return tiers.map((tier) => ({
    group: tier.groupName,
    asks_at: tier.asksAt.toISOString(),
    asked: asked.includes(tier),
    skipped: tier.skipped ? true : undefined,
  }));
}

function named(id: string | null, name: string | null): { id: string; name: string } | undefined {
  return id !== null && name !== null ? { id, name } : undefined;
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
export function abilitiesOf(found: ListedFound, now: Date, person: PersonPrincipal): Abilities {
  const { confirmation: facts, tool, tiers, votes, reach = NO_REACH } = found;
  const state = stateOf(facts, now);
  const open = state === "pending";
  const voices = voicesOf(standingFor(votes, standingDigest(facts)));
  const { place, bar } = placeOf({ facts, tiers, now, person, reach }, voices);
  const may = open && bar === null;
  const voted = may && (voices.has(person.id) || (place !== null && voices.has(place.id)));
  const glass = open && needsGlass(may, facts) && barredFromBreakingGlass({ facts, now, person, reach }) === null;
  return {
    approve: may && !voted,
    deny: may,
    edit: may && tool.edits,
    cancel: open && person.role === "admin",
    reveal: mayReveal(person),
    reconcile: person.role === "auditor" ? [] : reconcileActs(executionStateOf(facts, now), tool.idempotent),
    break_glass: glass ? true : undefined,
    voted: voted ? true : undefined,
    in_place_of: may && place ? place : undefined,
    why_not: open ? bar?.detail.replace(/ Nothing was decided(?:\.$|; .*$)/, "") : whyDecided(state, facts),
    why_not_code: open ? bar?.code : undefined,
  };
}

/** There is something to go past: this person is not asked, or is not enough alone. */
function needsGlass(may: boolean, { approvalsNeeded }: Pick<Confirmation, "approvalsNeeded">): boolean {
  return !may || approvalsNeeded > 1;
}

function whyDecided(state: Exclude<State, "pending">, facts: Pick<Confirmation, "decidableUntil">): string {
  return state === "expired"
    ? `Nobody decided before ${facts.decidableUntil.toISOString()}. It was not run and can no longer be decided.`
    : `It was ${state}.`;
}
