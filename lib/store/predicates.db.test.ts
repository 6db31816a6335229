import { describe, expect, test } from "vitest";
import type { Confirmation, Escalation, State, StoredExecutionState } from "@/lib/kernel/confirmation";
import { reconcileActs } from "@/lib/kernel/execution";
import { CREATED_AT, later } from "@/lib/kernel/sample-confirmation";
import { executionStateOf, type Guard, guardHolds, stateOf } from "@/lib/kernel/state";
import { database, Prisma } from "./database";
import { guardSql, instant, stateSql, toSettleSql } from "./predicates";

/* DESIGN §5: the predicate in SQL and the kernel's are twins. Here every combination of the facts they look at. */

const NOW = CREATED_AT;
const AROUND = [-1, 0, 1].map((milliseconds) => later(NOW, milliseconds));
const STATES: State[] = ["pending", "approved", "denied", "cancelled", "expired"];
const EXECUTIONS: (StoredExecutionState | null)[] = [
  null,
  "planned",
  "submitted",
  "succeeded",
  "failed",
  "outcome_unknown",
  "suspended",
];

const GUARDS = {
  decidable: true,
  due: true,
  claimable: true,
  retryable: true,
  running: true,
  overdue: true,
  unsettled: true,
  unknown: true,
  reconcilable: true,
  unnotified: true,
  unacknowledged: true,
} satisfies Record<Guard, true>;

type Facts = Pick<
  Confirmation,
  "state" | "decidableUntil" | "executionState" | "startBy" | "outcomeDueBy" | "retryUntil" | "escalation"
>;

const ESCALATIONS: Escalation[] = ["required", "notified", "acknowledged"];
const NOTHING_ELSE = { executionState: null, startBy: null, outcomeDueBy: null, retryUntil: null };

function every(): Facts[] {
  const rows: Facts[] = [];
  const orNull = [...AROUND, null];
  for (const state of STATES)
    for (const executionState of EXECUTIONS)
      for (const decidableUntil of AROUND)
        for (const startBy of orNull)
          for (const outcomeDueBy of orNull)
            for (const retryUntil of orNull)
              rows.push({ state, executionState, decidableUntil, startBy, outcomeDueBy, retryUntil, escalation: null });
  for (const escalation of ESCALATIONS)
    for (const decidableUntil of AROUND) rows.push({ ...NOTHING_ELSE, state: "expired", decidableUntil, escalation });
  return rows;
}

/** What SQL says of each row, for one condition; NULL counts as no, as it does in a WHERE. */
async function askSql(rows: Facts[], condition: Prisma.Sql): Promise<boolean[]> {
  const column = (fact: keyof Facts) =>
    rows.map((row) => {
      const value = row[fact];
      return value instanceof Date ? value.toISOString() : value;
    });
  const answers = await database().$queryRaw<{ holds: boolean }[]>`
    SELECT (${condition}) IS TRUE AS holds
    FROM unnest(
      ${column("state")}::text[], ${column("executionState")}::text[], ${column("decidableUntil")}::timestamptz[],
      ${column("startBy")}::timestamptz[], ${column("outcomeDueBy")}::timestamptz[], ${column("retryUntil")}::timestamptz[],
      ${column("escalation")}::text[]
    ) WITH ORDINALITY AS c (state, execution_state, decidable_until, start_by, outcome_due_by, retry_until, escalation, n)
    ORDER BY n`;
  return answers.map(({ holds }) => holds);
}

/** The rows on which the two differ, as one can read them. */
function differences(rows: Facts[], sql: boolean[], kernel: (facts: Facts) => boolean): string[] {
  return rows.flatMap((row, n) => (sql[n] === kernel(row) ? [] : [JSON.stringify(row)]));
}

const rows = every();

describe("the predicates in SQL and the kernel", () => {
  test.each(Object.keys(GUARDS) as Guard[])(
    "say the same of `%s`, one millisecond before each boundary, at it and after",
    async (guard) => {
      const holds = (facts: Facts) => guardHolds(guard, facts, NOW);
      expect(differences(rows, await askSql(rows, guardSql(guard, NOW)), holds)).toEqual([]);
      expect(new Set(rows.map(holds))).toEqual(new Set([true, false]));
    },
  );

  test.each(STATES)("say the same of what is %s", async (state) => {
    const sql = await askSql(rows, stateSql(state, NOW));
    expect(differences(rows, sql, (facts) => stateOf(facts, NOW) === state)).toEqual([]);
  });

  test("say the same of what a person may have to settle", async () => {
    const sql = await askSql(rows, toSettleSql(NOW));
    const kernel = (facts: Facts) => reconcileActs(executionStateOf(facts, NOW), true).length > 0;
    expect(differences(rows, sql, kernel)).toEqual([]);
  });

  test("are the same for a boundary that is read in the same statement", async () => {
    const sql = await askSql(rows, guardSql("decidable", Prisma.sql`(SELECT ${instant(NOW)})`));
    expect(differences(rows, sql, (facts) => guardHolds("decidable", facts, NOW))).toEqual([]);
  });

  test("would be told apart by a comparison that is off by its own instant", async () => {
    const sql = await askSql(rows, Prisma.sql`c.state = 'pending' AND c.decidable_until >= ${instant(NOW)}`);
    expect(differences(rows, sql, (facts) => guardHolds("decidable", facts, NOW)).length).toBeGreaterThan(0);
  });
});
