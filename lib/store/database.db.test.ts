import { beforeAll, describe, expect, test } from "vitest";
import { ask, type Cast, claim, decide, makeCast, outcomeOf, report } from "@/lib/flow/fixtures";
import { query } from "@/lib/ops/testing/database";
import { statementsOf } from "@/lib/ops/testing/statement-log";
import { loadForCaller } from "./confirmations";
import { database, MOST_PREPARED, preparedNames, STATEMENT_MILLISECONDS } from "./database";

test("every connection speaks UTC, and the server ends a statement that takes too long", async () => {
  const [row] = await database().$queryRaw<[{ zone: string; limit: string }]>`
    SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS limit`;
  expect(row).toEqual({ zone: "UTC", limit: `${STATEMENT_MILLISECONDS / 1000}s` });
});

describe("a statement that every call sends", () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await makeCast();
  });

  /** Asked, approved, claimed and reported. */
  async function lifecycle(asking: Parameters<typeof ask>[1] = {}): Promise<void> {
    const { id } = await ask(cast.agent, asking);
    const more = { arguments: asking.arguments, target: asking.target ?? undefined };
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
    expect(outcomeOf(await claim(cast.agent, id, more))).toBe("done");
    expect(outcomeOf(await report(cast.agent, id))).toBe("done");
  }

  test("is prepared once a connection, and used again", async () => {
    const { id } = await ask(cast.agent);
    const prepared = await database().$transaction(async (tx) => {
      for (let time = 0; time < 3; time++) await loadForCaller(id, cast.reviewer, tx);
      return tx.$queryRaw<{ uses: bigint }[]>`
        SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements
        WHERE starts_with(statement, '/* prepared */') AND statement ~ 'SELECT t.now, caller.*person_token'`;
    });
    expect(prepared).toHaveLength(1);
    expect(Number(prepared[0]?.uses)).toBeGreaterThanOrEqual(3);
  });

  test("has one text, whatever its values", async () => {
    const textsOf = async (work: () => Promise<unknown>) => new Set(await statementsOf(work));
    const bare = await textsOf(() => lifecycle());
    const full = await textsOf(() =>
      lifecycle({
        target: "billing",
        session: "support-chat-4711",
        onBehalfOf: "mara.lindt@example.net",
        reasoning: "The lamp arrived broken.",
        idempotencyKey: "k-1",
        decisionWindowSeconds: 60,
        arguments: '{"order_id":"A-8","lines":[1,2,3]}',
      }),
    );
    expect(bare.size).toBe(7);
    expect(full).toEqual(bare);
    for (const text of bare) expect(text).toMatch(/^\/\* prepared \*\//);
  });

  test("outlives a newer version's migration that adds columns", async () => {
    const everywhere = () => Promise.all(Array.from({ length: 20 }, () => lifecycle()));
    await everywhere();
    for (const table of ["confirmation", "agent", "agent_key", "person", "person_token", "tool", "audit_event"]) {
      await query(`ALTER TABLE ${table} ADD COLUMN of_a_newer_version TEXT`);
    }
    await everywhere();
  });
});

test("only marked statements get a name, each its own, and there is an end to the names", () => {
  const nameOf = preparedNames();
  const marked = (n: number) => ({ sql: `/* prepared */ SELECT ${n}` });
  expect(nameOf({ sql: "SELECT 1" })).toBe("");
  const names = Array.from({ length: MOST_PREPARED + 50 }, (_, n) => nameOf(marked(n)));
  expect(new Set(names.filter(Boolean)).size).toBe(MOST_PREPARED);
  expect(names.slice(MOST_PREPARED)).toEqual(Array(50).fill(""));
  expect(nameOf(marked(0))).toBe(names[0]);
});
