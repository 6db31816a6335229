import type { AuditActor, AuditDraft } from "./audit-kinds";
import type { ChangingFacts } from "./confirmation";
import type { AgentPrincipal, PersonPrincipal, Role } from "./principal";
import type { Vote } from "./quorum";
import type { Refusal } from "./refusal";
import type { Guard } from "./state";
import type { Place } from "./tiers";

/**
 * A change the kernel has permitted, as data. `lib/store/apply-transition.ts` carries it out if, at that moment, the
 * guard and the authority still hold; nothing else changes a confirmation.
 */
export type Transition = Change & {
  confirmationId: string;
  now: Date;
  /** A vote that is given with it, and those it voids; the row was locked before it was judged. */
  ballot?: { vote: Vote; voidedIds: string[] };
  /** What admins are alarmed about with it. */
  alert?: { id: string; kind: "break_glass"; detail: string };
};

/** The same change for every row its guard holds for; what time does is made of these. */
export type Change = {
  guard: Guard;
  /** Of a change to an execution: the attempt it was judged at, so that it never reaches the next one. */
  attempt?: number;
  /** Values, or the name of another fact of the same row to take over. */
  set: { [K in keyof ChangingFacts]?: ChangingFacts[K] | TakeFrom };
  events: AuditDraft[];
  authority: Authority;
  /** Whom it tells, by a notice each. */
  tells?: "admins";
};

/** Stands for the row's own value of another instant: expiry is dated by the boundary, not by who noticed. */
export class TakeFrom {
  constructor(readonly fact: "decidableUntil" | "outcomeDueBy") {}
}

/** Checked inside the deciding statement, so that what was lost a moment ago decides nothing. */
export type Authority =
  | { kind: "person"; person: PersonPrincipal; roles: Role[] }
  /** Who gives a verdict: one of those who decide, over what is not their own, and asked by now or in the place of one. */
  | { kind: "decider"; person: PersonPrincipal; place: Place; breakGlass: boolean; tiered: boolean }
  /** `tool`: its key must be one for this tool too. */
  | { kind: "agent"; agent: AgentPrincipal; tool?: string }
  | { kind: "system" };

/** What the kernel makes of a request to change something. */
export type Judgement =
  | { kind: "permitted"; transition: Transition }
  /** It stands already, by the same hand: answered as done, recorded once. */
  | { kind: "repeated" }
  | { kind: "refused"; refusal: Refusal };

export function refused(code: Refusal["code"], detail: string): Judgement {
  return { kind: "refused", refusal: { code, detail } };
}

export function personActor(person: PersonPrincipal): AuditActor {
  return { kind: "person", id: person.id, name: person.name };
}

export function agentActor(agent: { id: string; name: string }): AuditActor {
  return { kind: "agent", id: agent.id, name: agent.name };
}

/** The gate itself, when it writes down what time has made true. */
export const GATE: AuditActor = { kind: "gate", name: "gate" };

/** Whether a row shows exactly what a transition would have written: how a lost answer to a commit is recognised. */
export function bears(row: ChangingFacts, transition: Transition): boolean {
  return Object.entries(transition.set).every(([fact, value]) => {
    if (value instanceof TakeFrom) return true;
    const stored = row[fact as keyof ChangingFacts];
    if (value instanceof Date) return stored instanceof Date && stored.getTime() === value.getTime();
    return stored === (value ?? null);
  });
}
