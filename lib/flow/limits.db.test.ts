import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { setTools } from "@/lib/store/tools";
import { type RestAnswer, rest } from "@/lib/wire/in-process-rest";
import {
  type Agent,
  ask,
  type Cast,
  claim,
  countAll,
  DEFAULT_LIMITS,
  decide,
  kindsOf,
  makeAgent,
  makeCast,
  outcomeOf,
  putInForce,
  setLimits,
  storedRow,
} from "./fixtures";

let cast: Cast;
let agent: Agent;
let number = 0;
beforeAll(async () => {
  cast = await makeCast();
});
beforeEach(async () => {
  await setLimits(DEFAULT_LIMITS);
  agent = await makeAgent(`bot-${++number}`);
});
afterEach(resetClock);

const OPERATOR = { kind: "operator", name: "test" } as const;
const GRANTS = { tool: "grant_role", onBehalfOf: "mara@example.net", session: "s-1" };

async function denied(asking: Parameters<typeof ask>[1] = GRANTS): Promise<string> {
  const { id, state } = await ask(agent, asking);
  expect(state).toBe("pending");
  await decide(cast.reviewer, id, "deny", { reason: "not this one" });
  return id;
}

async function expired(asking: Parameters<typeof ask>[1] = GRANTS): Promise<void> {
  const { state } = await ask(agent, { ...asking, decisionWindowSeconds: 1 });
  expect(state).toBe("pending");
}

const submit = (body: object, key?: string): Promise<RestAnswer> =>
  rest("POST", "/confirmations", { as: agent.key, body, headers: key ? { "idempotency-key": key } : {} });

describe("the deny limit", () => {
  test("DENY-03: after three denials in ten minutes the fourth is denied by the gate at once, and nobody is asked", async () => {
    for (let at = 0; at < 3; at++) await denied();
    const fourth = {
      tool: "grant_role",
      arguments: { role: "admin" },
      on_behalf_of: "mara@example.net",
      session: "s-1",
    };
    const answer = await submit(fourth, "k-4");
    expect(answer.status).toBe(201);
    const { decision, state, execution, id } = answer.json;
    expect([state, execution]).toEqual(["denied", undefined]);
    expect(decision).toMatchObject({ status: "denied", by: { kind: "gate", name: "gate" }, reason_code: "deny_limit" });
    expect(decision.reason).toMatch(/Nobody was asked.*the last 3 within 10m were all denied by a person/);
    expect(decision.retry_after).toBeGreaterThan(590);
    expect(Date.parse(decision.retry_at)).toBeGreaterThan(Date.parse(answer.json.server_time) + 590_000);
    expect(answer.headers.get("retry-after")).toBe(String(decision.retry_after));
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "confirmation.denied"]);
    // No card: it is nowhere among what can be decided.
    const pending = await rest("GET", "/confirmations?state=pending", { as: cast.reviewer.token });
    expect(pending.json.data.map((each: { id: string }) => each.id)).not.toContain(id);
    // The same key again is the same denial.
    const again = await submit(fourth, "k-4");
    expect([again.status, again.json.id, again.json.decision.reason_code]).toEqual([200, id, "deny_limit"]);
    // Gate denials feed nothing, and another tool, session and subject are asked about.
    expect((await ask(agent, { ...GRANTS, tool: "send_mail" })).state).toBe("pending");
    expect((await ask(agent, { ...GRANTS, session: "s-2" })).state).toBe("pending");
    expect((await ask(agent, { ...GRANTS, session: null })).state).toBe("pending");
    expect((await ask(agent, { ...GRANTS, onBehalfOf: "other@example.net" })).state).toBe("pending");
    expect((await ask(cast.otherAgent, GRANTS)).state).toBe("pending");
  });

  test("DENY-05: slightly other arguments are counted with the others", async () => {
    await setLimits("deny_count = 2");
    await denied({ ...GRANTS, arguments: '{"role":"admin"}' });
    await denied({ ...GRANTS, arguments: '{"role":"Admin"}' });
    expect(await ask(agent, { ...GRANTS, arguments: '{"role":"admin "}' })).toMatchObject({
      state: "denied",
      decidedByKind: "gate",
      reasonCode: "deny_limit",
    });
  });

  test("DENY-11: silence counts like a denial, swept or not, and the words say that nobody refused", async () => {
    for (let at = 0; at < 3; at++) await expired();
    await moveClock(2_000);
    const fourth = await ask(agent, GRANTS);
    expect(fourth).toMatchObject({ state: "denied", reasonCode: "deny_limit" });
    expect(fourth.reason).toMatch(/all expired without an answer; no person refused them/);
    expect(fourth.reason).not.toMatch(/denied by/);
    // Written down, they read the same.
    await rest("GET", "/confirmations", { as: agent.key });
    expect((await ask(agent, GRANTS)).reason).toMatch(/all expired without an answer/);
    await denied({ ...GRANTS, session: "s-9" });
    await expired({ ...GRANTS, session: "s-9" });
    await expired({ ...GRANTS, session: "s-9" });
    await moveClock(5_000);
    expect((await ask(agent, { ...GRANTS, session: "s-9" })).reason).toMatch(
      /1 was denied by a person, 2 expired without an answer/,
    );
  });

  test.each([
    [-1, "denied"],
    [0, "pending"],
    [1, "pending"],
  ])("%i ms from the instant at which the oldest leaves the window it is %s", async (offset, state) => {
    const start = new Date("2026-12-01T10:00:00.000Z");
    await stopClock(start);
    for (let at = 0; at < 3; at++) await denied();
    const leaves = start.getTime() + 600_000;
    await stopClock(new Date(leaves + offset));
    const asked = await ask(agent, GRANTS);
    expect(asked.state).toBe(state);
    expect(asked.retryAt).toEqual(state === "denied" ? new Date(leaves) : null);
  });

  test("an approval resets it, by a person or by the policy", async () => {
    await denied();
    await denied();
    const { id } = await ask(agent, GRANTS);
    await decide(cast.reviewer, id, "approve");
    await denied();
    await denied();
    await putInForce([{ id: "once", effect: "allow", when: 'tool == "grant_role" && args.once == true' }]);
    expect((await ask(agent, { ...GRANTS, arguments: '{"once":true}' })).state).toBe("approved");
    await putInForce([]);
    await denied();
    await denied();
    await denied();
    expect((await ask(agent, GRANTS)).state).toBe("denied");
  });

  test("what the policy or the gate denied does not feed it", async () => {
    await putInForce([{ id: "never", effect: "deny", when: 'tool == "grant_role"' }]);
    for (let at = 0; at < 4; at++) expect((await ask(agent, GRANTS)).reasonCode).toBe("policy_denied");
    await putInForce([]);
    expect((await ask(agent, GRANTS)).state).toBe("pending");
  });
});

describe("pending caps", () => {
  test("DENY-07: a flood is held at the cap, recorded, and leaves room for others", async () => {
    await setLimits("pending_per_agent = 20");
    const flood = await Promise.all(Array.from({ length: 60 }, (_, n) => submit({ tool: "flood", arguments: { n } })));
    expect(flood.map(({ status }) => status)).toEqual(Array(60).fill(201));
    expect(flood.filter(({ json }) => json.state === "pending")).toHaveLength(20);
    const turned = flood.filter(({ json }) => json.state === "denied");
    expect(new Set(turned.map(({ json }) => json.decision.reason_code))).toEqual(new Set(["queue_full"]));
    expect(turned[0]?.json.decision.reason).toMatch(/This agent has 20 requests waiting/);
    expect(turned[0]?.json.policy).toMatchObject({ effect: "ask" });
    const other = await ask(cast.otherAgent, { tool: "note" });
    expect(other.state).toBe("pending");
    const first = await rest("GET", "/confirmations?state=pending", { as: cast.reviewer.token });
    expect(first.json.data.map((each: { id: string }) => each.id)).toContain(other.id);
    // A place is free as soon as one is decided.
    const [pending] = flood.filter(({ json }) => json.state === "pending");
    await decide(cast.reviewer, pending?.json.id, "deny");
    expect((await ask(agent, { tool: "flood" })).state).toBe("pending");
  });

  test("over all agents say so", async () => {
    const [{ n }] = await query<{ n: number }>(
      "SELECT count(*)::int AS n FROM confirmation WHERE state = 'pending' AND decidable_until > countersign_now()",
    );
    await setLimits(`pending_total = ${n + 1}`);
    expect((await ask(agent)).state).toBe("pending");
    const full = await ask(agent);
    expect(full).toMatchObject({ state: "denied", reasonCode: "queue_full" });
    expect(full.reason).toMatch(/as many as there may be/);
  });

  test("under one key, the last place is taken once and answered twice", async () => {
    await setLimits("pending_per_agent = 1");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit({ tool: "t", arguments: {} }, "the-last")),
    );
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(new Set(answers.map(({ json }) => json.state)).size).toBe(1);
  });
});

describe("a cap of one tool a day", () => {
  test("is for pending and approved together, until midnight UTC, the policy's too", async () => {
    await setTools([{ name: "drop_table", capPerDay: 2 }], OPERATOR);
    await stopClock(new Date("2026-12-01T23:59:50.000Z"));
    await putInForce([{ id: "small", effect: "allow", when: 'tool == "drop_table" && args.rows == 0' }]);
    expect((await ask(agent, { tool: "drop_table", arguments: '{"rows":0}' })).state).toBe("approved");
    const second = await ask(agent, { tool: "drop_table" });
    expect(second.state).toBe("pending");
    for (const text of ['{"rows":0}', '{"rows":1}']) {
      expect(await ask(agent, { tool: "drop_table", arguments: text })).toMatchObject({
        state: "denied",
        decidedByKind: "gate",
        reasonCode: "daily_cap",
        retryAt: new Date("2026-12-02T00:00:00.000Z"),
        executionState: null,
      });
    }
    // One that is denied gives its place back.
    await decide(cast.reviewer, second.id, "deny");
    expect((await ask(agent, { tool: "drop_table" })).state).toBe("pending");
    await stopClock(new Date("2026-12-02T00:00:00.000Z"));
    expect((await ask(agent, { tool: "drop_table" })).state).toBe("pending");
    await putInForce([]);
  });
});

describe("making a request anew", () => {
  test("links it to the one before, as often as it may be, however it hangs together", async () => {
    await setLimits("deny_count = 1000");
    const first = await denied();
    const second = await denied({ ...GRANTS, supersedes: first });
    const third = await denied({ ...GRANTS, supersedes: second });
    // One that hangs on the first again is counted with the others.
    await denied({ ...GRANTS, supersedes: first });
    for (const supersedes of [third, first]) {
      const over = await ask(agent, { ...GRANTS, supersedes });
      expect(over).toMatchObject({ state: "denied", reasonCode: "resubmission_limit", supersedes, retryAt: null });
      expect(over.reason).toMatch(/may be made anew 3 times, and this one was/);
      // No way round by naming the denial of the gate.
      expect((await ask(agent, { ...GRANTS, supersedes: over.id })).reasonCode).toBe("resubmission_limit");
    }
    expect((await ask(agent, GRANTS)).state).toBe("pending");
  });

  test.each([
    [-1, "denied"],
    [0, "pending"],
    [1, "pending"],
  ])("%i ms from its interval it is %s", async (offset, state) => {
    await setLimits("resubmit_min_interval_seconds = 60");
    await stopClock(new Date("2026-12-01T10:00:00.000Z"));
    const first = await denied();
    await stopClock(new Date(Date.parse("2026-12-01T10:01:00.000Z") + offset));
    const anew = await ask(agent, { ...GRANTS, supersedes: first });
    expect(anew.state).toBe(state);
    if (state === "denied") expect(anew.retryAt).toEqual(new Date("2026-12-01T10:01:00.000Z"));
  });

  test("is denied after an end that is not named, and after an expiry that nobody wrote down it is not", async () => {
    await setLimits("resubmit_after = '{expired}'");
    const first = await denied();
    expect(await ask(agent, { ...GRANTS, supersedes: first })).toMatchObject({ reasonCode: "resubmission_limit" });
    const { id } = await ask(agent, { ...GRANTS, decisionWindowSeconds: 1 });
    await moveClock(2_000);
    expect((await ask(agent, { ...GRANTS, supersedes: id })).state).toBe("pending");
    expect((await storedRow(id)).state).toBe("expired");
  });

  test("of one that still waits corrects it: it is linked, and counts", async () => {
    const corrected = { tool: "corrected" };
    const waiting = await ask(agent, corrected);
    for (let n = 0; n < 3; n++) {
      expect(await ask(agent, { ...corrected, supersedes: waiting.id })).toMatchObject({
        state: "pending",
        supersedes: waiting.id,
      });
    }
    expect((await ask(agent, { ...corrected, supersedes: waiting.id })).reasonCode).toBe("resubmission_limit");
  });

  test("of one that is another's or is not there is refused at its field, and nothing is stored", async () => {
    const others = await ask(cast.otherAgent, GRANTS);
    await decide(cast.reviewer, others.id, "deny");
    const before = await countAll();
    for (const supersedes of [others.id, "0193a000-0000-7000-8000-00000000ffff"]) {
      const refused = await submit({ tool: "t", arguments: {}, supersedes });
      expect([refused.status, refused.json.code, refused.json.errors?.[0]?.path]).toEqual([
        422,
        "invalid_request",
        "/supersedes",
      ]);
    }
    expect(await countAll()).toEqual(before);
  });
});

describe("a disabled tool", () => {
  test("is denied by the gate at submit, and what was approved of it is not claimed", async () => {
    await setTools([{ name: "old_tool" }], OPERATOR);
    const approved = await ask(agent, { tool: "old_tool" });
    const granted = await ask(agent, { tool: "old_tool" });
    for (const { id } of [approved, granted]) await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await claim(agent, granted.id, { key: "k" }))).toBe("done");
    await setTools([{ name: "old_tool", disabled: true }], OPERATOR);
    expect(await ask(agent, { tool: "old_tool" })).toMatchObject({
      state: "denied",
      decidedByKind: "gate",
      reasonCode: "tool_disabled",
      policyEffect: null,
    });
    expect(outcomeOf(await claim(agent, approved.id))).toBe("no_longer_permitted");
    expect(outcomeOf(await claim(agent, granted.id, { key: "k" }))).toBe("no_longer_permitted");
    expect((await storedRow(approved.id)).execution_state).toBe("planned");
    expect((await kindsOf(approved.id)).at(-1)).toBe("claim.refused");
  });
});
