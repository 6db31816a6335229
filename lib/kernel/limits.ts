import type { ReasonCode, State } from "./confirmation";
import { forgottenAt, hasPassed, nextUtcDay, resubmittableAt, writeDuration } from "./windows";

/** The one row of limits (schema.prisma, `GateLimits`). */
export type GateLimits = {
  denyCount: number;
  denyWithinSeconds: number;
  pendingPerAgent: number;
  pendingTotal: number;
  resubmitMax: number;
  resubmitMinIntervalSeconds: number;
  resubmitAfter: State[];
};

/** The gate denies without asking anybody: why, in its code and in words, and when asking again makes sense. */
export type GateDenial = {
  code: Extract<ReasonCode, "deny_limit" | "queue_full" | "resubmission_limit" | "daily_cap" | "tool_disabled">;
  reason: string;
  retryAt: Date | null;
  /** What it looked at, for the audit. */
  values: Record<string, unknown>;
};

/** How an earlier request for the same tool by the same agent, subject and session ended. */
export type Answered = { end: "approved" | "denied" | "expired"; at: Date };

/**
 * After so many denials or expiries in a row within the window, nobody is asked again. An approval resets it. What the
 * gate or the policy denied was put to nobody and does not come here.
 *
 * @param answers the newest first, as many as the limit counts are enough
 */
export function judgeDenyLimit(answers: readonly Answered[], limits: GateLimits, now: Date): GateDenial | null {
  const { denyCount, denyWithinSeconds } = limits;
  const since = answers.findIndex(({ end }) => end === "approved");
  const counting = (since === -1 ? answers : answers.slice(0, since))
    .filter(({ at }) => !hasPassed(forgottenAt(at, denyWithinSeconds), now))
    .slice(0, denyCount);
  const oldest = counting.at(-1);
  if (counting.length < denyCount || !oldest) return null;
  const expired = counting.filter(({ end }) => end === "expired").length;
  const retryAt = forgottenAt(oldest.at, denyWithinSeconds);
  return {
    code: "deny_limit",
    reason: `Nobody was asked. ${answeredWords(counting.length, expired, writeDuration(denyWithinSeconds))} The gate puts no more of them to people until ${retryAt.toISOString()}.`,
    retryAt,
    values: {
      denied_by_a_person: counting.length - expired,
      expired_unanswered: expired,
      limit: denyCount,
      within_seconds: denyWithinSeconds,
    },
  };
}

/** Silence is not refusal: the agent, and whoever reads its log, must be able to tell them apart. */
function answeredWords(count: number, expired: number, within: string): string {
  const which = `Of this tool's requests in this session, for this subject, the last ${count} within ${within}`;
  if (count === 1) return `${which.replace("the last 1", "the last one")} ${expired === 1 ? EXPIRED_ONE : DENIED_ONE}`;
  if (expired === 0) return `${which} were all denied by a person.`;
  if (expired === count) return `${which} all expired without an answer; no person refused them.`;
  const denied = count - expired;
  return `${which} came to nothing: ${denied} ${denied === 1 ? "was" : "were"} denied by a person, ${expired} expired without an answer.`;
}

const EXPIRED_ONE = "expired without an answer; no person refused it.";
const DENIED_ONE = "was denied by a person.";

/** What a request says it replaces, as far as the limits look at it. While it is pending, `endedAt` is when it would end. */
export type Superseded = { id: string; state: State; endedAt: Date; originId: string | null };

/**
 * Whether a request may be made anew: after which ends, how soon, and how often. How often is counted over all that was
 * made of the first request, so that many at once are no way round it; the store counts again as it adds the row.
 *
 * @param made how many were already made of it and put to policy or people
 */
export function judgeResubmission(
  superseded: Superseded,
  made: number,
  limits: GateLimits,
  now: Date,
): GateDenial | null {
  const { resubmitAfter, resubmitMinIntervalSeconds, resubmitMax } = limits;
  const { state, id } = superseded;
  // Nobody has answered one that is still pending: a correction of it is counted, and has no end to be measured from.
  if (state === "pending") return made >= resubmitMax ? resubmittedTooOften(id, limits) : null;
  if (!resubmitAfter.includes(state)) {
    return {
      code: "resubmission_limit",
      reason: `Nobody was asked. The request it replaces was ${state}, and such a one may not be made anew.`,
      retryAt: null,
      values: { supersedes: id, ended: state, allowed_after: resubmitAfter },
    };
  }
  if (made >= resubmitMax) return resubmittedTooOften(id, limits);
  const retryAt = resubmittableAt(superseded.endedAt, resubmitMinIntervalSeconds);
  if (hasPassed(retryAt, now)) return null;
  return {
    code: "resubmission_limit",
    reason: `Nobody was asked. A request may be made anew ${writeDuration(resubmitMinIntervalSeconds)} after it ended, so this one not before ${retryAt.toISOString()}.`,
    retryAt,
    values: { supersedes: id, ended_at: superseded.endedAt, min_interval_seconds: resubmitMinIntervalSeconds },
  };
}

export function resubmittedTooOften(superseded: string, { resubmitMax }: GateLimits): GateDenial {
  const often =
    resubmitMax === 0 ? "No request may be made anew" : `One request may be made anew ${times(resubmitMax)}`;
  return {
    code: "resubmission_limit",
    reason: `Nobody was asked. ${often}${resubmitMax === 0 ? "." : ", and this one was."}`,
    retryAt: null,
    values: { supersedes: superseded, limit: resubmitMax },
  };
}

export function toolDisabled(tool: string): GateDenial {
  return {
    code: "tool_disabled",
    reason: `Nobody was asked. The tool ${tool} is disabled.`,
    retryAt: null,
    values: { tool },
  };
}

/** A place is free again whenever one of them is decided, and nobody knows when: so there is no instant to name. */
export function queueFull(whose: "agent" | "total", { pendingPerAgent, pendingTotal }: GateLimits): GateDenial {
  const limit = whose === "agent" ? pendingPerAgent : pendingTotal;
  const full =
    whose === "agent"
      ? `This agent has ${limit} requests waiting for a decision, as many as one agent may.`
      : `There are ${limit} requests waiting for a decision, as many as there may be.`;
  return {
    code: "queue_full",
    reason: `Nobody was asked. ${full} Ask again when some of them are decided.`,
    retryAt: null,
    values: { whose, limit },
  };
}

export function dailyCapReached(tool: string, perDay: number, now: Date): GateDenial {
  const retryAt = nextUtcDay(now);
  return {
    code: "daily_cap",
    reason: `Nobody was asked. This agent may have ${perDay === 0 ? "no call" : perDay === 1 ? "one call" : `${perDay} calls`} of ${tool} a day (UTC)${perDay === 0 ? "." : ", approved or waiting, and has them."}`,
    retryAt: perDay === 0 ? null : retryAt,
    values: { tool, limit: perDay },
  };
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
