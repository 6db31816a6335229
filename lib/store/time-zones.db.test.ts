import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type Cast, context, decide, makeCast, outcomeOf, storedRow } from "@/lib/flow/fixtures";
import { listForConsole } from "@/lib/flow/list-confirmations";
import { sweep } from "@/lib/flow/sweep";
import { resetClock, stopClock } from "@/lib/ops/testing/clock";
import { databaseUrl, query } from "@/lib/ops/testing/database";
import { rest } from "@/lib/wire/in-process-rest";
import { readClock } from "./clock";

/* PLAT-01: a database in Kolkata, a process in Mexico City. The store has not connected yet when these are set. */

const zone = process.env.TZ;
let cast: Cast;
beforeAll(async () => {
  process.env.TZ = "America/Mexico_City";
  const name = new URL(databaseUrl()).pathname.slice(1);
  await query(`ALTER DATABASE ${name} SET timezone = 'Asia/Kolkata'`);
  await query(`ALTER ROLE ${new URL(databaseUrl()).username} IN DATABASE ${name} SET timezone = 'Asia/Kolkata'`);
  cast = await makeCast();
});
afterAll(async () => {
  await resetClock();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const DAY = 86_400_000;

describe("PLAT-01: with a database and a process in other time zones", () => {
  test("the process is where it is said to be, and still reads the clock it shares with everybody", async () => {
    expect(new Date("2026-11-30T12:00:00Z").getHours()).toBe(6);
    await stopClock(new Date("2026-11-30T12:00:00.123Z"));
    expect((await readClock()).toISOString()).toBe("2026-11-30T12:00:00.123Z");
    await resetClock();
  });

  test("24 h are 86 400 s in the database and on the wire", async () => {
    const created = await rest("POST", "/confirmations", {
      as: cast.agent.key,
      body: { tool: "issue_refund", arguments: {}, decision_window: "24h" },
    });
    expect(created.status).toBe(201);
    expect(Date.parse(created.json.decidable_until) - Date.parse(created.json.created_at)).toBe(DAY);
    const [stored] = await query<{ seconds: number; age: number }>(
      `SELECT extract(epoch FROM decidable_until - created_at)::int AS seconds,
              extract(epoch FROM clock_timestamp() - created_at)::int AS age FROM confirmation WHERE id = $1`,
      [created.json.id],
    );
    expect(stored.seconds).toBe(86_400);
    expect(stored.age).toBeLessThan(60);
  });

  test("nothing expires hours early or lives hours longer: list, sweep and decision agree on the instant", async () => {
    const { id, decidableUntil } = await ask(cast.agent, { decisionWindowSeconds: 86_400 });
    const listed = async () => {
      const { rows } = await listForConsole(context(cast.reviewer), { state: "pending", limit: 200 });
      return rows.some(({ confirmation }) => confirmation.id === id);
    };
    await stopClock(new Date(decidableUntil.getTime() - 1));
    await sweep();
    expect([await listed(), (await storedRow(id)).state]).toEqual([true, "pending"]);
    await stopClock(decidableUntil);
    expect(await listed()).toBe(false);
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("expired");
    expect((await storedRow(id)).decided_at).toEqual(decidableUntil);
  });

  test("a decision and its start window are stamped with the same clock", async () => {
    await resetClock();
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    const [row] = await query<{ window: number; age: number }>(
      `SELECT extract(epoch FROM start_by - decided_at)::int AS window,
              extract(epoch FROM clock_timestamp() - decided_at)::int AS age FROM confirmation WHERE id = $1`,
      [id],
    );
    expect(row.window).toBe(900);
    expect(row.age).toBeLessThan(60);
  });
});
