import { type Confirmation, NOT_DECIDED } from "./confirmation";
import type { AgentPrincipal, PersonPrincipal, Role } from "./principal";
import { guardHolds } from "./state";
import { NO_REACH } from "./tiers";
import { TakeFrom, type Transition } from "./transition";
import { decidableUntil, outcomeDueBy, startBy, waitEndsAt } from "./windows";

/** Facts and people that tests start from: the product never imports this. */

export const CREATED_AT = new Date("2026-11-30T12:00:00.000Z");

/** So many milliseconds after an instant; before it, where negative. */
export function later(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

export const AGENT: AgentPrincipal = {
  kind: "agent",
  id: "0193a000-0000-7000-8000-0000000000a1",
  name: "refund-bot",
  keyId: "0193a000-0000-7000-8000-0000000000a2",
  tools: [],
};

function person(name: string, role: Role, digit: number): PersonPrincipal {
  return {
    kind: "person",
    id: `0193a000-0000-7000-8000-0000000000b${digit}`,
    name,
    email: `${name.toLowerCase()}@example.com`,
    role,
    credential: { kind: "token", id: `0193a000-0000-7000-8000-0000000000c${digit}` },
  };
}

export const REVIEWER = person("Rita", "reviewer", 1);
export const OTHER_REVIEWER = person("Ruben", "reviewer", 2);
export const ADMIN = person("Ada", "admin", 3);
export const AUDITOR = person("Odo", "auditor", 4);

/** What a verdict is judged over beside the facts: no tiers, no votes, nobody stood in for. */
export const PLAIN = { tiers: [], votes: [], reach: NO_REACH, breakGlass: false };

export const DIGEST = `sha256:${"a".repeat(64)}`;
export const OTHER_DIGEST = `sha256:${"b".repeat(64)}`;

export function pendingFacts(facts: Partial<Confirmation> = {}): Confirmation {
  return {
    id: "0193a000-0000-7000-8000-000000000001",
    agentId: AGENT.id,
    idempotencyKey: null,
    requestDigest: DIGEST,
    tool: "issue_refund",
    target: null,
    session: null,
    turnGroup: null,
    onBehalfOf: null,
    reasoning: null,
    context: null,
    arguments: '{"order_id":"A-7","amount":40.0}',
    argumentsDigest: DIGEST,
    operationDigest: DIGEST,
    intentFingerprint: DIGEST,
    supersedes: null,
    originId: null,
    likelyRepeatOf: null,
    searchText: "issue_refund",
    preview: '{"members":[],"argumentCount":0,"hiddenCharacters":false}',
    createdAt: CREATED_AT,
    waitEndsAt: waitEndsAt(CREATED_AT, 60),
    decidableUntil: decidableUntil(CREATED_AT, 3_600),
    startWindowSeconds: 900,
    outcomeWindowSeconds: 600,
    policyVersion: 1,
    policyEffect: "ask",
    policyRule: null,
    policyTrace: null,
    approvalsNeeded: 1,
    tierCount: 0,
    retryAt: null,
    ...NOT_DECIDED,
    ...facts,
  };
}

/** Approved by `REVIEWER` a second after it was asked. */
export function approvedFacts(facts: Partial<Confirmation> = {}): Confirmation {
  const decidedAt = later(CREATED_AT, 1_000);
  return pendingFacts({
    state: "approved",
    decidedAt,
    decidedByKind: "reviewer",
    decidedById: REVIEWER.id,
    decidedByName: REVIEWER.name,
    reasonCode: "reviewer_approved",
    startBy: startBy(decidedAt, 900),
    executionId: "0193a000-0000-7000-8000-0000000000e1",
    executionState: "planned",
    attempt: 1,
    ...facts,
  });
}

/** Approved, and claimed a second later. */
export function claimedFacts(facts: Partial<Confirmation> = {}): Confirmation {
  const claimedAt = later(CREATED_AT, 2_000);
  return approvedFacts({
    executionState: "submitted",
    claimedAt,
    outcomeDueBy: outcomeDueBy(claimedAt, 600),
    ...facts,
  });
}

/** Decided by `REVIEWER`, by the gate, or by the agent itself. */
export function endedFacts(state: "denied" | "cancelled" | "expired", facts: Partial<Confirmation> = {}): Confirmation {
  const ends = {
    denied: { by: "reviewer", id: REVIEWER.id, name: REVIEWER.name, code: "reviewer_denied" },
    cancelled: { by: "agent", id: AGENT.id, name: AGENT.name, code: "withdrawn" },
    expired: { by: "gate", id: null, name: "gate", code: "timed_out" },
  } as const;
  const { by, id, name, code } = ends[state];
  const pending = pendingFacts();
  return {
    ...pending,
    state,
    decidedAt: state === "expired" ? pending.decidableUntil : later(CREATED_AT, 1_000),
    decidedByKind: by,
    decidedById: id,
    decidedByName: name,
    reasonCode: code,
    escalation: state === "expired" ? "required" : null,
    ...facts,
  };
}

/** What the one door does, in memory: the changed facts, or null where the guard no longer holds. */
export function throughTheDoor(facts: Confirmation, { guard, attempt, now, set }: Transition): Confirmation | null {
  if (!guardHolds(guard, facts, now)) return null;
  if (attempt !== undefined && attempt !== facts.attempt) return null;
  const changes = Object.entries(set).map(([fact, value]) => [
    fact,
    value instanceof TakeFrom ? facts[value.fact] : (value ?? null),
  ]);
  return { ...facts, ...Object.fromEntries(changes) };
}
