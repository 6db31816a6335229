import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveClock, resetClock } from "@/lib/ops/testing/clock";
import { type RestAnswer, rest } from "@/lib/wire/in-process-rest";
import { ask, type Cast, countAll, decide, kindsOf, makeCast, storedRow } from "./fixtures";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterEach(resetClock);

const submit = (as: string, body: string, key?: string): Promise<RestAnswer> =>
  rest("POST", "/confirmations", { as, body, headers: key ? { "idempotency-key": key } : {} });

describe("a refusal says which one it was", () => {
  test("DENY-01: silence, a person's denial and a withdrawal have three codes, and only the denial names a person", async () => {
    const [silent, denied, withdrawn] = [
      await ask(cast.agent, { decisionWindowSeconds: 10 }),
      await ask(cast.agent),
      await ask(cast.agent),
    ];
    await decide(cast.reviewer, denied.id, "deny", { reason: "wrong customer" });
    await rest("POST", `/confirmations/${withdrawn.id}/cancel`, { as: cast.agent.key, body: {} });
    await moveClock(11_000);
    for (const as of [cast.agent.key, cast.reviewer.token]) {
      const decisions = [];
      for (const { id } of [silent, denied, withdrawn]) {
        decisions.push((await rest("GET", `/confirmations/${id}`, { as })).json.decision);
      }
      expect(decisions).toMatchObject([
        { status: "expired", reason_code: "timed_out", by: { kind: "gate" } },
        {
          status: "denied",
          reason_code: "reviewer_denied",
          reason: "wrong customer",
          by: { kind: "reviewer", name: "Rita" },
        },
        { status: "cancelled", reason_code: "withdrawn", by: { kind: "agent", name: "refund-bot" } },
      ]);
      for (const { by } of [decisions[0], decisions[2]]) expect(by.name).not.toBe("Rita");
    }
    expect(await kindsOf(silent.id)).not.toContain("confirmation.denied");
  });

  test("DENY-02: the reviewer's reason reaches the agent character for character", async () => {
    const reason = 'Only <b>EU</b> rows,\nuse "region" filter';
    const { id } = await ask(cast.agent);
    await rest("POST", `/confirmations/${id}/decision`, { as: cast.reviewer.token, body: { verdict: "deny", reason } });
    const read = await rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.agent.key });
    const events = await rest("GET", `/confirmations/${id}/events`, { as: cast.agent.key });
    expect([read.json.decision.reason, events.json.data.at(-1).data.reason]).toEqual([reason, reason]);
  });

  test.each([
    ["blanks", "  "],
    ["a no-break space", "\u00a0"],
    ["a zero-width space", "\u200b"],
    ["line breaks", "\n\r\n"],
    ["nothing", ""],
    ["bidirectional marks", "\u202e\u2066"],
    ["no reason at all", undefined],
  ])("UI-12: a denial with %s for a reason is refused, and nothing is decided", async (_what, reason) => {
    const { id } = await ask(cast.agent);
    const answer = await rest("POST", `/confirmations/${id}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "deny", reason },
    });
    expect([answer.status, answer.json.code]).toEqual([422, "invalid_request"]);
    expect(answer.json.errors).toEqual([
      { path: "/reason", message: "a denial needs a reason with a visible character" },
    ]);
    expect((await storedRow(id)).state).toBe("pending");
  });
});

describe("the same request again", () => {
  test("DENY-08: under one key is one confirmation, in whatever order and spelling; without a key it is a new one", async () => {
    const before = await countAll();
    const bodies = [
      '{"tool":"t8","arguments":{"a":1,"b":2.0}}',
      '{ "arguments" : {"b":2,"a":1e0}, "tool":"t8" }',
      '{"tool":"\\u00748","arguments":{"a":1.0,"b":2}}',
    ];
    const answers = [];
    for (const body of bodies) answers.push(await submit(cast.agent.key, body, "k-8"));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    // It comes back as the first one wrote it.
    for (const { text } of answers) expect(text).toContain('"arguments":{"a":1,"b":2.0}');
    expect(await countAll()).toEqual({ confirmations: before.confirmations + 1, events: before.events + 1 });

    const anew = [await submit(cast.agent.key, bodies[0] ?? ""), await submit(cast.agent.key, bodies[0] ?? "")];
    expect(anew.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(anew.map(({ json }) => json.intent_fingerprint)).size).toBe(1);
  });

  test("DENY-08: sent ten times at once under one key is filed once", async () => {
    const before = await countAll();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit(cast.agent.key, '{"tool":"t","arguments":{"n":1}}', "k-10")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect((await countAll()).confirmations).toBe(before.confirmations + 1);
  });

  test("DENY-09: a key with other values is a conflict that stores nothing; another agent's same key is its own", async () => {
    const first = await submit(cast.agent.key, '{"tool":"pay","arguments":{"amount":40}}', "k1");
    const before = await countAll();
    for (const other of [
      '{"tool":"pay","arguments":{"amount":4000}}',
      '{"tool":"pay2","arguments":{"amount":40}}',
      '{"tool":"pay","arguments":{"amount":40},"target":"x"}',
      '{"tool":"pay","arguments":{"amount":40},"reasoning":"other words"}',
      '{"tool":"pay","arguments":{"amount":40.00000000000000001}}',
    ]) {
      const conflict = await submit(cast.agent.key, other, "k1");
      expect([conflict.status, conflict.json.code]).toEqual([409, "idempotency_conflict"]);
      expect(conflict.text).not.toContain(first.json.id);
    }
    expect(await countAll()).toEqual(before);
    const independent = await submit(cast.otherAgent.key, '{"tool":"pay","arguments":{"amount":4000}}', "k1");
    expect(independent.status).toBe(201);
    expect(independent.json.id).not.toBe(first.json.id);
  });

  test("a key is kept for at least seven days after the decision", async () => {
    const body = '{"tool":"pay","arguments":{"amount":41}}';
    const first = await submit(cast.agent.key, body, "k-7d");
    await decide(cast.reviewer, first.json.id, "deny");
    await moveClock(8 * 86_400_000);
    const again = await submit(cast.agent.key, body, "k-7d");
    expect([again.status, again.json.id, again.json.state]).toEqual([200, first.json.id, "denied"]);
  });
});
