import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "@/lib/ops/embedded/embedded-postgres";
import { migrate } from "@/lib/ops/migrate";
import { closeDatabase } from "@/lib/ops/testing/database";
import { createTestDatabase, dropTestDatabase } from "@/lib/ops/testing/postgres";
import { type ActionAnswer, decideByAction, signIn } from "./browser";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy";
import { type Stage, setStage } from "./stage";
import { decisionEvents, decisionOf, storedEvents, storedRow } from "./stored";
import { type Answer, approve, call, cancel, claim, deny, follow, submit } from "./wire";

/** A parked wait looks again well within this; one that was going to be released wrongly would have been. */
const LONG_ENOUGH_MS = 700;
const ANSWERED_WITHIN_MS = 10_000;
/** From the decision to the parked agent, once the store is back: the waits look twice a second while it is away. */
const RELEASED_WITHIN_MS = 3_000;

describe("With a PostgreSQL of its own, which is broken in every way there is", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-fail-closed-"));
  let postgres: EmbeddedPostgres;
  let stage: Stage;
  let a: string;
  let b: string;
  let cookie: string;

  beforeAll(async () => {
    postgres = await startEmbedded({ dataDir });
    await migrate(postgres.url);
    stage = await setStage({ count: 2, databaseUrl: postgres.url });
    a = stage.at(0).baseUrl;
    b = stage.at(1).baseUrl;
    cookie = await signIn(b, stage.seeded.otherReviewer);
  });
  afterAll(async () => {
    await stage?.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Two confirmations, one to be decided by REST and one by a click, each with a wait parked on both servers. */
  async function parkedPair() {
    const asked = await Promise.all([submit(a, stage.seeded.agent.key), submit(b, stage.seeded.agent.key)]);
    const waits = asked.map(({ id }) =>
      [a, b].map((server) => watched(follow(server, stage.seeded.agent.key, id, "50s"))),
    );
    await pause(200);
    const [byRest, byClick] = asked;
    return {
      asked,
      waits: waits.flat(),
      decide: () =>
        Promise.all([
          inTime(approve(a, stage.seeded.reviewer.token, byRest.id)),
          inTime(decideByAction(b, cookie, byClick, "approve")),
        ]),
    };
  }
  type Pair = Awaited<ReturnType<typeof parkedPair>>;

  async function expectNothingDecided({ asked, waits }: Pair) {
    for (const { id } of asked) {
      expect((await storedRow(id)).state).toBe("pending");
      expect(await decisionEvents(id)).toEqual([]);
    }
    await pause(LONG_ENOUGH_MS);
    expect(waits.filter(({ answer }) => answer)).toEqual([]);
  }

  async function expectDecidedNow({ asked, waits, decide }: Pair) {
    const startedAt = performance.now();
    const [rest, click] = await decide();
    expect([rest.status, rest.body.state]).toEqual([200, "approved"]);
    expect([click.ok, click.confirmation?.state]).toEqual([true, "approved"]);
    const told = await Promise.all(waits.map(({ settled }) => settled));
    const tookMs = Math.max(...told.map(({ atMs }) => atMs)) - startedAt;
    expect(tookMs).toBeLessThan(RELEASED_WITHIN_MS);
    for (const { id } of asked) {
      const row = await storedRow(id);
      expect(row.execution_state).toBe("planned");
      expect((await decisionEvents(id)).map(({ kind }) => kind)).toEqual(["confirmation.approved"]);
      const waited = told.filter(({ body }) => body.id === id);
      expect(waited.map(({ body }) => body.decision)).toEqual([decisionOf(row), decisionOf(row)]);
    }
  }

  describe("the audit table refuses inserts", () => {
    afterEach(() => operator("DROP TRIGGER IF EXISTS broken_audit ON audit_event"));

    it("nobody is released, nothing is decided, the words say so, and the same click works afterwards (DUR-02, AUD-01)", async () => {
      const pair = await parkedPair();
      const approved = await submit(a, stage.seeded.agent.key);
      await approve(a, stage.seeded.reviewer.token, approved.id);
      await operator(`
        CREATE OR REPLACE FUNCTION broken_audit() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'the audit table is broken'; END $$;
        CREATE TRIGGER broken_audit BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION broken_audit()`);
      const [rest, click] = await pair.decide();
      expectNothingDone(rest);
      expectNothingClicked(click);
      expectNothingDone(await deny(b, stage.seeded.reviewer.token, pair.asked[0].id));
      expectNothingDone(await cancel(a, stage.seeded.agent.key, pair.asked[0].id));
      expectNothingDone(await claim(a, stage.seeded.agent.key, approved));
      expect((await storedRow(approved.id)).execution_state, "a claim without its event is no claim").toBe("planned");
      const filed = await call(a, stage.seeded.agent.key, "/api/v1/confirmations", {
        body: { tool: "never_filed", arguments: {} },
      });
      expectNothingDone(filed);
      expect(await operator("SELECT 1 FROM confirmation WHERE tool = 'never_filed'")).toEqual([]);
      await expectNothingDecided(pair);
      await operator("DROP TRIGGER broken_audit ON audit_event");
      await expectDecidedNow(pair);
    });
  });

  describe("the database takes no writes", () => {
    afterEach(() => readOnly("off"));

    it("nobody is released, nothing is decided, the words say so, and the same click works afterwards (DUR-02)", async () => {
      const pair = await parkedPair();
      await readOnly("on");
      const [rest, click] = await pair.decide();
      expectNothingDone(rest);
      expectNothingClicked(click);
      expect((await follow(a, stage.seeded.agent.key, pair.asked[0].id)).body.state, "reading works").toBe("pending");
      await expectNothingDecided(pair);
      await readOnly("off");
      await expectDecidedNow(pair);
    });

    it("no agent is told of an expiry that cannot be written down", async () => {
      const asked = await submit(a, stage.seeded.agent.key, { decision_window: "1s" });
      const parked = follow(b, stage.seeded.agent.key, asked.id, "2s");
      await readOnly("on");
      expectNothingDone(await parked);
      expectNothingDone(await follow(a, stage.seeded.agent.key, asked.id));
      expect((await storedRow(asked.id)).state).toBe("pending");
      await readOnly("off");
      expect((await follow(a, stage.seeded.agent.key, asked.id)).body.state).toBe("expired");
      expect((await storedRow(asked.id)).state).toBe("expired");
    });
  });

  describe("the database is stopped", () => {
    it("while a wait is parked and a reviewer clicks: nothing is decided, and without a restart the same click works (DUR-02)", async () => {
      const pair = await parkedPair();
      const short = watched(follow(b, stage.seeded.agent.key, pair.asked[0].id, "1s"));
      await pause(100);
      await stopDatabase();
      const [rest, click] = await pair.decide();
      expectNothingDone(rest);
      expectNothingClicked(click);
      expectNothingDone(await claim(a, stage.seeded.agent.key, pair.asked[0]));
      expectNothingDone(await follow(b, stage.seeded.agent.key, pair.asked[0].id));
      expectNothingDone(await short.settled);
      expect((await fetch(`${a}/api/health`)).status, "the process itself is well").toBe(200);
      expect((await fetch(`${a}/api/ready`)).status).toBe(503);
      await pause(LONG_ENOUGH_MS);
      expect(pair.waits.filter(({ answer }) => answer)).toEqual([]);
      await startDatabase();
      for (const { id } of pair.asked) {
        expect((await storedRow(id)).state).toBe("pending");
        expect(await decisionEvents(id)).toEqual([]);
      }
      await expectDecidedNow(pair);
      const resumed = await follow(b, stage.seeded.agent.key, pair.asked[0].id, "1s");
      expect(resumed.body.state, "the wait that was cut off resumes").toBe("approved");
    });

    it("in the midst of decisions: what was answered is true, and each decision is whole or absent", async () => {
      await operator(`
        CREATE OR REPLACE FUNCTION slow_audit() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(random()); RETURN NEW; END $$;
        CREATE TRIGGER slow_audit BEFORE INSERT ON audit_event FOR EACH ROW
          WHEN (NEW.kind = 'confirmation.approved') EXECUTE FUNCTION slow_audit()`);
      const asked = await Promise.all(Array.from({ length: 16 }, () => submit(a, stage.seeded.agent.key)));
      const deciding = asked.map(({ id }, at) => approve(at % 2 ? a : b, stage.seeded.reviewer.token, id));
      await statementsOpen(6);
      // PostgreSQL's "immediate" stop, which is a crash for everybody who is connected.
      process.kill(Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
      await stopDatabase();
      await startDatabase();
      const answers = await Promise.all(deciding);
      const told = { decided: 0, nothing: 0, unknown: 0 };
      for (const [at, { status, body }] of answers.entries()) {
        const id = asked[at]?.id ?? "";
        const row = await storedRow(id);
        const whole = row.state === "approved" && row.execution_state === "planned";
        expect(await decisionEvents(id), "row and event, or neither").toHaveLength(whole ? 1 : 0);
        if (status === 200) {
          told.decided += 1;
          expect(whole, "what was answered as decided stands").toBe(true);
          continue;
        }
        expect([status, body.code], JSON.stringify(body)).toEqual([503, "store_unavailable"]);
        if (/not known/.test(body.detail ?? "")) told.unknown += 1;
        else {
          told.nothing += 1;
          expect(row.state, "nothing was decided where that was said").toBe("pending");
        }
        expect((await approve(a, stage.seeded.reviewer.token, id)).status, "the same click works").toBe(200);
      }
      console.log(`fail-closed: database crashed under 16 decisions, told ${JSON.stringify(told)}`);
      await operator("DROP TRIGGER slow_audit ON audit_event");
    });
  });

  it("the wake-up channel is cut again and again: parked waits are still released within two seconds", async () => {
    let cutting = true;
    const cuts = (async () => {
      let cut = 0;
      while (cutting) {
        cut += (
          await operator(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'countersign wake-up'",
          )
        ).length;
        await pause(100);
      }
      return cut;
    })();
    const tookMs: number[] = [];
    try {
      for (let round = 0; round < 8; round++) {
        const asked = await submit(a, stage.seeded.agent.key);
        const waits = [a, b].map((server) => follow(server, stage.seeded.agent.key, asked.id, "20s"));
        await pause(50 * (round % 4));
        await approve(a, stage.seeded.reviewer.token, asked.id);
        const decidedAt = performance.now();
        for (const { body, atMs } of await Promise.all(waits)) {
          expect(body.state).toBe("approved");
          tookMs.push(Math.max(0, Math.round(atMs - decidedAt)));
        }
      }
    } finally {
      cutting = false;
    }
    console.log(`fail-closed: ${await cuts} listeners cut; waits released after ${tookMs.join(", ")} ms`);
    expect(await cuts).toBeGreaterThan(8);
    expect(Math.max(...tookMs)).toBeLessThan(2_000);
  });

  async function operator(sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: postgres.url, options: "-c default_transaction_read_only=off" });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until so many decisions are held up in their event. */
  async function statementsOpen(count: number): Promise<void> {
    for (;;) {
      const open = await operator("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
      if (open.length >= count) return;
    }
  }

  async function readOnly(on: "on" | "off"): Promise<void> {
    await operator(`ALTER SYSTEM SET default_transaction_read_only = ${on}`);
    await operator("SELECT pg_reload_conf()");
    // Open connections take the setting over between two statements, which the reload only asks them to.
    await pause(300);
  }

  async function stopDatabase(): Promise<void> {
    await closeDatabase();
    await postgres.stop();
  }

  async function startDatabase(): Promise<void> {
    const { url } = postgres;
    postgres = await startEmbedded({ dataDir });
    expect(postgres.url, "at the same address").toBe(url);
  }
});

describe("The answer to a commit is lost", () => {
  let databaseUrl: string;
  let proxy: CuttingProxy;
  let stage: Stage;
  let server: string;

  beforeAll(async () => {
    databaseUrl = await createTestDatabase();
    proxy = await startCuttingProxy(databaseUrl);
    stage = await setStage({ databaseUrl: proxy.url });
    server = stage.at(0).baseUrl;
  });
  afterAll(async () => {
    await stage?.stop();
    await proxy?.stop();
    await dropTestDatabase(databaseUrl);
  });

  it("the row is read again, the decision is answered as the success it is, and recorded once", async () => {
    const asked = await submit(server, stage.seeded.agent.key);
    const parked = follow(server, stage.seeded.agent.key, asked.id, "20s");
    proxy.loseNextAnswerTo("UPDATE confirmation");
    const { status, body } = await approve(server, stage.seeded.reviewer.token, asked.id);
    expect(proxy.lost).toBe(1);
    expect([status, body.decision]).toEqual([200, decisionOf(await storedRow(asked.id))]);
    expect((await decisionEvents(asked.id)).map(({ kind }) => kind)).toEqual(["confirmation.approved"]);
    expect((await parked).body.state).toBe("approved");
  });

  it("a claim is granted once, and the agent that asked for it is told so", async () => {
    const asked = await submit(server, stage.seeded.agent.key);
    await approve(server, stage.seeded.reviewer.token, asked.id);
    const before = proxy.lost;
    proxy.loseNextAnswerTo("UPDATE confirmation");
    const claimed = await claim(server, stage.seeded.agent.key, asked);
    expect(proxy.lost).toBe(before + 1);
    expect([claimed.status, claimed.body.grant?.execution_id]).toEqual([200, (await storedRow(asked.id)).execution_id]);
    const events = (await storedEvents(asked.id)).map(({ kind }) => kind);
    expect(events.filter((kind) => kind === "execution.claimed")).toHaveLength(1);
    expect((await claim(server, stage.seeded.agent.key, asked)).body.code).toBe("already_claimed");
  });
});

/** 503, in words that say that nothing was decided, or that it is not known; and when to try again. */
function expectNothingDone({ status, body, headers }: Answer): void {
  expect([status, body.code]).toEqual([503, "store_unavailable"]);
  expect(body.detail).toMatch(/Nothing was decided|not known whether this was recorded/);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
}

function expectNothingClicked({ ok, code, message }: ActionAnswer): void {
  const known = /Nothing was decided/.test(message ?? "");
  expect([ok, code]).toEqual([false, known ? "store_unavailable" : "answer_lost"]);
  if (!known) expect(message).toMatch(/not known whether this was recorded/);
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work;
  expect(performance.now() - startedAt, "answered, not left hanging").toBeLessThan(ANSWERED_WITHIN_MS);
  return value;
}

/** A wait that can be looked at before it is over. */
function watched(settled: Promise<Answer>): { settled: Promise<Answer>; answer?: Answer } {
  const one: { settled: Promise<Answer>; answer?: Answer } = { settled };
  settled.then(
    (answer) => {
      one.answer = answer;
    },
    () => {},
  );
  return one;
}
