import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { countWaiting } from "@/lib/store/confirmations";
import { rest } from "@/lib/wire/in-process-rest";
import {
  ARGUMENTS,
  ask,
  type Cast,
  claim,
  context,
  countAll,
  decide,
  kindsOf,
  makeCast,
  outcomeOf,
  storedRow,
} from "./fixtures";
import { followConfirmation } from "./follow-confirmation";
import { listForCaller, listForConsole } from "./list-confirmations";
import { sweep } from "./sweep";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterEach(resetClock);

async function pendingIds(): Promise<string[]> {
  const { rows } = await listForConsole(context(cast.reviewer), { state: "pending", sort: "closes", limit: 200 });
  return rows.map(({ confirmation }) => confirmation.id);
}

describe("the wait window", () => {
  test("WIN-01: when it ends the row stays pending and undecided, and a late approval reaches the next wait", async () => {
    const { id } = await ask(cast.agent, { tool: "delete_branch", arguments: '{"name":"feature/old-menu"}' });
    await moveClock(61 * SECOND);
    const first = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ id, state: "pending" });
    expect(first.json.decision).toBeUndefined();
    expect(Date.parse(first.json.wait_ends_at)).toBeLessThan(Date.parse(first.json.server_time));
    expect(Date.parse(first.json.decidable_until)).toBeGreaterThan(Date.parse(first.json.server_time));
    expect((await storedRow(id)).state).toBe("pending");
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);

    await moveClock(5 * MINUTE);
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
    const second = await rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.agent.key });
    expect(second.json).toMatchObject({ state: "approved", decision: { by: { name: "Rita" } } });
  });
});

describe("the decision window", () => {
  test("WIN-02: with no sweep, an expired row is in no pending list or count, and a live one beside it is untouched", async () => {
    const before = (await countWaiting()).pending;
    const a = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(9 * SECOND);
    const b = await ask(cast.agent, { decisionWindowSeconds: 10 });
    expect((await countWaiting()).pending).toBe(before + 2);
    await moveClock(11 * SECOND);

    expect(await pendingIds()).toContain(b.id);
    expect(await pendingIds()).not.toContain(a.id);
    expect((await countWaiting()).pending).toBe(before + 1);
    const shown = await rest("GET", `/confirmations/${a.id}`, { as: cast.reviewer.token });
    expect(shown.json).toMatchObject({ state: "expired", decision: { status: "expired", reason_code: "timed_out" } });
    expect((await storedRow(a.id)).state).toBe("pending");

    const late = await rest("POST", `/confirmations/${a.id}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "approve" },
    });
    expect([late.status, late.json.code]).toEqual([410, "expired"]);
    expect(outcomeOf(await decide(cast.reviewer, b.id, "approve"))).toBe("done");
  });

  test("WIN-03: nine days after its expiry a confirmation is still readable, and says why it cannot be decided", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(9 * DAY);
    const page = await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token });
    expect([page.status, page.json.state]).toEqual([200, "expired"]);
    const { rows } = await listForConsole(context(cast.reviewer), { limit: 200 });
    expect(rows.map(({ confirmation }) => confirmation.id)).toContain(id);
    for (const verdict of ["approve", "deny"] as const) {
      const answer = await decide(cast.reviewer, id, verdict);
      expect(outcomeOf(answer)).toBe("expired");
    }
  });

  test("WIN-04: a late approve is refused as expired and leaves no approval in the audit", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    const late = await rest("POST", `/confirmations/${id}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "approve", reason: "fine" },
    });
    expect([late.status, late.json.code]).toEqual([410, "expired"]);
    expect(late.json.confirmation).toMatchObject({ state: "expired", decision: { by: { kind: "gate" } } });
    expect(await kindsOf(id)).not.toContain("confirmation.approved");
    expect(await kindsOf(id)).toContain("decision.refused");
    const told = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(told.json.state).toBe("expired");
  });

  test.each([
    [-1, "done", "approved"],
    [0, "expired", "expired"],
    [1, "expired", "expired"],
  ])("a click that arrives at decidable_until %+i ms is answered %s", async (milliseconds, answer, state) => {
    const { id, decidableUntil } = await ask(cast.agent, { decisionWindowSeconds: 3_600 });
    await stopClock(new Date(decidableUntil.getTime() + milliseconds));
    expect((await pendingIds()).includes(id)).toBe(milliseconds < 0);
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe(answer);
    expect((await storedRow(id)).state).toBe(state);
  });

  test("WIN-05: without any sweep an expired request can be neither approved nor claimed", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("expired");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("not_approved");
    expect((await storedRow(id)).execution_state).toBeNull();
  });

  test("WIN-07: the agent learns that it expired and was not run, in another code than pending, once it is written down", async () => {
    const { id, decidableUntil } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    const early = await followConfirmation(context(cast.agent), { id, holdSeconds: 0 });
    expect(early.ok && early.stand.confirmation.state).toBe("pending");
    await moveClock(11 * SECOND);
    const told = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(told.json).toMatchObject({
      state: "expired",
      decision: { status: "expired", reason_code: "timed_out", by: { kind: "gate" }, at: decidableUntil.toISOString() },
    });
    expect(told.json.execution).toBeUndefined();
    expect((await storedRow(id)).state).toBe("expired");
    expect(await kindsOf(id)).toEqual([
      "confirmation.submitted",
      "confirmation.timed_out",
      "execution.skipped",
      "escalation.required",
    ]);
  });

  test("WIN-08: 30 days are 30 days: still pending five seconds later, and decidable to the last millisecond", async () => {
    const { id, createdAt, decidableUntil } = await ask(cast.agent, { decisionWindowSeconds: 30 * 86_400 });
    expect(decidableUntil.getTime() - createdAt.getTime()).toBe(2_592_000_000);
    await moveClock(5 * SECOND);
    const read = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(read.json).toMatchObject({ state: "pending", decidable_until: decidableUntil.toISOString() });
    await stopClock(new Date(decidableUntil.getTime() - 1));
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
  });

  test("WIN-11: what expired while nothing ran is in no count at the first read, and one sweep writes it down once", async () => {
    await sweep();
    const ids = await Promise.all(Array.from({ length: 5 }, () => ask(cast.agent, { decisionWindowSeconds: 10 })));
    await moveClock(11 * SECOND);
    const badge = await countWaiting();
    const [{ due }] = await query<{ due: number }>(
      "SELECT count(*)::int AS due FROM confirmation WHERE state = 'pending' AND decidable_until <= countersign_now()",
    );
    expect(due).toBeGreaterThanOrEqual(5);
    expect(await pendingIds()).toEqual(expect.not.arrayContaining(ids.map(({ id }) => id)));
    expect(badge.pending).toBe((await pendingIds()).length);

    expect((await sweep()).expired).toBe(due);
    expect((await sweep()).expired).toBe(0);
    for (const { id } of ids) {
      expect((await storedRow(id)).state).toBe("expired");
      expect((await kindsOf(id)).filter((kind) => kind === "confirmation.timed_out")).toHaveLength(1);
      expect(await kindsOf(id)).not.toContain("confirmation.approved");
    }
  });
});

describe("reading", () => {
  test("an expired row looks the same before and after it was written down", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    const view = async () => (await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token })).json;
    const { server_time: _, escalation: none, ...derived } = await view();
    await sweep();
    const { server_time: __, escalation, ...written } = await view();
    expect(written).toEqual(derived);
    expect([none, escalation]).toEqual([undefined, "notified"]);
  });

  test("by a person writes nothing, not even what time has made true", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    const [before, row] = [await countAll(), await storedRow(id)];
    for (const path of [
      "/confirmations",
      `/confirmations/${id}`,
      `/confirmations/${id}/events`,
      "/confirmations?state=expired",
    ]) {
      expect((await rest("GET", path, { as: cast.reviewer.token })).status).toBe(200);
    }
    await listForConsole(context(cast.reviewer), { limit: 200, sort: "closes" });
    await countWaiting();
    expect(await countAll()).toEqual(before);
    expect(await storedRow(id)).toEqual(row);
  });

  test("by its agent as a list first writes down what is due among its own, and nothing of another's", async () => {
    const mine = await ask(cast.agent, { decisionWindowSeconds: 10 });
    const others = await ask(cast.otherAgent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    const { rows } = await listForCaller(context(cast.agent), { limit: 200 });
    const listed = rows.find(({ confirmation }) => confirmation.id === mine.id);
    expect(listed?.confirmation.state).toBe("expired");
    expect(rows.map(({ confirmation }) => confirmation.agentId)).not.toContain(cast.otherAgent.id);
    expect([(await storedRow(mine.id)).state, (await storedRow(others.id)).state]).toEqual(["expired", "pending"]);
  });

  test("a list that an agent filters by another state still tells of no expiry that was not written down", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11 * SECOND);
    const listed = await rest("GET", "/confirmations?state=expired&limit=200", { as: cast.agent.key });
    expect(listed.json.data.map((each: { id: string }) => each.id)).toContain(id);
    expect((await storedRow(id)).state).toBe("expired");
  });
});

describe("the start window", () => {
  test.each([
    [-1, "done"],
    [0, "approval_lapsed"],
    [1, "approval_lapsed"],
  ])("a claim at start_by %+i ms is answered %s", async (milliseconds, answer) => {
    const { id } = await ask(cast.agent, { arguments: ARGUMENTS });
    await decide(cast.reviewer, id, "approve");
    await stopClock(new Date(((await storedRow(id)).start_by as Date).getTime() + milliseconds));
    expect(outcomeOf(await claim(cast.agent, id))).toBe(answer);
    const shown = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(shown.json).toMatchObject({
      state: "approved",
      execution: { state: milliseconds < 0 ? "submitted" : "lapsed" },
    });
  });
});
