import type { ChangingFacts } from "@/lib/kernel/confirmation";
import { type Authority, bears, type Change, TakeFrom, type Transition } from "@/lib/kernel/transition";
import { logged } from "./audit";
import { agentStands, deciderStands, personStands } from "./authority";
import { CHANGED_ROW, CHANGING_COLUMNS, columnOf, parameterFor, readChangedRow, WHOLE_ROW } from "./confirmation-row";
import { type Database, database, PREPARED, Prisma } from "./database";
import { isDefiniteFailure, StoreUnavailable } from "./failure";
import { adminsTold } from "./notices";
import { guardSql, instant } from "./predicates";
import { WOKEN } from "./wake-up";

/*
 * The one door. Nothing else changes a confirmation after it was submitted. A transition is one SQL statement: the
 * guarded UPDATE, its audit events and the wake-up stand or fall together, in one round trip, with nothing left open.
 */

/** `won`: what the row then says of all that can change. `lost`: the guard or the authority no longer held. Re-read, and answer with what is there. */
export type Applied = { outcome: "won"; facts: ChangingFacts } | { outcome: "lost" };

/** Which rows a batch is chosen from; all of them, where it is left out. */
export type Scope = { agentId: string } | { ids: string[] };

type Context = { requestId?: string };

/** How often a statement whose answer was lost is sent again; its guard makes that harmless. */
const SEND_AGAIN = [100, 400, 1_500];

/**
 * Carries out one transition, if its guard and its authority hold at that moment.
 *
 * @throws StoreUnavailable with `certain: true` when nothing was written, `certain: false` when that is not known
 */
export async function applyTransition(
  transition: Transition,
  context: Context,
  db: Database = database(),
): Promise<Applied> {
  const { confirmationId, now } = transition;
  const send = () => moveOne(transition, Prisma.sql`c.id = ${confirmationId}::uuid`, now, context, db);
  try {
    return await send();
  } catch (error) {
    if (isDefiniteFailure(error)) throw new StoreUnavailable(error, { certain: true });
    return await settleLostAnswer(transition, send, error, db);
  }
}

/**
 * Carries out one change for every row its guard holds for, in batches, each a transaction of its own: no lock is ever
 * held over them all. Rows that somebody else is changing are passed over by the sweep (`skipLocked`) and waited for
 * where an answer depends on them.
 *
 * @returns the ids that moved, at most `batchSize` of them
 */
export async function applyToBatch(
  change: Change,
  options: { now: Date; batchSize: number; skipLocked: boolean; scope?: Scope },
  context: Context,
  db: Database = database(),
): Promise<string[]> {
  const { now, batchSize, skipLocked, scope } = options;
  const boundary = change.guard === "overdue" ? Prisma.sql`c.outcome_due_by` : Prisma.sql`c.decidable_until`;
  // An array is made once. In a join the choosing would run again for every row: slow, and past its limit.
  const chosen = Prisma.sql`c.id = ANY(ARRAY(
    SELECT c.id FROM confirmation AS c WHERE ${guardSql(change.guard, now)} AND ${scopeSql(scope)}
    ORDER BY ${boundary}, c.id LIMIT ${batchSize}::integer FOR NO KEY UPDATE ${Prisma.raw(skipLocked ? "SKIP LOCKED" : "")}
  ))`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH moved AS (${update(change, chosen, now)} RETURNING c.id),
    ${logged(change.events, now, context)},
    ${change.tells === "admins" ? Prisma.sql`${adminsTold(now)},` : Prisma.empty}
    ${WOKEN}
    SELECT moved.id FROM moved WHERE (SELECT count(*) FROM woken) >= 0`;
  return rows.map((row) => row.id);
}

/**
 * The same within a transaction that has locked the row: whatever fails takes all of it back.
 */
export function applyWithin(transition: Transition, context: Context, tx: Database): Promise<Applied> {
  const { confirmationId, now } = transition;
  return moveOne(transition, Prisma.sql`c.id = ${confirmationId}::uuid`, now, context, tx);
}

async function moveOne(
  change: Change & Pick<Transition, "ballot" | "alert">,
  target: Prisma.Sql,
  now: Date,
  context: Context,
  db: Database,
): Promise<Applied> {
  const decides = change.set.state !== undefined;
  const { ballot, alert } = change;
  const rows = await db.$queryRaw<{ facts: string }[]>`${PREPARED}
    WITH moved AS (${moving(change, target, now)}),
    ${logged(change.events, now, context)}
    ${ballot ? balloted(ballot, now) : Prisma.empty}
    ${alert ? alarmed(alert, now) : Prisma.empty}
    ${decides ? Prisma.sql`, ${WOKEN}` : Prisma.empty}
    SELECT ${CHANGED_ROW} AS facts FROM moved ${decides ? Prisma.sql`WHERE (SELECT count(*) FROM woken) >= 0` : Prisma.empty}`;
  const [row] = rows;
  return row ? { outcome: "won", facts: readChangedRow(row.facts) } : { outcome: "lost" };
}

/** A vote that neither decides nor edits changes no fact of the row; the same conditions let it in. */
function moving(change: Change, target: Prisma.Sql, now: Date): Prisma.Sql {
  if (Object.keys(change.set).length > 0)
    return Prisma.sql`${update(change, target, now)} RETURNING ${CHANGING_COLUMNS}`;
  return Prisma.sql`
    SELECT ${CHANGING_COLUMNS} FROM confirmation AS c
    WHERE ${target} AND ${guardSql(change.guard, now)} AND ${authoritySql(change.authority, now)}`;
}

/** Votes that count no longer first: of one person one stands at most. */
function balloted({ vote, voidedIds }: NonNullable<Transition["ballot"]>, now: Date): Prisma.Sql {
  const { id, personId, personName, forPersonId, forPersonName, argumentsDigest, reason } = vote;
  return Prisma.sql`,
    voided AS (
      UPDATE vote SET voided_at = ${instant(now)} FROM moved
      WHERE vote.confirmation_id = moved.id AND vote.id = ANY(${voidedIds}::uuid[]) RETURNING vote.id
    ),
    given AS (
      INSERT INTO vote (id, confirmation_id, person_id, person_name, for_person_id, for_person_name, at, arguments_digest, reason)
      SELECT ${id}::uuid, moved.id, ${personId}::uuid, ${personName}::text, ${forPersonId}::uuid, ${forPersonName}::text,
        ${instant(now)}, ${argumentsDigest}::text, ${reason}::text
      FROM moved WHERE (SELECT count(*) FROM voided) >= 0
    )`;
}

function alarmed({ id, kind, detail }: NonNullable<Transition["alert"]>, now: Date): Prisma.Sql {
  return Prisma.sql`,
    alarmed AS (
      INSERT INTO alert (id, kind, confirmation_id, detail, at)
      SELECT ${id}::uuid, ${kind}::text, moved.id, ${detail}::text, ${instant(now)} FROM moved
    )`;
}

function update(change: Change, target: Prisma.Sql, now: Date): Prisma.Sql {
  const assignments = (Object.keys(change.set) as (keyof Change["set"])[]).map((fact) => {
    const value = change.set[fact];
    const source =
      value instanceof TakeFrom ? Prisma.sql`c.${columnOf(value.fact)}` : parameterFor(fact, value ?? null);
    return Prisma.sql`${columnOf(fact)} = ${source}`;
  });
  const { guard, attempt, authority } = change;
  const sameAttempt = attempt === undefined ? Prisma.empty : Prisma.sql`AND c.attempt = ${attempt}::integer`;
  return Prisma.sql`
    UPDATE confirmation AS c SET ${Prisma.join(assignments)}
    WHERE ${target} AND ${guardSql(guard, now)} ${sameAttempt} AND ${authoritySql(authority, now)}`;
}

function scopeSql(scope: Scope | undefined): Prisma.Sql {
  if (!scope) return Prisma.sql`TRUE`;
  return "agentId" in scope
    ? Prisma.sql`c.agent_id = ${scope.agentId}::uuid`
    : Prisma.sql`c.id = ANY(${scope.ids}::uuid[])`;
}

function authoritySql(authority: Authority, now: Date): Prisma.Sql {
  switch (authority.kind) {
    case "person":
      return personStands(authority.person, authority.roles, now);
    case "decider":
      return deciderStands(authority, now);
    case "agent":
      return agentStands(authority.agent, now, authority.tool);
    case "system":
      return Prisma.sql`TRUE`;
    default:
      return authority satisfies never;
  }
}

/**
 * The connection was lost after the statement was sent, so it may or may not stand. Sending it again is harmless: the
 * guard lets it through once. If the row then bears exactly what we would have written, the first one stood.
 */
async function settleLostAnswer(
  transition: Transition,
  send: () => Promise<Applied>,
  first: unknown,
  db: Database,
): Promise<Applied> {
  let last = first;
  for (const pause of SEND_AGAIN) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const applied = await send();
      if (applied.outcome === "won") return applied;
      const rows = await db.$queryRaw<{ facts: string }[]>`
        SELECT ${WHOLE_ROW} AS facts FROM confirmation AS c WHERE c.id = ${transition.confirmationId}::uuid`;
      const facts = rows[0] && readChangedRow(rows[0].facts);
      return facts && bears(facts, transition) ? { outcome: "won", facts } : { outcome: "lost" };
    } catch (error) {
      last = error;
    }
  }
  throw new StoreUnavailable(last, { certain: false });
}
