/**
 * Every boundary in time, each computed by exactly one function here, once, from stored facts, and then stored.
 * All are compared through `hasPassed`: at its own instant a boundary has passed.
 */

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds; `least` and `most` are both allowed. */
export type WindowLimits = { default: number; least: number; most: number };

/** DESIGN's table of windows. A wait longer than ten minutes is a conversation nobody is having any more. */
export const WINDOWS = {
  wait: { default: 60 * SECOND, least: 1 * SECOND, most: 10 * MINUTE },
  decision: { default: 24 * HOUR, least: 1 * SECOND, most: 30 * DAY },
  start: { default: 15 * MINUTE, least: 10 * SECOND, most: 24 * HOUR },
  outcome: { default: 10 * MINUTE, least: 10 * SECOND, most: 24 * HOUR },
} as const satisfies Record<string, WindowLimits>;

/** A hold is cut here so that a client's own limit of 60 s never fires first. */
export const HOLD_MOST_SECONDS = 55;

export type WindowName = keyof typeof WINDOWS;

const UNIT_SECONDS = { s: SECOND, m: MINUTE, h: HOUR, d: DAY } as const;
const DURATION = /^([1-9][0-9]{0,8})([smhd])$/;

/** `"90s"`, `"15m"`, `"24h"`, `"30d"` as seconds; null for any other text. A day is 24 elapsed hours. */
export function parseDurationSeconds(text: string): number | null {
  const match = DURATION.exec(text);
  if (!match) return null;
  return Number(match[1]) * UNIT_SECONDS[match[2] as keyof typeof UNIT_SECONDS];
}

/** The shortest way to write a whole number of seconds as a duration: 86400 is `"1d"`. */
export function writeDuration(seconds: number): string {
  for (const unit of ["d", "h", "m"] as const) {
    if (seconds >= UNIT_SECONDS[unit] && seconds % UNIT_SECONDS[unit] === 0)
      return `${seconds / UNIT_SECONDS[unit]}${unit}`;
  }
  return `${seconds}s`;
}

/** Whether a window of so many seconds is within DESIGN's limits. */
export function isWithinLimits(name: WindowName, seconds: number): boolean {
  return seconds >= WINDOWS[name].least && seconds <= WINDOWS[name].most;
}

/** The one comparison of a boundary with the present. */
export function hasPassed(boundary: Date, now: Date): boolean {
  return now.getTime() >= boundary.getTime();
}

/** The agent's conversation moves on; the row is not touched. */
export function waitEndsAt(createdAt: Date, waitWindowSeconds: number): Date {
  return after(createdAt, waitWindowSeconds);
}

/** From here on the confirmation can no longer be decided. */
export function decidableUntil(createdAt: Date, decisionWindowSeconds: number): Date {
  return after(createdAt, decisionWindowSeconds);
}

/** From here on the approval can no longer be claimed. */
export function startBy(decidedAt: Date, startWindowSeconds: number): Date {
  return after(decidedAt, startWindowSeconds);
}

/** From here on silence is an unknown outcome. */
export function outcomeDueBy(claimedAt: Date, outcomeWindowSeconds: number): Date {
  return after(claimedAt, outcomeWindowSeconds);
}

/** From here on a retry that a person allowed can no longer be claimed; the same span as a fresh approval has. */
export function retryUntil(allowedAt: Date, startWindowSeconds: number): Date {
  return after(allowedAt, startWindowSeconds);
}

/** From here on a denial or an expiry no longer counts for the deny limit. */
export function forgottenAt(endedAt: Date, withinSeconds: number): Date {
  return after(endedAt, withinSeconds);
}

/** From here on a request that ended may be made anew. */
export function resubmittableAt(endedAt: Date, minIntervalSeconds: number): Date {
  return after(endedAt, minIntervalSeconds);
}

/** The next UTC day begins: what is counted by the day begins anew. */
export function nextUtcDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/** From here on a tier is asked: when all that were asked before it have had their time. */
export function tierAsksAt(createdAt: Date, waitedSeconds: number): Date {
  return after(createdAt, waitedSeconds);
}

/** From here on an agent's key opens nothing. */
export function keyEndsAt(from: Date, seconds: number): Date {
  return after(from, seconds);
}

/** Elapsed time, whatever the wall clock does. */
function after(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}
