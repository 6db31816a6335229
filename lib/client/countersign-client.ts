import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sameValue } from "@/lib/kernel/exact-json/canonical";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import { HOLD_MOST_SECONDS, writeDuration } from "@/lib/kernel/windows";
import { type Confirmation, type Grant, Malformed, readConfirmation, readGrant } from "./confirmation";
import {
  AlreadyClaimed,
  CallFailed,
  Cancelled,
  DecisionUnknown,
  Denied,
  Expired,
  Lapsed,
  NotSent,
  StillPending,
  TargetRefused,
} from "./errors";
import { type ArgumentsGiven, exactArguments, plainArguments } from "./exact-arguments";
import { type Fetch, type Sent, Transport } from "./transport";

export type ClientOptions = {
  /** Where the console runs, such as `https://approvals.example.com`. */
  url: string;
  /** The agent's key, `csa_…`. */
  key: string;
  /** In place of the built-in one. It must not follow redirects when told not to. */
  fetch?: Fetch;
};

/** What the agent asks for. */
export type Asked = {
  tool: string;
  arguments: ArgumentsGiven;
  /** Where the call goes: a server, a system. */
  target?: string;
  session?: string;
  group?: string;
  onBehalfOf?: string;
  /** Shown to the reviewer as the agent's claim. */
  reasoning?: string;
  context?: ArgumentsGiven;
  waitWindowSeconds?: number;
  decisionWindowSeconds?: number;
  /** The confirmation this one replaces. */
  supersedes?: string;
  /**
   * Names this very request, so that asking again asks nothing new. Where an agent may be restarted and run its script
   * again, derive it from the step; left out, every call is a new request.
   */
  idempotencyKey?: string;
};

/** An approved and claimed call, as `execute` gets it. */
export type ApprovedCall = {
  confirmation: Confirmation;
  grant: Grant;
  /** What to run: a reviewer may have changed it. */
  arguments: Record<string, unknown>;
  /** The same as exact JSON text, every number as it was written. */
  argumentsText: string;
  /** Hand this to the target where it takes one. */
  idempotencyKey: string;
  /** Set by `execute`: the target's own name for what happened. */
  reference?: string;
};

export type Outcome = {
  result: "succeeded" | "failed" | "outcome_unknown";
  /** `failed` stands only with `pre_send` (no byte left) or `answered` (the target itself refused). */
  phase?: "pre_send" | "answered" | "post_send";
  detail?: string;
  reference?: string;
  /** The grant's attempt; a report on another than the present one is refused. */
  attempt?: number;
};

export type Ran<Value> = {
  value: Value;
  /** As it stood when the call was claimed, or once the outcome was reported. */
  confirmation: Confirmation;
  /** False: the call succeeded, and Countersign could not be told. Its outcome window ends in `outcome_unknown`. */
  reported: boolean;
};

/** CONTRACT's limit on `detail`, with room to spare. */
const DETAIL_CHARACTERS = 4_000;

/** Between two holds of which the first brought no answer. */
const RESUME_SECONDS = [0.2, 0.5, 1, 2, 5];

/**
 * What an agent imports to have its calls confirmed. It fails closed: only an answer that says `approved`, whole and
 * well-formed, lets a call run; silence, errors, pages of a proxy, redirects and unknown words are `DecisionUnknown`.
 */
export class CountersignClient {
  readonly #transport: Transport;

  constructor({ url, key, fetch = globalThis.fetch }: ClientOptions) {
    this.#transport = new Transport(url, key, fetch);
  }

  /**
   * Files a confirmation. Sent again under its key where the answer was lost, so that one request is filed once.
   *
   * @throws RequestRefused when Countersign refuses it, DecisionUnknown when no answer could be had
   * @throws TypeError when the arguments cannot be sent exactly
   */
  async submit(asked: Asked): Promise<Confirmation> {
    const proposed = exactArguments(asked.arguments);
    const sent = await this.#transport.sendUntilAnswered({
      method: "POST",
      path: "/confirmations",
      body: bodyOf(asked, proposed),
      idempotencyKey: asked.idempotencyKey ?? randomUUID(),
    });
    const confirmation = confirmationIn(sent, "whether the request was filed");
    const asTold =
      confirmation.tool === asked.tool &&
      confirmation.target === asked.target &&
      sameValue(confirmation.proposedArguments, proposed);
    if (!asTold) throw new DecisionUnknown("The answer is about another call than the one that was asked for.");
    return confirmation;
  }

  /**
   * Reads a confirmation, in one hold: answered when it is decided, or when the hold is over. Dropping it changes nothing.
   *
   * @throws DecisionUnknown when no well-formed answer came
   */
  async follow(
    { id, holdSeconds = 0 }: { id: string; holdSeconds?: number },
    signal?: AbortSignal,
  ): Promise<Confirmation> {
    return this.#read(id, await this.#hold(id, holdSeconds, signal));
  }

  /**
   * Waits for an approval, hold after hold; a hold that was cut is taken up again. Comes back for an approval only, so
   * that code which forgets to look at a state cannot run a refused call.
   *
   * @param timeoutSeconds how long; without it, until the confirmation's own wait window ends
   * @throws Denied, Expired, Cancelled, Lapsed; StillPending when the time is over, DecisionUnknown when it is over
   * and the last hold brought no answer, or at once for an answer that is none of Countersign's
   */
  async waitForDecision({
    id,
    timeoutSeconds,
    signal,
  }: {
    id: string;
    timeoutSeconds?: number;
    signal?: AbortSignal;
  }): Promise<Confirmation> {
    // The first look is not held, so that it tells how long the confirmation's own wait window still is.
    let confirmation: Confirmation | null = null;
    let deadline = timeoutSeconds === undefined ? null : performance.now() + timeoutSeconds * 1000;
    for (let failures = 0; ; ) {
      const left = deadline === null ? 0 : Math.max(0, (deadline - performance.now()) / 1000);
      const sent = await this.#hold(id, left, signal);
      if (sent.kind === "no_answer") {
        const wanted = RESUME_SECONDS[Math.min(failures++, RESUME_SECONDS.length - 1)] ?? 1;
        deadline ??= performance.now() + NO_WINDOW_SECONDS * 1000;
        if ((deadline - performance.now()) / 1000 <= wanted) throw unknown(DECIDED, sent.why, sent.cause);
        await pause(wanted * 1000, undefined, { signal });
        continue;
      }
      failures = 0;
      confirmation = this.#read(id, sent);
      if (confirmation.state !== "pending") return approvedOnly(confirmation);
      deadline ??=
        performance.now() + Math.max(0, confirmation.waitEndsAt.getTime() - confirmation.serverTime.getTime());
      if (performance.now() >= deadline) {
        throw new StillPending(
          `Nobody has decided yet; it can be decided until ${confirmation.decidableUntil.toISOString()}. The call must not be run meanwhile.`,
          confirmation,
        );
      }
    }
  }

  /** Withdraws a confirmation. @throws RequestRefused (`already_decided`), DecisionUnknown */
  async cancel({ id, reason }: { id: string; reason?: string }): Promise<Confirmation> {
    const sent = await this.#transport.sendUntilAnswered({
      method: "POST",
      path: `${pathOf(id)}/cancel`,
      body: writeExactJson({ reason }),
    });
    return this.#read(id, sent, "whether it was withdrawn");
  }

  /**
   * Takes an approval to run its call: once, with exactly these arguments. Sent again under one key where the answer was
   * lost, so that a lost answer does not burn the approval.
   *
   * @throws Lapsed, AlreadyClaimed, RequestRefused; DecisionUnknown when no well-formed grant came: the call must not
   * be run
   */
  async claim(
    approved: Confirmation,
    { idempotencyKey = randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<{ confirmation: Confirmation; grant: Grant }> {
    const { id, target, effectiveArguments } = approved;
    const sent = await this.#transport.sendUntilAnswered({
      method: "POST",
      path: `${pathOf(id)}/claim`,
      body: writeExactJson({ arguments: effectiveArguments, target }),
      idempotencyKey,
    });
    if (sent.kind === "refused") {
      if (sent.refusal.code === "approval_lapsed") throw new Lapsed(sent.refusal.message);
      if (sent.refusal.code === "already_claimed") throw new AlreadyClaimed(sent.refusal.message);
    }
    const confirmation = this.#read(id, sent, "whether the approval was claimed");
    if (confirmation.state !== "approved" || confirmation.execution?.state !== "submitted") {
      throw unknown("whether the approval was claimed", "the answer to the claim does not say so");
    }
    const grant = wellFormed("whether the approval was claimed", () =>
      readGrant(confirmation.answer, effectiveArguments),
    );
    return { confirmation, grant };
  }

  /**
   * Reports what became of a claimed call. The same report twice is one. When in doubt, report `outcome_unknown`.
   *
   * @throws RequestRefused (`not_claimed`, `outcome_settled`), DecisionUnknown when no answer could be had
   */
  async reportOutcome({ id, ...outcome }: { id: string } & Outcome): Promise<Confirmation> {
    const sent = await this.#transport.sendUntilAnswered({
      method: "POST",
      path: `${pathOf(id)}/outcome`,
      body: writeExactJson(outcome),
    });
    return this.#read(id, sent, "whether the outcome was recorded");
  }

  /**
   * The whole way: ask, wait, claim, execute, report. `execute` is called at most once, and only under a claimed approval.
   * What it throws decides the outcome: `NotSent` and `TargetRefused` are `failed`, anything else is `outcome_unknown`.
   *
   * @param asked.timeoutSeconds how long to wait; without it, the confirmation's own wait window
   * @throws all that `submit`, `waitForDecision` and `claim` throw, before `execute` is called; CallFailed after
   */
  async run<Value>(
    { timeoutSeconds, signal, onAsked, ...asked }: Asked & RunOptions,
    execute: (call: ApprovedCall) => Promise<Value> | Value,
  ): Promise<Ran<Value>> {
    const filed = await this.submit(asked);
    onAsked?.(filed);
    const approved = await this.waitForDecision({ id: filed.id, timeoutSeconds, signal });
    if (!isSameCall(filed, approved)) {
      throw new DecisionUnknown("The approval is for another call than the one that was asked for.");
    }
    // A key of this very run: another run of the same script gets no second grant by it.
    const { confirmation, grant } = await this.claim(approved);
    const call: ApprovedCall = {
      confirmation,
      grant,
      arguments: plainArguments(grant.arguments),
      argumentsText: grant.arguments.text,
      idempotencyKey: grant.idempotencyKey,
    };
    let value: Value;
    try {
      value = await execute(call);
    } catch (cause) {
      const outcome = { ...outcomeOf(cause), reference: call.reference, attempt: grant.attempt };
      const reported = await this.#tryReport(confirmation.id, outcome);
      throw new CallFailed(
        outcome.result === "failed"
          ? `The call failed and nothing took effect: ${outcome.detail}`
          : `It is not known whether the call took effect; it must not be run again before somebody has looked: ${outcome.detail}`,
        outcome.result,
        confirmation.id,
        reported !== null,
        cause,
      );
    }
    const done: Outcome = { result: "succeeded", reference: call.reference, attempt: grant.attempt };
    const reported = await this.#tryReport(confirmation.id, done);
    return { value, confirmation: reported ?? confirmation, reported: reported !== null };
  }

  /** What the tool did stands, whether or not it can be reported; silence is recorded as what it is. */
  async #tryReport(id: string, outcome: Outcome): Promise<Confirmation | null> {
    try {
      return await this.reportOutcome({ id, ...outcome });
    } catch {
      return null;
    }
  }

  #hold(id: string, leftSeconds: number, signal?: AbortSignal): Promise<Sent> {
    const holdSeconds = Math.min(Math.ceil(leftSeconds), HOLD_MOST_SECONDS);
    const query = holdSeconds > 0 ? `?wait=${writeDuration(holdSeconds)}` : "";
    return this.#transport.send({ method: "GET", path: `${pathOf(id)}${query}`, holdSeconds, signal });
  }

  #read(id: string, sent: Sent, what = DECIDED): Confirmation {
    // A refused look at a decision is one more way of not knowing it; a refused change is an answer in itself.
    if (sent.kind === "refused" && what === DECIDED) throw unknown(what, sent.refusal.message, sent.refusal);
    const confirmation = confirmationIn(sent, what);
    if (confirmation.id !== id.toLowerCase()) throw unknown(what, "the answer is about another confirmation");
    return confirmation;
  }
}

type RunOptions = {
  timeoutSeconds?: number;
  /** Ends the wait; it does not withdraw the confirmation, and does not reach into a call that is being executed. */
  signal?: AbortSignal;
  /** Told as soon as the confirmation is filed, to show its link, say. */
  onAsked?: (confirmation: Confirmation) => void;
};

const DECIDED = "what was decided";

/** Until a confirmation was read once, its wait window is not known; CONTRACT's default stands in. */
const NO_WINDOW_SECONDS = 60;

function bodyOf(asked: Asked, proposed: ExactObject): string {
  return writeExactJson({
    tool: asked.tool,
    arguments: proposed,
    target: asked.target,
    session: asked.session,
    group: asked.group,
    on_behalf_of: asked.onBehalfOf,
    reasoning: asked.reasoning,
    context: asked.context === undefined ? undefined : exactArguments(asked.context, "context"),
    wait_window: asked.waitWindowSeconds === undefined ? undefined : writeDuration(asked.waitWindowSeconds),
    decision_window: asked.decisionWindowSeconds === undefined ? undefined : writeDuration(asked.decisionWindowSeconds),
    supersedes: asked.supersedes,
  });
}

function pathOf(id: string): string {
  return `/confirmations/${encodeURIComponent(id)}`;
}

/** The confirmation in an answer; every other fate of the call is an error that says what is not known. */
function confirmationIn(sent: Sent, what: string): Confirmation {
  switch (sent.kind) {
    case "answer":
      return wellFormed(what, () => readConfirmation(sent.body));
    case "refused":
      throw sent.refusal;
    case "no_answer":
      throw unknown(what, sent.why, sent.cause);
    case "unreadable":
      throw unknown(what, sent.why);
    default:
      return sent satisfies never;
  }
}

function wellFormed<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw unknown(what, `the answer is not well-formed: ${error.message}`, error);
  }
}

function unknown(what: string, why: string, cause?: unknown): DecisionUnknown {
  return new DecisionUnknown(`It is not known ${what}: ${why}. The call must not be run.`, { cause });
}

/** The only place where a decided confirmation becomes a permission. */
function approvedOnly(confirmation: Confirmation): Confirmation {
  const { state, decision, execution } = confirmation;
  const why = decision?.reason ? ` (“${decision.reason}”)` : "";
  switch (state) {
    case "approved":
      if (execution?.state !== "lapsed") return confirmation;
      throw new Lapsed(
        `It was approved and not claimed before ${decision?.startBy?.toISOString()}. The call must not be run; a new request is needed.`,
      );
    case "denied":
      throw new Denied(`${decision?.by.name} denied it${why}. The call must not be run.`, confirmation);
    case "cancelled":
      throw new Cancelled(`${decision?.by.name} withdrew it${why}. The call must not be run.`, confirmation);
    case "expired":
      throw new Expired(
        `Nobody decided before ${confirmation.decidableUntil.toISOString()}. It was not run; a new request is needed.`,
        confirmation,
      );
    case "pending":
      throw new DecisionUnknown("It is still pending. The call must not be run.");
    default:
      return state satisfies never;
  }
}

function isSameCall(filed: Confirmation, approved: Confirmation): boolean {
  return (
    filed.tool === approved.tool &&
    filed.target === approved.target &&
    sameValue(filed.proposedArguments, approved.proposedArguments)
  );
}

/**
 * What an error of `execute` says about the target. Only its own classes are evidence: a refused or reset connection is
 * not, because an earlier call of the same tool may have gone through.
 */
function outcomeOf(error: unknown): Outcome & { result: "failed" | "outcome_unknown"; detail: string } {
  const said = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replaceAll("\u0000", "");
  const detail = said.toWellFormed().slice(0, DETAIL_CHARACTERS).toWellFormed();
  if (error instanceof NotSent) return { result: "failed", phase: "pre_send", detail };
  if (error instanceof TargetRefused) return { result: "failed", phase: "answered", detail };
  return { result: "outcome_unknown", phase: "post_send", detail };
}
