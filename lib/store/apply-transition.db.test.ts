import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { cancelConfirmation } from "@/lib/flow/cancel-confirmation";
import {
  ARGUMENTS,
  ask,
  type Cast,
  claim,
  decide,
  kindsOf,
  makeCast,
  outcomeOf,
  report,
  storedRow,
} from "@/lib/flow/fixtures";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { EXPIRY, judgeVerdict } from "@/lib/kernel/decision";
import { NO_REACH } from "@/lib/kernel/tiers";
import type { Transition } from "@/lib/kernel/transition";
import { query } from "@/lib/ops/testing/database";
import { statementsOf } from "@/lib/ops/testing/statement-log";
import { applyToBatch, applyTransition } from "./apply-transition";
import { readClock } from "./clock";
import { type Database, database } from "./database";
import { StoreUnavailable } from "./failure";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Makes every insert into the audit do this first, for decisions only. */
async function beforeAuditing(body: string): Promise<void> {
  await query(
    `CREATE OR REPLACE FUNCTION test_trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$`,
  );
  await query(`CREATE TRIGGER test_trouble BEFORE INSERT ON audit_event FOR EACH ROW
    WHEN (NEW.kind IN ('confirmation.approved', 'confirmation.denied')) EXECUTE FUNCTION test_trouble()`);
}
afterEach(() => query("DROP TRIGGER IF EXISTS test_trouble ON audit_event"));

/** Approved or not, and the audit says the same; anything else is half a decision. */
async function standing(id: string): Promise<"decided" | "untouched"> {
  const row = await storedRow(id);
  const events = (await kindsOf(id)).filter((kind) => kind === `confirmation.${row.state}`);
  if (row.state === "pending") {
    expect(await kindsOf(id)).not.toContain("confirmation.approved");
    return "untouched";
  }
  expect(events).toHaveLength(1);
  return "decided";
}

describe("RACE-03: the UPDATE that reaches the database", () => {
  /** The one statement that changes a confirmation, and all the others the call sent. */
  async function changing(work: () => Promise<unknown>): Promise<{ update: string; others: string[] }> {
    const sent = (await statementsOf(work)).map((statement) => statement.replace(/\s+/g, " ").trim());
    const updates = sent.filter((statement) => /UPDATE confirmation/i.test(statement));
    expect(updates).toHaveLength(1);
    return { update: updates[0] ?? "", others: sent.filter((statement) => !updates.includes(statement)) };
  }

  const PARAMETER = String.raw`\$\d+`;
  const ONE_ROW = String.raw`UPDATE confirmation AS c SET .* WHERE c\.id = ${PARAMETER}::uuid`;

  test("of a verdict repeats the pending state, the boundary and the person's standing in its own WHERE", async () => {
    const { id } = await ask(cast.agent);
    const { update, others } = await changing(() => decide(cast.reviewer, id, "approve"));
    expect(update).toMatch(
      new RegExp(
        String.raw`${ONE_ROW} AND c\.state = 'pending' AND c\.decidable_until > ${PARAMETER}::timestamptz AND EXISTS \( SELECT 1 FROM person`,
      ),
    );
    // In the same statement: its audit event and the wake-up. Nothing is opened before or closed after it.
    expect(update).toContain("INSERT INTO audit_event");
    expect(update).toContain("pg_notify");
    expect(others).toHaveLength(1);
    expect(others[0]).toMatch(
      /SELECT t\.now, caller\.caller_name, caller\.caller_email, caller\.caller_role, row_to_json\(c\)/,
    );
  });

  test("of a withdrawal does the same for the agent", async () => {
    const { id } = await ask(cast.agent);
    const { update } = await changing(() =>
      cancelConfirmation({ caller: cast.agent, requestId: "test" }, { id, reason: null }),
    );
    expect(update).toMatch(
      new RegExp(
        String.raw`${ONE_ROW} AND c\.state = 'pending' AND c\.decidable_until > ${PARAMETER}::timestamptz AND EXISTS \( SELECT 1 FROM agent`,
      ),
    );
  });

  test("of a claim repeats the planned state and start_by", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    const { update } = await changing(() => claim(cast.agent, id));
    expect(update).toMatch(
      new RegExp(
        String.raw`${ONE_ROW} AND c\.execution_state = 'planned' AND c\.start_by > ${PARAMETER}::timestamptz AND c\.attempt = ${PARAMETER}::integer AND EXISTS`,
      ),
    );
  });

  test("of an outcome repeats the state it follows and the attempt it is of", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    await claim(cast.agent, id);
    const { update } = await changing(() => report(cast.agent, id));
    expect(update).toMatch(
      new RegExp(
        String.raw`${ONE_ROW} AND c\.execution_state IN \('submitted', 'outcome_unknown', 'suspended'\) AND c\.attempt = ${PARAMETER}::integer AND EXISTS`,
      ),
    );
  });
});

describe("many who decide at once", () => {
  test("RACE-03: of 10 parallel decisions exactly one changes the row, in each of 50 rounds", async () => {
    for (let round = 0; round < 50; round++) {
      const { id } = await ask(cast.agent);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          decide(n % 2 === 0 ? cast.reviewer : cast.otherReviewer, id, n % 3 === 0 ? "deny" : "approve"),
        ),
      );
      expect(answers.filter((answer) => outcomeOf(answer) === "done")).toHaveLength(1);
      const row = await storedRow(id);
      const events = (await kindsOf(id)).filter((kind) => /^confirmation\.(approved|denied)$/.test(kind));
      expect(events).toEqual([`confirmation.${row.state}`]);
      for (const answer of answers) {
        if (!answer.ok) expect(answer.refusal.code).toBe("already_decided");
        expect(answer.stand?.confirmation).toMatchObject({ state: row.state, decidedById: row.decided_by_id });
      }
    }
  });

  test("of 10 parallel claims exactly one takes the approval", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => claim(cast.agent, id, { key: `k-${n}` })));
    expect(answers.map(outcomeOf).sort()).toEqual([...Array(9).fill("already_claimed"), "done"]);
    expect((await kindsOf(id)).filter((kind) => kind === "execution.claimed")).toHaveLength(1);
  });
});

describe("no audit, no change", () => {
  test("AUD-01: an audit that refuses takes the decision back with it, and once it is back the same click works", async () => {
    const { id } = await ask(cast.agent);
    const before = await storedRow(id);
    await beforeAuditing("RAISE EXCEPTION 'the audit is full';");
    const refused = await decide(cast.reviewer, id, "approve").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect((refused as StoreUnavailable).certain).toBe(true);
    expect(await storedRow(id)).toEqual(before);
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);

    await query("DROP TRIGGER test_trouble ON audit_event");
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
    expect(await standing(id)).toBe("decided");
  });
});

async function approvalOf(confirmation: Confirmation): Promise<Transition> {
  const judgement = judgeVerdict({
    facts: confirmation,
    tiers: [],
    votes: [],
    reach: NO_REACH,
    breakGlass: false,
    now: await readClock(),
    person: cast.reviewer,
    verdict: "approve",
    reason: null,
    seenDigest: null,
    edit: null,
  });
  if (judgement.kind !== "permitted") throw new Error("not permitted");
  return judgement.transition;
}

/** The store over a connection that breaks: before the statement arrives, or after it stood. */
function breaking(...when: ("before" | "after" | "never")[]): { db: Database; sent: () => number } {
  let sent = 0;
  const real = database();
  const $queryRaw = async (...statement: Parameters<typeof real.$queryRaw>) => {
    const breaks = when[sent++] ?? "never";
    if (breaks === "before") throw new Error("Connection terminated unexpectedly");
    const answer = await real.$queryRaw(...statement);
    if (breaks === "after") throw new Error("Connection terminated unexpectedly");
    return answer;
  };
  return { db: { $queryRaw } as unknown as Database, sent: () => sent };
}

describe("an answer that was lost", () => {
  test("is found on the row where the statement stood, and written once", async () => {
    const asked = await ask(cast.agent);
    const transition = await approvalOf(asked);
    const applied = await applyTransition(transition, {}, breaking("after").db);
    expect(applied).toMatchObject({ outcome: "won", facts: { executionId: transition.set.executionId } });
    expect(await standing(asked.id)).toBe("decided");
  });

  test("is sent again where the statement never arrived", async () => {
    const asked = await ask(cast.agent);
    const applied = await applyTransition(await approvalOf(asked), {}, breaking("before").db);
    expect(applied.outcome).toBe("won");
    expect(await standing(asked.id)).toBe("decided");
  });

  test("is a lost race where somebody else decided meanwhile", async () => {
    const asked = await ask(cast.agent);
    const transition = await approvalOf(asked);
    await decide(cast.otherReviewer, asked.id, "deny");
    expect(await applyTransition(transition, {}, breaking("before").db)).toEqual({ outcome: "lost" });
    expect((await storedRow(asked.id)).state).toBe("denied");
  });

  test("by the same person's earlier approval is not taken for this one", async () => {
    const asked = await ask(cast.agent);
    const transition = await approvalOf(asked);
    await decide(cast.reviewer, asked.id, "approve");
    expect(await applyTransition(transition, {}, breaking("before").db)).toEqual({ outcome: "lost" });
  });

  test("for good is said to be unknown, never to be one or the other", async () => {
    const asked = await ask(cast.agent);
    const { db, sent } = breaking("after", "before", "before", "before");
    const failure = await applyTransition(await approvalOf(asked), {}, db).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect((failure as StoreUnavailable).certain).toBe(false);
    expect(sent()).toBe(4);
    expect(await standing(asked.id)).toBe("decided");
  });

  test("because the server ended the connection half-way leaves one whole decision and a true answer", async () => {
    const { id } = await ask(cast.agent);
    await beforeAuditing("PERFORM pg_sleep(0.3);");
    const answer = decide(cast.reviewer, id, "approve");
    await killOneSleeper();
    expect(outcomeOf(await answer)).toBe("done");
    expect(await standing(id)).toBe("decided");
  });
});

/** Ends one connection that is in the midst of a decision. */
async function killOneSleeper(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const rows = await query<{ killed: boolean }>(
      `SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep' LIMIT 1`,
    );
    if (rows[0]?.killed) return;
    await pause(5);
  }
  throw new Error("nobody was in the midst of a decision");
}

describe("PLAT-02: a slow audit under load", () => {
  test("gives both rows or neither, and every answer says which, while connections are cut in between", async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(cast.agent, { arguments: ARGUMENTS })));
    await beforeAuditing("PERFORM pg_sleep(0.25);");
    const answers = asked.map(({ id }) => decide(cast.reviewer, id, "approve").catch((error: unknown) => error));
    for (let n = 0; n < 5; n++) await killOneSleeper();
    for (const [n, answer] of (await Promise.all(answers)).entries()) {
      const id = asked[n]?.id ?? "";
      const stands = await standing(id);
      if (answer instanceof StoreUnavailable) {
        if (answer.certain) expect(stands).toBe("untouched");
      } else {
        expect([outcomeOf(answer as Awaited<ReturnType<typeof decide>>), stands]).toEqual(["done", "decided"]);
      }
    }
  });
});

describe("a batch", () => {
  test("moves no more rows than its size, oldest boundary first, and leaves the others as they were", async () => {
    const asked: string[] = [];
    for (let seconds = 9; seconds > 1; seconds--) {
      asked.push((await ask(cast.agent, { decisionWindowSeconds: seconds })).id);
    }
    const now = new Date((await readClock()).getTime() + 10_000);
    const scope = { ids: asked };
    const moved = await applyToBatch(EXPIRY, { now, batchSize: 3, skipLocked: false, scope }, {});
    expect(new Set(moved)).toEqual(new Set(asked.slice(-3)));
    const states = await Promise.all(asked.map(async (id) => (await storedRow(id)).state));
    expect(states).toEqual([...Array(5).fill("pending"), ...Array(3).fill("expired")]);
  });
});
