import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask, type Cast, context, decide, kindsOf, makeCast, storedRow } from "@/lib/flow/fixtures";
import { followConfirmation, holdUntilDecided } from "@/lib/flow/follow-confirmation";
import { moveClock, resetClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { statementsOf } from "@/lib/ops/testing/statement-log";
import { rest } from "@/lib/wire/in-process-rest";
import { allParkedWaits } from "./parked-waits";
import { startWakeUp } from "./wake-up";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

let wakeUp: ReturnType<typeof startWakeUp>;
beforeEach(async () => {
  wakeUp = startWakeUp();
  await until(() => wakeUp.isUp);
});
afterEach(async () => {
  await wakeUp.stop();
  await resetClock();
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 1_000) throw new Error("it did not come to that");
    await pause(5);
  }
}

const parked = (count: number) => until(() => allParkedWaits.size === count);
const follow = (id: string, holdSeconds = 30, dropped?: AbortSignal) =>
  followConfirmation(context(cast.agent), { id, holdSeconds, dropped });

async function stateTold(followed: ReturnType<typeof follow>): Promise<string> {
  const answer = await followed;
  return answer.ok ? answer.stand.confirmation.state : answer.refusal.code;
}

/** Ends the connection that listens, as a failover would. */
async function breakChannel(): Promise<void> {
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'countersign wake-up'`,
  );
}

describe("a parked wait", () => {
  test("is woken by a decision, and told the row that was read", async () => {
    const { id } = await ask(cast.agent);
    const told = follow(id);
    await parked(1);
    const started = performance.now();
    await decide(cast.reviewer, id, "approve", { reason: "ok" });
    const answer = await told;
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(answer).toMatchObject({ ok: true, stand: { confirmation: { state: "approved", reason: "ok" } } });
  });

  test("a thousand on one id send one read to park and one read to be released", async () => {
    const { id } = await ask(cast.agent);
    const waits: Promise<unknown>[] = [];
    const sent = await statementsOf(async () => {
      for (let n = 0; n < 1_000; n++) waits.push(holdUntilDecided(id, 30));
      await parked(1_000);
      await pause(100);
      await decide(cast.reviewer, id, "deny");
      await Promise.all(waits);
    });
    expect(sent.filter((statement) => /c\.id = ANY/.test(statement))).toHaveLength(2);
    expect(await Promise.all(waits)).toHaveLength(1_000);
  });

  test("misses no decision made between the call's read and its parking", async () => {
    const { id } = await ask(cast.agent);
    const [told] = await Promise.all([stateTold(follow(id)), decide(cast.reviewer, id, "approve")]);
    expect(told).toBe("approved");
  });

  test("WIN-07: that meets decidable_until is told expired only once the row says so", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(9_800);
    const answer = await follow(id);
    expect(answer).toMatchObject({ ok: true, stand: { confirmation: { state: "expired", escalation: "required" } } });
    expect((await storedRow(id)).state).toBe("expired");
    expect(await kindsOf(id)).toContain("confirmation.timed_out");
  });

  test("of a person that meets decidable_until shows it expired and writes nothing; the agent beside it has it written", async () => {
    const { id } = await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(9_800);
    const before = await storedRow(id);
    const shown = await rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.reviewer.token });
    expect(shown.json).toMatchObject({ state: "expired", decision: { reason_code: "timed_out" } });
    expect([await storedRow(id), await kindsOf(id)]).toEqual([before, ["confirmation.submitted"]]);
    const [told] = await Promise.all([
      stateTold(follow(id)),
      rest("GET", `/confirmations/${id}`, { as: cast.admin.token }),
    ]);
    expect([told, (await storedRow(id)).state]).toEqual(["expired", "expired"]);
  });

  test("DUR-09: whose agent goes away leaves the row pending, undecided and still approvable", async () => {
    const { id } = await ask(cast.agent);
    const gone = new AbortController();
    const told = rest("GET", `/confirmations/${id}?wait=30s`, { as: cast.agent.key, signal: gone.signal });
    await parked(1);
    gone.abort();
    await told;
    await parked(0);
    expect((await storedRow(id)).state).toBe("pending");
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);
    expect((await decide(cast.reviewer, id, "approve")).ok).toBe(true);
  });

  test("DUR-02, AUD-01: is not released by a decision that could not be written, and is by the next click", async () => {
    const { id } = await ask(cast.agent);
    const told = stateTold(follow(id));
    await parked(1);
    await query(`CREATE FUNCTION test_trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`);
    await query(
      `CREATE TRIGGER test_trouble BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION test_trouble()`,
    );
    const failed = await rest("POST", `/confirmations/${id}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "approve" },
    });
    expect([failed.status, failed.json.code]).toEqual([503, "store_unavailable"]);
    expect(failed.json.detail).toContain("Nothing was decided");
    expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
    await pause(100);
    expect(allParkedWaits.size).toBe(1);
    expect((await storedRow(id)).state).toBe("pending");

    await query("DROP TRIGGER test_trouble ON audit_event");
    const again = await rest("POST", `/confirmations/${id}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "approve" },
    });
    expect([again.status, await told]).toEqual([200, "approved"]);
    expect((await kindsOf(id)).filter((kind) => kind === "confirmation.approved")).toHaveLength(1);
  });
});

describe("the wake-up channel", () => {
  test("being down, a decision is still noticed by polling, and nobody is released before", async () => {
    const { id } = await ask(cast.agent);
    const told = stateTold(follow(id));
    await parked(1);
    // The connection is ended again whenever it comes back.
    const breaking = setInterval(() => void breakChannel(), 20);
    try {
      await until(() => !wakeUp.isUp);
      await pause(50);
      expect(allParkedWaits.size).toBe(1);
      await decide(cast.reviewer, id, "deny");
      expect(await told).toBe("denied");
    } finally {
      clearInterval(breaking);
    }
  });

  test("comes back by itself, and what was decided meanwhile is noticed then", async () => {
    const { id } = await ask(cast.agent);
    const told = stateTold(follow(id));
    await parked(1);
    await breakChannel();
    await decide(cast.reviewer, id, "approve");
    expect(await told).toBe("approved");
    await until(() => wakeUp.isUp);
  });
});
