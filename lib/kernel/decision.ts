import type { AuditDraft } from "./audit-kinds";
import type { Confirmation, DeciderKind } from "./confirmation";
import { newId } from "./id";
import type { AgentPrincipal, PersonPrincipal } from "./principal";
import { cast, standingFor, type Vote, voicesOf } from "./quorum";
import { stateOf } from "./state";
import { barredFromBreakingGlass, type ConfirmationTier, type Place, placeOf, type Reach } from "./tiers";
import { agentActor, type Change, GATE, type Judgement, personActor, refused, TakeFrom } from "./transition";
import { startBy } from "./windows";

export type Verdict = "approve" | "deny";

/** What a reviewer's edit comes to; null where the arguments stand as they are on record. */
export type Edit = { argumentsText: string; digest: string; changesText: string } | null;

type DecideRequest = {
  facts: Confirmation;
  tiers: readonly ConfirmationTier[];
  /** Those not voided yet. */
  votes: readonly Vote[];
  now: Date;
  person: PersonPrincipal;
  reach: Reach;
  verdict: Verdict;
  reason: string | null;
  /** The digest of the arguments the person saw, where they said so. */
  seenDigest: string | null;
  edit: Edit;
  /** An admin decides past tiers and approvals, which is an act of its own. */
  breakGlass: boolean;
};

/** Who may see a masked value in clear, leaving an event: those who decide over it. */
export function mayReveal(person: Pick<PersonPrincipal, "role">): boolean {
  return person.role !== "auditor";
}

/** The digest of what would run if it were approved as it stands: of an edit, where one of several has made one. */
export function standingDigest(facts: Pick<Confirmation, "argumentsDigest" | "effectiveArgumentsDigest">): string {
  return facts.effectiveArgumentsDigest ?? facts.argumentsDigest;
}

/** A person's verdict on a confirmation (DESIGN §3, §7). */
export function judgeVerdict(request: DecideRequest): Judgement {
  const { facts, now, verdict, seenDigest, edit, votes, breakGlass } = request;
  const digest = edit?.digest ?? standingDigest(facts);
  const { place, bar } = breakGlass
    ? { place: null, bar: barredFromBreakingGlass(request) }
    : placeOf(request, voicesOf(standingFor(votes, digest)));
  if (bar) return refused(bar.code, bar.detail);

  const state = stateOf(facts, now);
  if (state === "expired") return refused("expired", expiredDetail(facts));
  if (state !== "pending") {
    return isSameVerdict(request) ? { kind: "repeated" } : refused("already_decided", decidedDetail(facts));
  }
  if (seenDigest !== null && seenDigest !== standingDigest(facts)) {
    return refused(
      "arguments_changed",
      "The arguments you saw are not the ones on record. Nothing was decided. Read them again, then decide.",
    );
  }
  if (verdict === "deny") return denial(request, place);
  return facts.approvalsNeeded > 1 && !breakGlass ? vote(request, place, digest) : approval(request, place);
}

function denial(request: DecideRequest, place: Place): Judgement {
  const { now, person, reason } = request;
  return {
    kind: "permitted",
    transition: {
      ...base(request, place),
      set: { state: "denied", ...decidedBy(request, place, "reviewer_denied") },
      events: [
        { kind: "confirmation.denied", actor: personActor(person), data: { reason, ...inPlaceOf(place) } },
        ...brokenGlass(request),
      ],
      ...(request.breakGlass && alarm(now, person, "denied", reason)),
    },
  };
}

function approval(request: DecideRequest, place: Place): Judgement {
  const { now, person, reason } = request;
  return {
    kind: "permitted",
    transition: {
      ...base(request, place),
      set: { ...approved(request, place), ...edited(request) },
      events: [approvedEvent(request, place), ...brokenGlass(request)],
      ...(request.breakGlass && alarm(now, person, "approved", reason)),
    },
  };
}

/** One of several yeses: kept, and the last of them approves. */
function vote(request: DecideRequest, place: Place, digest: string): Judgement {
  const { facts, now, person, reason, votes } = request;
  const said = {
    id: newId(now),
    personId: person.id,
    personName: person.name,
    at: now,
    argumentsDigest: digest,
    reason,
  };
  const ballot = cast(votes, { ...said, place }, facts.approvalsNeeded);
  if (ballot.kind === "repeated") return { kind: "repeated" };
  const approves = ballot.kind === "approves";
  return {
    kind: "permitted",
    transition: {
      ...base(request, place),
      set: { ...(approves && approved(request, place)), ...edited(request) },
      events: [
        ...ballot.voided.map(
          ({ vote: { personId, personName, forPersonId, forPersonName }, reason: why }): AuditDraft => ({
            kind: "vote.voided",
            actor: why === "arguments_edited" ? personActor(person) : GATE,
            data: {
              by: { id: personId, name: personName },
              ...(forPersonId && { on_behalf_of: { id: forPersonId, name: forPersonName } }),
              why,
            },
          }),
        ),
        {
          kind: "vote.given",
          actor: personActor(person),
          data: {
            reason,
            ...inPlaceOf(place),
            arguments_digest: digest,
            given: ballot.standing,
            needed: facts.approvalsNeeded,
          },
        },
        ...(approves ? [approvedEvent(request, place)] : []),
      ],
      ballot: { vote: ballot.vote, voidedIds: ballot.voided.map(({ vote: { id } }) => id) },
    },
  };
}

function base({ facts, now, person, breakGlass }: DecideRequest, place: Place) {
  return {
    confirmationId: facts.id,
    now,
    guard: "decidable" as const,
    authority: { kind: "decider" as const, person, place, breakGlass, tiered: facts.tierCount > 0 },
  };
}

function approved(request: DecideRequest, place: Place) {
  const { facts, now } = request;
  return {
    state: "approved" as const,
    ...decidedBy(request, place, "reviewer_approved"),
    startBy: startBy(now, facts.startWindowSeconds),
    executionId: newId(now),
    executionState: "planned" as const,
    attempt: 1,
  };
}

/** What an edit changes. One that goes back to what was proposed leaves no edit. */
function edited({ facts, edit }: DecideRequest) {
  if (edit === null || edit.digest === standingDigest(facts)) {
    return facts.approvalsNeeded > 1 ? {} : NO_EDIT;
  }
  if (edit.digest === facts.argumentsDigest) return NO_EDIT;
  return {
    effectiveArguments: edit.argumentsText,
    effectiveArgumentsDigest: edit.digest,
    changes: edit.changesText,
  };
}

const NO_EDIT = { effectiveArguments: null, effectiveArgumentsDigest: null, changes: null };

function approvedEvent({ facts, now, person, reason, edit }: DecideRequest, place: Place): AuditDraft {
  const effective = edit?.digest ?? standingDigest(facts);
  return {
    kind: "confirmation.approved",
    actor: personActor(person),
    data: {
      reason,
      ...inPlaceOf(place),
      start_by: startBy(now, facts.startWindowSeconds),
      arguments_digest: facts.argumentsDigest,
      ...(effective !== facts.argumentsDigest && { effective_arguments_digest: effective }),
    },
  };
}

function decidedBy({ now, person, reason, breakGlass }: DecideRequest, place: Place, reasonCode: ReasonOfPerson) {
  const kind = (person.role === "admin" ? "admin" : "reviewer") satisfies DeciderKind;
  return {
    ...decided({ kind, ...named(person) }, now, reasonCode, reason),
    ...(place && { decidedForId: place.id, decidedForName: place.name }),
    ...(breakGlass && { breakGlass: true }),
  };
}

type ReasonOfPerson = "reviewer_approved" | "reviewer_denied";

function inPlaceOf(place: Place) {
  return place ? { on_behalf_of: { ...place } } : {};
}

/** What the audit says beside the verdict. */
function brokenGlass({ facts, tiers, votes, now, person, reason, breakGlass }: DecideRequest): AuditDraft[] {
  if (!breakGlass) return [];
  const data = {
    reason,
    approvals: { given: votes.length, needed: facts.approvalsNeeded },
    tiers: tiers.map(({ groupName, asksAt, skipped }) => ({
      group: groupName,
      asks_at: asksAt,
      asked: !skipped && asksAt.getTime() <= now.getTime(),
    })),
  };
  return [{ kind: "decision.break_glass", actor: personActor(person), data }];
}

function alarm(now: Date, person: PersonPrincipal, verdict: "approved" | "denied", reason: string | null) {
  const detail = `${person.name} (${person.email}) ${verdict} it past tiers and approvals: ${reason ?? ""}`;
  return { alert: { id: newId(now), kind: "break_glass" as const, detail } };
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

/**
 * A double click: the same person, the same verdict, and for an approval the same effective arguments. Where several were
 * needed, each of them has approved.
 */
function isSameVerdict({ facts, person, verdict, edit, votes }: DecideRequest): boolean {
  if (facts.state !== (verdict === "approve" ? "approved" : "denied")) return false;
  const several = facts.approvalsNeeded > 1;
  const gave = several && verdict === "approve" && votes.some(({ personId }) => personId === person.id);
  if (facts.decidedById !== person.id && !gave) return false;
  const meant = edit?.digest ?? (several ? standingDigest(facts) : facts.argumentsDigest);
  return standingDigest(facts) === meant;
}

function expiredDetail(facts: Confirmation): string {
  return `It expired at ${facts.decidableUntil.toISOString()} without a decision. Nothing was decided and nothing was run; a new request is needed.`;
}

function decidedDetail(facts: Confirmation): string {
  const at = facts.decidedAt ? ` at ${facts.decidedAt.toISOString()}` : "";
  return `It was already ${facts.state} by ${facts.decidedByName ?? "the gate"}${at}. Your request changed nothing.`;
}
