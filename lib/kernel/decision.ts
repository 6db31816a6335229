import type { Confirmation, DeciderKind } from "./confirmation";
import { newId } from "./id";
import type { AgentPrincipal, PersonPrincipal } from "./principal";
import { stateOf } from "./state";
import { agentActor, type Change, GATE, type Judgement, personActor, refused, TakeFrom } from "./transition";
import { startBy } from "./windows";

export type Verdict = "approve" | "deny";

/** What a reviewer's edit comes to; null where the arguments stand as proposed. */
export type Edit = { argumentsText: string; digest: string; changesText: string } | null;

type DecideRequest = {
  facts: Confirmation;
  now: Date;
  person: PersonPrincipal;
  verdict: Verdict;
  reason: string | null;
  /** The digest of the arguments the person saw, where they said so. */
  seenDigest: string | null;
  edit: Edit;
};

/** Who may give a verdict at all. */
export const DECIDING_ROLES = ["reviewer", "admin"] as const;

/** Whether a person may give this verdict on this confirmation; a sentence why not, or null. */
export function barredFrom(
  verdict: Verdict,
  facts: Pick<Confirmation, "onBehalfOf">,
  person: PersonPrincipal,
): { code: "not_a_reviewer" | "self_approval"; detail: string } | null {
  if (person.role === "auditor") {
    return { code: "not_a_reviewer", detail: "An auditor reads everything and decides nothing. Nothing was decided." };
  }
  if (verdict === "approve" && facts.onBehalfOf?.trim().toLowerCase() === person.email) {
    return {
      code: "self_approval",
      detail: "The call is made on your behalf, so another person has to approve it. Nothing was decided.",
    };
  }
  return null;
}

/** Who may see a masked value in clear, leaving an event: those who decide over it. */
export function mayReveal(person: Pick<PersonPrincipal, "role">): boolean {
  return person.role !== "auditor";
}

/** A person's verdict on a confirmation (DESIGN §3, §7). */
export function judgeVerdict(request: DecideRequest): Judgement {
  const { facts, now, person, verdict, reason, seenDigest, edit } = request;
  const bar = barredFrom(verdict, facts, person);
  if (bar) return refused(bar.code, bar.detail);

  const state = stateOf(facts, now);
  if (state === "expired") return refused("expired", expiredDetail(facts));
  if (state !== "pending") {
    return isSameVerdict(request) ? { kind: "repeated" } : refused("already_decided", decidedDetail(facts));
  }
  if (seenDigest !== null && seenDigest !== facts.argumentsDigest) {
    return refused(
      "arguments_changed",
      "The arguments you saw are not the ones on record. Nothing was decided. Read them again, then decide.",
    );
  }
  const by = {
    kind: (person.role === "admin" ? "admin" : "reviewer") satisfies DeciderKind,
    ...named(person),
  } as const;
  const base = {
    confirmationId: facts.id,
    now,
    guard: "decidable" as const,
    authority: { kind: "person" as const, person, roles: [...DECIDING_ROLES] },
  };
  if (verdict === "deny") {
    return {
      kind: "permitted",
      transition: {
        ...base,
        set: { state: "denied", ...decided(by, now, "reviewer_denied", reason) },
        events: [{ kind: "confirmation.denied", actor: personActor(person), data: { reason } }],
      },
    };
  }
  const startBoundary = startBy(now, facts.startWindowSeconds);
  return {
    kind: "permitted",
    transition: {
      ...base,
      set: {
        state: "approved",
        ...decided(by, now, "reviewer_approved", reason),
        startBy: startBoundary,
        effectiveArguments: edit?.argumentsText ?? null,
        effectiveArgumentsDigest: edit?.digest ?? null,
        changes: edit?.changesText ?? null,
        executionId: newId(now),
        executionState: "planned",
        attempt: 1,
      },
      events: [
        {
          kind: "confirmation.approved",
          actor: personActor(person),
          data: {
            reason,
            start_by: startBoundary,
            arguments_digest: facts.argumentsDigest,
            ...(edit && { effective_arguments_digest: edit.digest }),
          },
        },
      ],
    },
  };
}

/** The agent or an admin withdraws a confirmation. */
export function judgeCancel(
  facts: Confirmation,
  now: Date,
  principal: AgentPrincipal | PersonPrincipal,
  reason: string | null,
): Judgement {
  if (principal.kind === "person" && principal.role !== "admin") {
    return refused("forbidden", "Only its agent or an admin withdraws a confirmation. Nothing was changed.");
  }
  const state = stateOf(facts, now);
  if (state === "cancelled") return { kind: "repeated" };
  if (state === "expired") return refused("already_decided", expiredDetail(facts));
  if (state !== "pending") return refused("already_decided", decidedDetail(facts));
  const actor = principal.kind === "agent" ? agentActor(principal) : personActor(principal);
  return {
    kind: "permitted",
    transition: {
      confirmationId: facts.id,
      now,
      guard: "decidable",
      authority:
        principal.kind === "agent"
          ? { kind: "agent", agent: principal }
          : { kind: "person", person: principal, roles: ["admin"] },
      set: {
        state: "cancelled",
        ...decided(
          { kind: principal.kind === "agent" ? "agent" : "admin", ...named(principal) },
          now,
          "withdrawn",
          reason,
        ),
      },
      events: [{ kind: "confirmation.cancelled", actor, data: { reason } }],
    },
  };
}

/**
 * `decidable_until` passed: nobody refused and nobody withdrew. Dated by the boundary itself, so that the row reads the
 * same before and after it was written down. Three trace events say what that means.
 */
export const EXPIRY: Change = {
  guard: "due",
  authority: { kind: "system" },
  set: {
    state: "expired",
    decidedAt: new TakeFrom("decidableUntil"),
    decidedByKind: "gate",
    decidedByName: GATE.name,
    reasonCode: "timed_out",
    escalation: "required",
  },
  events: [
    { kind: "confirmation.timed_out", actor: GATE, data: {} },
    { kind: "execution.skipped", actor: GATE, data: {} },
    { kind: "escalation.required", actor: GATE, data: {} },
  ],
};

function decided(
  by: { kind: DeciderKind; id: string; name: string },
  now: Date,
  reasonCode: NonNullable<Confirmation["reasonCode"]>,
  reason: string | null,
) {
  return {
    decidedAt: now,
    decidedByKind: by.kind,
    decidedById: by.id,
    decidedByName: by.name,
    reasonCode,
    reason,
  };
}

function named({ id, name }: { id: string; name: string }) {
  return { id, name };
}

/** A double click: the same person, the same verdict, and for an approval the same effective arguments. */
function isSameVerdict({ facts, person, verdict, edit }: DecideRequest): boolean {
  return (
    facts.decidedById === person.id &&
    facts.state === (verdict === "approve" ? "approved" : "denied") &&
    (facts.effectiveArgumentsDigest ?? facts.argumentsDigest) === (edit?.digest ?? facts.argumentsDigest)
  );
}

function expiredDetail(facts: Confirmation): string {
  return `It expired at ${facts.decidableUntil.toISOString()} without a decision. Nothing was decided and nothing was run; a new request is needed.`;
}

function decidedDetail(facts: Confirmation): string {
  const at = facts.decidedAt ? ` at ${facts.decidedAt.toISOString()}` : "";
  return `It was already ${facts.state} by ${facts.decidedByName ?? "the gate"}${at}. Your request changed nothing.`;
}
