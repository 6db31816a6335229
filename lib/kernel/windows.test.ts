import { describe, expect, test } from "vitest";
import {
  decidableUntil,
  HOLD_MOST_SECONDS,
  hasPassed,
  isWithinLimits,
  outcomeDueBy,
  parseDurationSeconds,
  retryUntil,
  startBy,
  WINDOWS,
  type WindowName,
  waitEndsAt,
  writeDuration,
} from "./windows";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

describe("a boundary", () => {
  const boundary = new Date("2026-11-30T12:00:00.000Z");

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("at %i ms has passed: %s, because its own instant is on the far side", (milliseconds, passed) => {
    expect(hasPassed(boundary, new Date(boundary.getTime() + milliseconds))).toBe(passed);
  });

  const computed = [
    ["wait_ends_at", waitEndsAt],
    ["decidable_until", decidableUntil],
    ["start_by", startBy],
    ["outcome_due_by", outcomeDueBy],
    ["retry_until", retryUntil],
  ] as const;

  test.each(computed)("%s is elapsed seconds after its start, to the millisecond", (_name, boundaryAfter) => {
    const start = new Date("2026-11-30T12:00:00.123Z");
    expect(boundaryAfter(start, 90).toISOString()).toBe("2026-11-30T12:01:30.123Z");
  });

  test("WIN-08: 30 days are 2 592 000 000 ms exactly, beyond what a JavaScript timer can hold", () => {
    const start = new Date("2026-11-30T12:00:00.000Z");
    const thirtyDays = parseDurationSeconds("30d") ?? 0;
    expect(decidableUntil(start, thirtyDays).getTime() - start.getTime()).toBe(2_592_000_000);
    expect(hasPassed(decidableUntil(start, thirtyDays), new Date(start.getTime() + 5_000))).toBe(false);
  });

  test("24 hours are elapsed hours over the night in which the clocks change", () => {
    const zone = process.env.TZ;
    process.env.TZ = "Europe/Berlin";
    try {
      const eveningBefore = new Date("2026-10-24T20:00:00.000Z");
      expect(decidableUntil(eveningBefore, 24 * HOUR).toISOString()).toBe("2026-10-25T20:00:00.000Z");
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe("a duration", () => {
  test.each([
    ["1s", 1],
    ["90s", 90],
    ["15m", 15 * MINUTE],
    ["24h", DAY],
    ["30d", 30 * DAY],
  ])("%s is %i s", (text, seconds) => {
    expect(parseDurationSeconds(text)).toBe(seconds);
  });

  test.each([
    "",
    "0s",
    "00s",
    "01s",
    "-5m",
    "+5m",
    "1.5h",
    "5",
    "m",
    "5 m",
    " 5m",
    "5m ",
    "5M",
    "5ms",
    "5w",
    "1e3s",
    "5m\n",
    "PT5M",
    "\u0661s",
    "1h30m",
    "9999999999s",
    "Infinitys",
  ])("%j is none", (text) => {
    expect(parseDurationSeconds(text)).toBeNull();
  });

  test("is written in its largest whole unit and reads back as the same number of seconds", () => {
    for (const [seconds, text] of [
      [1, "1s"],
      [90, "90s"],
      [60, "1m"],
      [5_400, "90m"],
      [86_400, "1d"],
      [2_592_000, "30d"],
    ] as const) {
      expect(writeDuration(seconds)).toBe(text);
      expect(parseDurationSeconds(text)).toBe(seconds);
    }
  });
});

describe("the limits of DESIGN's windows", () => {
  test.each([
    ["wait", 60, 1, 10 * MINUTE],
    ["decision", DAY, 1, 30 * DAY],
    ["start", 15 * MINUTE, 10, DAY],
    ["outcome", 10 * MINUTE, 10, DAY],
  ] as const)("%s: %i s unless said otherwise, from %i s to %i s, both included", (name, usual, least, most) => {
    expect(WINDOWS[name].default).toBe(usual);
    expect([least - 1, least, most, most + 1].map((seconds) => isWithinLimits(name, seconds))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("hold for every default", () => {
    for (const name of Object.keys(WINDOWS) as WindowName[]) {
      expect(isWithinLimits(name, WINDOWS[name].default)).toBe(true);
    }
  });

  test("DUR-07: a hold ends well before a client's limit of 60 s", () => {
    expect(HOLD_MOST_SECONDS).toBeLessThanOrEqual(55);
  });
});
