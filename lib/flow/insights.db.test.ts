import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopClock } from "@/lib/ops/testing/clock";
import { insightsView } from "@/lib/wire/console/insights-view";
import type { Insights } from "@/lib/wire/console/types";
import { cancelConfirmation } from "./cancel-confirmation";
import { ask, type Cast, claim, context, countAll, decide, makeCast, outcomeOf, report } from "./fixtures";
import { readInsights } from "./read-insights";
import { reconcileExecution } from "./reconcile-execution";
import { sweep } from "./sweep";

const HOUR = 3_600;
const NOW = "2026-11-30T12:30:00.000Z";

let cast: Cast;
let insights: Insights;

const at = (instant: string) => stopClock(new Date(instant));
const read = async (days: number) => insightsView(days, await readInsights(context(cast.auditor), days));
const done = async (answer: Promise<Parameters<typeof outcomeOf>[0]>) => expect(outcomeOf(await answer)).toBe("done");
const dayOf = (day: string) => insights.by_day.find((each) => each.day === day);
const depthAt = (hour: string) => insights.queue_depth.find((each) => each.at === hour)?.pending;

/** A week in the life of a console, by the flows themselves, with the clock at the instants that matter. */
beforeAll(async () => {
  cast = await makeCast();
  const { agent, otherAgent, reviewer, admin } = cast;

  await at("2026-11-23T23:59:59.000Z");
  const dayBefore = await ask(agent);
  await at("2026-11-24T00:00:00.000Z");
  const first = await ask(agent);
  await at("2026-11-24T00:00:02.000Z");
  await done(decide(reviewer, dayBefore.id, "deny"));
  await done(decide(reviewer, first.id, "approve"));
  const edited = await ask(otherAgent, { tool: "send_mail" });
  await at("2026-11-24T00:00:12.000Z");
  await done(decide(reviewer, edited.id, "approve", { edited: '{"order_id":"A-7","amount":20}' }));

  await at("2026-11-25T01:00:00.000Z");
  await ask(agent, { decisionWindowSeconds: HOUR });
  await at("2026-11-25T03:00:00.000Z");
  await sweep();
  await at("2026-11-25T04:00:00.000Z");
  await ask(agent, { decisionWindowSeconds: HOUR });

  await at("2026-11-26T09:00:00.000Z");
  const withdrawn = await ask(agent);
  await at("2026-11-26T09:05:00.000Z");
  await done(cancelConfirmation(context(agent), { id: withdrawn.id, reason: null }));
  await at("2026-11-26T23:00:00.000Z");
  await ask(agent, { decisionWindowSeconds: HOUR });

  await at("2026-11-28T08:00:00.000Z");
  const lost = await ask(otherAgent, { tool: "send_mail" });
  await at("2026-11-28T08:00:30.000Z");
  await done(decide(admin, lost.id, "approve"));
  await done(claim(otherAgent, lost.id));
  await done(report(otherAgent, lost.id, { result: "outcome_unknown" }));
  await at("2026-11-28T12:00:00.000Z");
  await ask(agent, { decisionWindowSeconds: 26 * HOUR });

  await at("2026-11-29T08:00:00.000Z");
  const silent = await ask(otherAgent, { tool: "send_mail" });
  await at("2026-11-29T08:00:01.000Z");
  await done(decide(admin, silent.id, "approve"));
  await done(claim(otherAgent, silent.id));
  await done(reconcileExecution(context(admin), { id: lost.id, act: "it_happened", reason: "it is in the outbox" }));

  await at("2026-11-30T10:00:00.000Z");
  await ask(agent);
  await at("2026-11-30T11:00:00.000Z");
  const onTheHour = await ask(otherAgent);
  await at("2026-11-30T12:00:00.000Z");
  await done(decide(reviewer, onTheHour.id, "deny"));

  await at(NOW);
  insights = await read(7);
});
afterAll(() => stopClock(new Date(NOW)));

const QUIET = {
  submitted: 0,
  approved: 0,
  denied: 0,
  cancelled: 0,
  expired: 0,
  decided_in_under_3_seconds: 0,
  edited: 0,
  outcome_unknown: 0,
};

describe("insights", () => {
  test("a day is a row, oldest first, today's unfinished one last, also where nothing happened", () => {
    expect(insights.by_day.map(({ day }) => day)).toEqual([
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
      "2026-11-29",
      "2026-11-30",
    ]);
    expect(insights.server_time).toBe(NOW);
  });

  test("a day's instant of midnight is the new day's, and what was asked the day before counts where it was decided", () => {
    expect(dayOf("2026-11-24")).toEqual({
      ...QUIET,
      day: "2026-11-24",
      submitted: 2,
      approved: 2,
      denied: 1,
      // Of 2, 3 and 10 seconds.
      median_seconds_to_decide: 3,
      p90_seconds_to_decide: 8.6,
      decided_in_under_3_seconds: 1,
      edited: 1,
    });
  });

  test("what nobody decided in time counts on the day its window closed, swept or not", () => {
    expect(dayOf("2026-11-25")).toEqual({ ...QUIET, day: "2026-11-25", submitted: 2, expired: 2 });
    expect(dayOf("2026-11-26")).toEqual({ ...QUIET, day: "2026-11-26", submitted: 2, cancelled: 1 });
    expect(dayOf("2026-11-27")).toEqual({ ...QUIET, day: "2026-11-27", expired: 1 });
  });

  test("an unknown outcome counts on its day though it was settled since, and though no sweep wrote it down", () => {
    expect(dayOf("2026-11-28")).toEqual({
      ...QUIET,
      day: "2026-11-28",
      submitted: 2,
      approved: 1,
      median_seconds_to_decide: 30,
      p90_seconds_to_decide: 30,
      outcome_unknown: 1,
    });
    expect(dayOf("2026-11-29")).toEqual({
      ...QUIET,
      day: "2026-11-29",
      submitted: 1,
      approved: 1,
      expired: 1,
      median_seconds_to_decide: 1,
      p90_seconds_to_decide: 1,
      decided_in_under_3_seconds: 1,
      outcome_unknown: 1,
    });
  });

  test("denials by tool and by agent stand beside how many were decided", () => {
    expect(insights.denied_by_tool).toEqual([
      { name: "issue_refund", denied: 2, decided: 3 },
      { name: "send_mail", denied: 0, decided: 3 },
    ]);
    expect(insights.denied_by_agent).toEqual([
      { name: "mail-bot", denied: 1, decided: 4 },
      { name: "refund-bot", denied: 1, decided: 2 },
    ]);
  });

  test("the queue is counted at each full hour: what came at it is in, what ended at it is out", () => {
    expect(insights.queue_depth).toHaveLength(48);
    expect(insights.queue_depth[0]).toEqual({ at: "2026-11-28T13:00:00.000Z", pending: 1 });
    expect(depthAt("2026-11-29T07:00:00.000Z")).toBe(1);
    expect(depthAt("2026-11-29T08:00:00.000Z")).toBe(2);
    expect(depthAt("2026-11-29T09:00:00.000Z")).toBe(1);
    expect(depthAt("2026-11-29T13:00:00.000Z")).toBe(1);
    expect(depthAt("2026-11-29T14:00:00.000Z")).toBe(0);
    expect(depthAt("2026-11-30T10:00:00.000Z")).toBe(1);
    expect(depthAt("2026-11-30T11:00:00.000Z")).toBe(2);
    expect(insights.queue_depth.at(-1)).toEqual({ at: "2026-11-30T12:00:00.000Z", pending: 1 });
  });

  test("a longer span holds the same days and more, and reading writes nothing", async () => {
    const before = await countAll();
    const month = await read(30);
    expect(month.by_day).toHaveLength(30);
    expect(month.by_day.slice(-6)).toEqual(insights.by_day.slice(-6));
    expect(month.by_day.at(-8)).toEqual({ ...QUIET, day: "2026-11-23", submitted: 1 });
    expect(await countAll()).toEqual(before);
  });

  test("silence past a report's due counts on the day it became due, though the sweep came after midnight", async () => {
    await at("2026-12-01T23:49:30.000Z");
    const { agent, reviewer } = cast;
    const late = await ask(agent);
    await done(decide(reviewer, late.id, "approve"));
    await done(claim(agent, late.id));
    await at("2026-12-02T00:00:10.000Z");
    const lost = async (days: number) => (await read(days)).by_day.map(({ outcome_unknown }) => outcome_unknown);
    const before = await lost(2);
    await sweep();
    expect(await lost(2)).toEqual(before);
    expect(before).toEqual([1, 0]);
    expect(await lost(1)).toEqual([0]);
  });
});
