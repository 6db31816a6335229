import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweep } from "@/lib/flow/sweep";
import { query } from "@/lib/ops/testing/database";
import type { Server } from "@/lib/ops/testing/servers";
import { type Stage, setStage } from "./stage";
import { DECIDED_AS, storedEvents, storedRow } from "./stored";
import { type Answer, approve, call, cancel, deny, follow, list, submit, type WireConfirmation } from "./wire";

const KILLS = 50;
/** Decisions on their way when the process is killed, and the longest it lives after they were sent or begun. */
const DECISIONS = 6;
const KILL_WITHIN_MS = 30;

let stage: Stage;
/** The server that lives throughout. */
let witness: string;

beforeAll(async () => {
  stage = await setStage({ count: 4, environment: { COUNTERSIGN_ROLE: "web" } });
  witness = stage.at(0).baseUrl;
});
afterAll(() => stage?.stop());

describe("A server is killed by kill -9", () => {
  it("and started again: what was pending is listed with its deadlines, waits resume, nothing was decided (DUR-03)", async () => {
    const { agent, reviewer } = stage.seeded;
    const killed = stage.at(1);
    const asked = await Promise.all([1, 2, 3].map(() => submit(killed.baseUrl, agent.key)));
    const parked = asked.map(({ id }) => follow(killed.baseUrl, agent.key, id, "50s"));
    await pause(200);
    const cut = Promise.allSettled(parked);
    await killed.kill();
    expect((await cut).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);

    await killed.start();
    const listed = await list(killed.baseUrl, agent.key, "?state=pending");
    const deadlines = (rows: WireConfirmation[] = []) =>
      rows.map(({ id, decidable_until }) => `${id} ${decidable_until}`).sort();
    expect(deadlines(listed.body.data)).toEqual(deadlines(asked));
    expect(await badge(killed)).toBe(3);

    const [first, ...others] = asked;
    const resumed = asked.map(({ id }) => follow(killed.baseUrl, agent.key, id, id === first?.id ? "20s" : "2s"));
    await approve(witness, reviewer.token, first?.id ?? "");
    expect((await Promise.all(resumed)).map(({ body }) => body.state)).toEqual(["approved", "pending", "pending"]);
    expect(await badge(killed)).toBe(2);
    for (const { id } of others) {
      expect((await storedEvents(id)).map(({ kind }) => kind)).toEqual(["confirmation.submitted"]);
      await cancel(witness, agent.key, id);
    }
  });

  it("or stopped over a deadline: the first read after the start shows nothing of it as pending (WIN-11)", async () => {
    const { agent } = stage.seeded;
    const stopped = stage.at(1);
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map(() => submit(stopped.baseUrl, agent.key, { decision_window: "1s" })),
    );
    await stopped.stop();
    await pause(1_000);
    await stopped.start();
    expect(await badge(stopped)).toBe(0);
    const pending = await list(stopped.baseUrl, stage.seeded.reviewer.token, "?state=pending");
    expect(pending.body.data).toEqual([]);
    expect(await sweep()).toMatchObject({ expired: 5, outcome_unknown: 0, escalations_notified: 5 });
    for (const { id } of asked) {
      expect((await storedRow(id)).state).toBe("expired");
      expect((await storedEvents(id)).map(({ kind }) => kind)).toEqual([
        "confirmation.submitted",
        "confirmation.timed_out",
        "execution.skipped",
        "escalation.required",
        "escalation.notified",
      ]);
    }
  });

  it(`in the midst of decisions, ${KILLS} times: each decision is whole or absent, and what is absent can be decided again`, async () => {
    // Up to 20 ms an event, so that a kill finds statements that are sent and not answered.
    await query(`
        CREATE FUNCTION slow_decision() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(random() * 0.02); RETURN NEW; END $$;
        CREATE TRIGGER slow_decision BEFORE INSERT ON audit_event FOR EACH ROW
          WHEN (NEW.kind IN ('confirmation.approved', 'confirmation.denied', 'confirmation.cancelled'))
          EXECUTE FUNCTION slow_decision()`);
    const startedAt = performance.now();
    const tally = { answered: 0, whole: 0, absent: 0 };
    const ready = [1, 2, 3].map((at) => Promise.resolve(stage.at(at)));
    for (let kill = 0; kill < KILLS; kill++) {
      const victim = await ready.shift();
      if (!victim) throw new Error("No server is left to kill.");
      await killInTheMidst(victim, kill % 4 === 0 ? "sent" : "begun", tally);
      // It comes back while the next one is killed.
      ready.push(victim.start().then(() => warmedUp(victim)));
    }
    await Promise.all(ready);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `kill: ${KILLS} kills under ${KILLS * DECISIONS} decisions in ${seconds} s: ${tally.answered} answered; unanswered: ${tally.whole} whole, ${tally.absent} absent`,
    );
    expect(tally.whole, "some were cut off after they stood").toBeGreaterThan(0);
    expect(tally.absent, "and some before").toBeGreaterThan(0);
  }, 300_000);
});

/** One of each decision, by turns. */
function decide(server: string, { id }: WireConfirmation, at: number): Promise<Answer> {
  const { agent, reviewer, otherReviewer } = stage.seeded;
  if (at % 3 === 0) return deny(server, otherReviewer.token, id);
  return at % 3 === 1 ? approve(server, reviewer.token, id) : cancel(server, agent.key, id);
}

const someAsked = () => Promise.all(Array.from({ length: DECISIONS }, () => submit(witness, stage.seeded.agent.key)));

/** A process that was just started loads its code and connects first; a kill then would find no decision begun. */
async function warmedUp(server: Server): Promise<Server> {
  await Promise.all((await someAsked()).map((one, at) => decide(server.baseUrl, one, at)));
  return server;
}

async function killInTheMidst(
  victim: Server,
  once: "sent" | "begun",
  tally: { answered: number; whole: number; absent: number },
): Promise<void> {
  const asked = await someAsked();
  const answers = Promise.allSettled(asked.map((one, at) => decide(victim.baseUrl, one, at)));
  if (once === "begun") await statementBegun();
  await pause(Math.random() * KILL_WITHIN_MS);
  await victim.kill();
  const settled = await answers;
  await statementsEnded();
  for (const [at, one] of asked.entries()) {
    const answer = settled[at];
    const row = await storedRow(one.id);
    const events = (await storedEvents(one.id)).map(({ kind }) => kind);
    if (row.state === "pending") {
      expect(answer?.status, "what was answered as decided stands").toBe("rejected");
      expect(events).toEqual(["confirmation.submitted"]);
      expect([row.decided_at, row.execution_id, row.execution_state]).toEqual([null, null, null]);
      tally.absent += 1;
    } else {
      expect(events).toHaveLength(2);
      expect(DECIDED_AS[events[1] ?? ""], "one event, of what the row says").toBe(row.state);
      expect(row.execution_state).toBe(row.state === "approved" ? "planned" : null);
      expect(row.execution_id !== null).toBe(row.state === "approved");
      if (answer?.status === "rejected") tally.whole += 1;
      else tally.answered += 1;
    }
    const again = await decide(witness, one, at);
    expect(again.status, "the same again is done, or is told that it is done").toBe(200);
  }
}

async function statementBegun(): Promise<void> {
  for (;;) {
    const [{ begun }] = await query<{ begun: string }>(
      "SELECT count(*) AS begun FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    );
    if (begun !== "0") return;
  }
}

/** What a killed process had sent goes on to its end in the database. */
async function statementsEnded(): Promise<void> {
  for (;;) {
    const [{ open }] = await query<{ open: string }>(
      `SELECT count(*) AS open FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    );
    if (open === "0") return;
    await pause(5);
  }
}

async function badge({ baseUrl }: Server): Promise<number | undefined> {
  return (await call(baseUrl, stage.seeded.reviewer.token, "/api/console/summary")).body.pending;
}
