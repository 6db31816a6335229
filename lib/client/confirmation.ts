import { sameValue } from "@/lib/kernel/exact-json/canonical";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import type { ExactObject, ExactValue } from "@/lib/kernel/exact-json/value";
import { isId } from "@/lib/kernel/id";

const STATES = ["pending", "approved", "denied", "cancelled", "expired"] as const;
const DECIDERS = ["reviewer", "admin", "policy", "gate", "agent"] as const;
const EXECUTIONS = ["planned", "submitted", "succeeded", "failed", "outcome_unknown", "suspended", "lapsed"] as const;

export type State = (typeof STATES)[number];

export type Decision = {
  status: Exclude<State, "pending">;
  by: { kind: (typeof DECIDERS)[number]; id?: string; name: string };
  reasonCode: string;
  /** In the decider's words. */
  reason?: string;
  at: Date;
  /** Approved only: from here on the approval can no longer be claimed. */
  startBy?: Date;
  /** Where a limit denied: when asking again makes sense. */
  retryAt?: Date;
  edited: boolean;
};

/** A confirmation as Countersign told it, checked whole. Instants are Countersign's clock, never this machine's. */
export type Confirmation = {
  id: string;
  state: State;
  tool: string;
  target?: string;
  /** As the agent asked. */
  proposedArguments: ExactObject;
  /** What may run: the proposed arguments, or what a reviewer made of them. */
  effectiveArguments: ExactObject;
  decision?: Decision;
  /** Approved only. */
  execution?: { state: (typeof EXECUTIONS)[number]; attempt: number };
  serverTime: Date;
  waitEndsAt: Date;
  decidableUntil: Date;
  /** Where a person can look at it. */
  reviewLink?: string;
  /** An earlier confirmation of the same intent whose outcome nobody knows. */
  likelyRepeatOf?: string;
  /** The whole answer, exactly as it came. */
  answer: ExactObject;
};

export type Grant = {
  executionId: string;
  /** Above 1 only where a person allowed a retry. */
  attempt: number;
  arguments: ExactObject;
  /** For the target, where it takes one; the same over all attempts. */
  idempotencyKey: string;
  outcomeDueBy?: Date;
};

/** The answer is not what Countersign sends. Whoever catches it must treat the decision as unknown. */
export class Malformed extends Error {}

/**
 * Reads a confirmation strictly. A state counts only with everything that must come with it: a decision of the same
 * status, arguments that match their digest, an execution where it is approved.
 *
 * @throws Malformed naming the first member that is missing or wrong
 */
export function readConfirmation(answer: ExactObject): Confirmation {
  const id = text(answer, "id");
  if (!isId(id)) throw new Malformed('"id" is not an id');
  const state = oneOf(answer, "state", STATES);
  const proposedArguments = digested(answer, "arguments");
  const edited = answer.members.has("effective_arguments");
  const confirmation: Confirmation = {
    id: id.toLowerCase(),
    state,
    tool: text(answer, "tool"),
    target: optionalText(answer, "target"),
    proposedArguments,
    effectiveArguments: edited ? digested(answer, "effective_arguments") : proposedArguments,
    serverTime: instant(answer, "server_time"),
    waitEndsAt: instant(answer, "wait_ends_at"),
    decidableUntil: instant(answer, "decidable_until"),
    likelyRepeatOf: optionalText(answer, "likely_repeat_of"),
    answer,
  };
  const links = answer.members.get("links");
  if (links?.kind === "object") confirmation.reviewLink = optionalText(links, "review");
  if (state === "pending") {
    if (answer.members.has("decision") || edited) throw new Malformed('"decision" stands beside the state pending');
    return confirmation;
  }
  confirmation.decision = readDecision(object(answer, "decision"), state);
  if (confirmation.decision.edited !== edited) {
    throw new Malformed('"effective_arguments" and "decision.edited" contradict each other');
  }
  if (state === "approved") {
    const execution = object(answer, "execution");
    confirmation.execution = {
      state: oneOf(execution, "state", EXECUTIONS),
      attempt: positive(execution, "attempt"),
    };
  }
  return confirmation;
}

function readDecision(decision: ExactObject, state: Decision["status"]): Decision {
  if (text(decision, "status") !== state) throw new Malformed('"decision.status" and "state" contradict each other');
  const by = object(decision, "by");
  const edited = decision.members.get("edited");
  if (edited && edited.kind !== "true" && edited.kind !== "false")
    throw new Malformed('"decision.edited" is no boolean');
  return {
    status: state,
    by: { kind: oneOf(by, "kind", DECIDERS), id: optionalText(by, "id"), name: text(by, "name") },
    reasonCode: text(decision, "reason_code"),
    reason: optionalText(decision, "reason"),
    at: instant(decision, "at"),
    startBy: state === "approved" ? instant(decision, "start_by") : undefined,
    retryAt: decision.members.has("retry_at") ? instant(decision, "retry_at") : undefined,
    edited: edited?.kind === "true",
  };
}

/**
 * The grant of a claim, bound to what was approved.
 *
 * @throws Malformed when it is not whole, or grants other arguments than the approved ones
 */
export function readGrant(answer: ExactObject, approved: ExactObject): Grant {
  const grant = object(answer, "grant");
  const granted = digested(grant, "arguments");
  if (!sameValue(granted, approved)) throw new Malformed('"grant.arguments" are not the approved ones');
  return {
    executionId: text(grant, "execution_id"),
    attempt: positive(grant, "attempt"),
    arguments: granted,
    idempotencyKey: text(grant, "idempotency_key"),
    outcomeDueBy: grant.members.has("outcome_due_by") ? instant(grant, "outcome_due_by") : undefined,
  };
}

function member(parent: ExactObject, name: string): ExactValue {
  const value = parent.members.get(name);
  if (!value) throw new Malformed(`"${name}" is missing`);
  return value;
}

function object(parent: ExactObject, name: string): ExactObject {
  const value = member(parent, name);
  if (value.kind !== "object") throw new Malformed(`"${name}" is no object`);
  return value;
}

function text(parent: ExactObject, name: string): string {
  const value = member(parent, name);
  if (value.kind !== "string" || value.value === "") throw new Malformed(`"${name}" is no text`);
  return value.value;
}

function optionalText(parent: ExactObject, name: string): string | undefined {
  const value = parent.members.get(name);
  if (value && value.kind !== "string") throw new Malformed(`"${name}" is no text`);
  return value?.value;
}

function oneOf<const T extends string>(parent: ExactObject, name: string, words: readonly T[]): T {
  const word = text(parent, name);
  const known = words.find((each) => each === word);
  if (known === undefined) throw new Malformed(`"${name}" is none of ${words.join(", ")}`);
  return known;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function instant(parent: ExactObject, name: string): Date {
  const written = text(parent, name);
  const at = new Date(written);
  if (!INSTANT.test(written) || Number.isNaN(at.getTime())) throw new Malformed(`"${name}" is no instant`);
  return at;
}

function positive(parent: ExactObject, name: string): number {
  const value = member(parent, name);
  if (value.kind !== "number" || !/^[1-9][0-9]{0,8}$/.test(value.text)) throw new Malformed(`"${name}" is no count`);
  return Number(value.text);
}

/** An object with `<name>_digest` beside it: what was decided on is what stands here. */
function digested(parent: ExactObject, name: string): ExactObject {
  const value = object(parent, name);
  if (text(parent, `${name}_digest`) !== digestOf(value)) throw new Malformed(`"${name}" does not match its digest`);
  return value;
}
