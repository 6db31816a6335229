import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveClock, resetClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { provideSettings } from "@/lib/settings";
import { countWaiting } from "@/lib/store/confirmations";
import { database, disconnect } from "@/lib/store/database";
import { allParkedWaits } from "@/lib/wait/parked-waits";
import { startWakeUp } from "@/lib/wait/wake-up";
import { rest } from "@/lib/wire/in-process-rest";
import { ask, type Cast, claim, context, countAll, decide, kindsOf, makeCast, outcomeOf, storedRow } from "./fixtures";
import { followConfirmation } from "./follow-confirmation";

const POOL = 5;

let cast: Cast;
let wakeUp: ReturnType<typeof startWakeUp>;
beforeAll(async () => {
  provideSettings({ COUNTERSIGN_POOL_SIZE: String(POOL) });
  cast = await makeCast();
  wakeUp = startWakeUp();
});
afterAll(() => wakeUp.stop());

async function parked(count: number): Promise<void> {
  for (let tries = 0; allParkedWaits.size !== count; tries++) {
    if (tries > 1_000) throw new Error(`${allParkedWaits.size} waits are parked, not ${count}`);
    await pause(5);
  }
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; milliseconds: number }> {
  const started = performance.now();
  const answer = await work();
  return { answer, milliseconds: performance.now() - started };
}

describe("DUR-05: fifty parked waits and a pool of five", () => {
  test("hold no connection: everything else is answered within a second, and a decision wakes its own waiter", async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, () => ask(cast.agent)));
    const told = new Map<string, string>();
    const waits = asked.map(async ({ id }) => {
      const answer = await rest("GET", `/confirmations/${id}?wait=55s`, { as: cast.agent.key });
      told.set(id, answer.json.state);
    });
    await parked(50);
    const [{ busy }] = await query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    expect(busy).toBe(0);

    const others = [
      () => database().$queryRaw`SELECT 1`,
      () => rest("GET", "/confirmations", { as: cast.reviewer.token }),
      () => countWaiting(),
      () => rest("POST", "/confirmations", { as: cast.agent.key, body: { tool: "t", arguments: {} } }),
      () => decide(cast.reviewer, asked[49]?.id ?? "", "deny"),
    ];
    for (const other of others) expect((await timed(other)).milliseconds).toBeLessThan(1_000);

    const chosen = asked[7]?.id ?? "";
    const woken = await timed(async () => {
      await decide(cast.reviewer, chosen, "approve");
      while (!told.has(chosen)) await pause(2);
    });
    expect(woken.milliseconds).toBeLessThan(2_000);
    expect(told.get(chosen)).toBe("approved");
    await parked(48);
    for (const { id } of asked) if (!told.has(id)) void decide(cast.reviewer, id, "deny");
    await Promise.all(waits);
    expect(allParkedWaits.size).toBe(0);
  });
});

describe("a hold that meets decidable_until", () => {
  test("tells a person of the expiry and writes nothing; an agent's hold writes it down first", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 1 });
    const [before] = await query<{ xmin: string }>("SELECT xmin::text FROM confirmation WHERE id = $1", [id]);
    const told = await rest("GET", `/confirmations/${id}?wait=20s`, { as: cast.reviewer.token });
    expect(told.json).toMatchObject({ state: "expired", decision: { reason_code: "timed_out" } });
    expect(await query("SELECT xmin::text FROM confirmation WHERE id = $1", [id])).toEqual([before]);
    expect((await storedRow(id)).state).toBe("pending");
    const settled = await rest("GET", `/confirmations/${id}?wait=20s`, { as: cast.agent.key });
    expect(settled.json.state).toBe("expired");
    expect((await storedRow(id)).state).toBe("expired");
  });
});

describe("a restart", () => {
  test("DUR-03: three that wait are all there afterwards, with the deadlines they had, and none was decided for them", async () => {
    const asked = await Promise.all([ask(cast.agent), ask(cast.agent), ask(cast.agent)]);
    const before = (await countWaiting()).pending;
    const gone = new AbortController();
    const waits = asked.map(({ id }) =>
      followConfirmation(context(cast.agent), { id, holdSeconds: 30, dropped: gone.signal }),
    );
    await parked(3);
    // All that the process held is dropped: its waits, its pool. What is left is the database.
    gone.abort();
    await Promise.all(waits);
    await disconnect();

    expect((await countWaiting()).pending).toBe(before);
    for (const { id, decidableUntil } of asked) {
      const read = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
      expect(read.json).toMatchObject({ state: "pending", decidable_until: decidableUntil.toISOString() });
    }
    const [first] = asked;
    const again = followConfirmation(context(cast.agent), { id: first?.id ?? "", holdSeconds: 30 });
    await parked(1);
    await decide(cast.reviewer, first?.id ?? "", "approve");
    expect((await again).ok && (await countWaiting()).pending).toBe(before - 1);
  });

  test("DUR-11: the same request under the same key is the same confirmation, still approved and claimable once", async () => {
    const call = () =>
      rest("POST", "/confirmations", {
        as: cast.agent.key,
        body: { tool: "issue_refund", arguments: { order_id: "A-9", amount: 1 } },
        headers: { "idempotency-key": "run-11-step-3" },
      });
    const first = await call();
    await decide(cast.reviewer, first.json.id, "approve");
    const before = await countAll();
    const replayed = await call();
    expect([first.status, replayed.status]).toEqual([201, 200]);
    expect(replayed.json).toMatchObject({ id: first.json.id, state: "approved" });
    expect(await countAll()).toEqual(before);
    const presented = { arguments: '{"amount":1,"order_id":"A-9"}' };
    expect(outcomeOf(await claim(cast.agent, first.json.id, presented))).toBe("done");
    expect((await call()).json.execution.state).toBe("submitted");
    expect(outcomeOf(await claim(cast.agent, first.json.id, presented))).toBe("already_claimed");
  });

  test("DUR-11: replayed after it expired, the agent is told expired once that is written down", async () => {
    const asked = await ask(cast.agent, { idempotencyKey: "run-12", decisionWindowSeconds: 10 });
    await moveClock(11_000);
    const replayed = await ask(cast.agent, { idempotencyKey: "run-12", decisionWindowSeconds: 10 });
    await resetClock();
    expect([replayed.id, replayed.state]).toEqual([asked.id, "expired"]);
    expect((await storedRow(asked.id)).state).toBe("expired");
  });
});

describe("a hold", () => {
  test("DUR-07: over with nothing decided answers pending with the id, and calling again resumes", async () => {
    const { id } = await ask(cast.agent);
    const held = await timed(() => rest("GET", `/confirmations/${id}?wait=1s`, { as: cast.agent.key }));
    expect(held.answer.json).toMatchObject({ id, state: "pending" });
    expect(held.milliseconds).toBeGreaterThan(900);
    const again = rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.agent.key });
    await parked(1);
    await decide(cast.reviewer, id, "deny");
    expect((await again).json.state).toBe("denied");
  });

  test("on a submission answers 201 with the decision, where one was made meanwhile", async () => {
    const submitted = rest("POST", "/confirmations?wait=30s", {
      as: cast.agent.key,
      body: { tool: "post_notice", arguments: { n: 1 } },
    });
    await parked(1);
    const [{ id }] = await query<{ id: string }>("SELECT id FROM confirmation WHERE tool = 'post_notice'");
    await decide(cast.reviewer, id, "approve");
    const { status, json } = await submitted;
    expect([status, json.id, json.state]).toEqual([201, id, "approved"]);
  });

  test("is answered at once where it was decided already", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "deny");
    const { answer, milliseconds } = await timed(() =>
      rest("GET", `/confirmations/${id}?wait=55s`, { as: cast.agent.key }),
    );
    expect([answer.json.state, milliseconds < 1_000]).toEqual(["denied", true]);
  });
});

describe("what a wait brings", () => {
  test("DUR-10: comment, edit and effective arguments are the same by the wait and by a read, character for character", async () => {
    const reason = 'ok, but only "EU"\nsee 4.2';
    const { id } = await ask(cast.agent, { arguments: '{"region":"all","amount":40.0}' });
    const waited = rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.agent.key });
    await parked(1);
    await decide(cast.reviewer, id, "approve", { reason, edited: '{"region":"EU","amount":40}' });
    const [byWait, byRead] = [await waited, await rest("GET", `/confirmations/${id}`, { as: cast.agent.key })];
    for (const { text, json } of [byWait, byRead]) {
      expect(json.decision).toMatchObject({
        reason,
        edited: true,
        changes: [{ path: "/region", from: "all", to: "EU" }],
      });
      expect(text).toContain('"effective_arguments":{"region":"EU","amount":40.0}');
      expect(text).toContain('"arguments":{"region":"all","amount":40.0}');
    }
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "confirmation.approved"]);
  });
});
