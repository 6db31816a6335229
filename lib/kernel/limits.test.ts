import { describe, expect, test } from "vitest";
import {
  type Answered,
  dailyCapReached,
  type GateLimits,
  judgeDenyLimit,
  judgeResubmission,
  queueFull,
  type Superseded,
} from "./limits";
import { CREATED_AT, later } from "./sample-confirmation";

const LIMITS: GateLimits = {
  denyCount: 3,
  denyWithinSeconds: 600,
  pendingPerAgent: 400,
  pendingTotal: 10_000,
  resubmitMax: 2,
  resubmitMinIntervalSeconds: 60,
  resubmitAfter: ["denied", "expired"],
};
const NOW = CREATED_AT;
/** Newest first, so many seconds ago each. */
const ago = (...ends: [end: Answered["end"], seconds: number][]): Answered[] =>
  ends.map(([end, seconds]) => ({ end, at: later(NOW, -seconds * 1_000) }));

describe("the deny limit", () => {
  const three = ago(["denied", 10], ["denied", 20], ["denied", 599]);

  test("denies after so many denials in the window, until the oldest that counts leaves it", () => {
    const denial = judgeDenyLimit(three, LIMITS, NOW);
    expect(denial).toMatchObject({
      code: "deny_limit",
      retryAt: later(NOW, 1_000),
      values: { denied_by_a_person: 3, expired_unanswered: 0, limit: 3, within_seconds: 600 },
    });
    expect(denial?.reason).toMatch(/all denied by a person/);
    expect(judgeDenyLimit(three.slice(0, 2), LIMITS, NOW)).toBeNull();
  });

  test.each([
    [-1, "denied"],
    [0, "asked"],
    [1, "asked"],
  ])("%i ms from the instant at which the oldest leaves the window it is %s", (offset, expected) => {
    const denial = judgeDenyLimit(three, LIMITS, later(NOW, 1_000 + offset));
    expect(denial === null ? "asked" : "denied").toBe(expected);
  });

  test("an approval since resets it, at the same millisecond too", () => {
    expect(judgeDenyLimit(ago(["approved", 5], ["denied", 10], ["denied", 20]), LIMITS, NOW)).toBeNull();
    expect(judgeDenyLimit(ago(["denied", 5], ["denied", 10], ["approved", 10]), LIMITS, NOW)).toBeNull();
    const after = ago(["denied", 1], ["denied", 2], ["expired", 3], ["approved", 4]);
    expect(judgeDenyLimit(after, LIMITS, NOW)?.code).toBe("deny_limit");
  });

  test("more than the limit wait until fewer than the limit are left", () => {
    const four = ago(["denied", 10], ["denied", 20], ["denied", 30], ["denied", 590]);
    expect(judgeDenyLimit(four, LIMITS, NOW)?.retryAt).toEqual(later(NOW, 570_000));
  });

  test("its words tell silence from refusal (DENY-11)", () => {
    const silent = judgeDenyLimit(ago(["expired", 1], ["expired", 2], ["expired", 3]), LIMITS, NOW)?.reason;
    expect(silent).toMatch(/all expired without an answer; no person refused them/);
    expect(silent).not.toMatch(/denied by/);
    const mixed = judgeDenyLimit(ago(["expired", 1], ["denied", 2], ["expired", 3]), LIMITS, NOW)?.reason;
    expect(mixed).toMatch(/1 was denied by a person, 2 expired without an answer/);
    const one = (end: Answered["end"]) => judgeDenyLimit(ago([end, 1]), { ...LIMITS, denyCount: 1 }, NOW)?.reason;
    expect(one("expired")).toMatch(/the last one within 10m expired without an answer; no person refused it/);
    expect(one("denied")).toMatch(/the last one within 10m was denied by a person/);
  });
});

describe("making a request anew", () => {
  const ended = (facts: Partial<Superseded> = {}): Superseded => ({
    id: "0193a000-0000-7000-8000-000000000001",
    state: "denied",
    endedAt: NOW,
    originId: null,
    ...facts,
  });

  test.each([
    [59_999, "denied"],
    [60_000, "asked"],
    [60_001, "asked"],
  ])("%i ms after its end it is %s", (offset, expected) => {
    const denial = judgeResubmission(ended(), 0, LIMITS, later(NOW, offset));
    expect(denial === null ? "asked" : "denied").toBe(expected);
    if (denial) expect([denial.code, denial.retryAt]).toEqual(["resubmission_limit", later(NOW, 60_000)]);
  });

  test("is denied when it was made as often as it may be, whatever the time", () => {
    const much = later(NOW, 1_000_000);
    expect(judgeResubmission(ended(), 1, LIMITS, much)).toBeNull();
    expect(judgeResubmission(ended(), 2, LIMITS, much)).toMatchObject({ code: "resubmission_limit", retryAt: null });
    expect(judgeResubmission(ended(), 0, { ...LIMITS, resubmitMax: 0 }, much)?.reason).toMatch(/No request/);
  });

  test("is denied after an end that is not named", () => {
    const denial = judgeResubmission(ended({ state: "cancelled" }), 0, LIMITS, later(NOW, 1_000_000));
    expect(denial).toMatchObject({ code: "resubmission_limit", retryAt: null });
    expect(denial?.reason).toMatch(/was cancelled/);
  });
});

describe("full queues and daily caps", () => {
  test("say whose queue is full and how many it takes", () => {
    expect(queueFull("agent", LIMITS).reason).toMatch(/This agent has 400/);
    expect(queueFull("total", LIMITS).reason).toMatch(/There are 10000/);
  });

  test.each([
    ["2026-11-30T12:00:00.000Z", "2026-12-01T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"],
    ["2026-12-01T00:00:00.000Z", "2026-12-02T00:00:00.000Z"],
  ])("a daily cap reached at %s is free again at %s", (now, next) => {
    expect(dailyCapReached("drop_table", 20, new Date(now)).retryAt).toEqual(new Date(next));
  });

  test("a cap of none is free on no day", () => {
    expect(dailyCapReached("drop_table", 0, NOW).retryAt).toBeNull();
  });
});
