import { newId } from "@/lib/kernel/id";
import { GATE } from "@/lib/kernel/transition";
import { type Database, database, Prisma, STATEMENT_MILLISECONDS } from "./database";
import { canDecide, tierTold } from "./notices";
import { guardSql, instant } from "./predicates";

/*
 * The tiers of what is pending: their members are told at their instant, and a tier with nobody who can decide is passed
 * over. Who may decide is no matter of this file: that is a comparison of `asks_at` with `now`.
 */

export type Escalated = { asked: number; skipped: number };

type Options = { now: Date; batchSize: number; tell: boolean };

/** The groups with somebody who can decide now. */
const ABLE = Prisma.sql`(
  SELECT m.group_id FROM group_member AS m JOIN person AS p ON p.id = m.person_id WHERE ${canDecide("p")})`;

/** The tier `t` of what is pending has its instant behind it, and nobody who can decide. */
function vacant(now: Date): Prisma.Sql {
  return Prisma.sql`(NOT t.skipped AND t.asks_at <= ${instant(now)} AND (t.group_id IS NULL OR t.group_id NOT IN ${ABLE}))`;
}

/**
 * One batch: of so many confirmations, each tier whose instant has come is asked, or passed over, in one transaction.
 * The rows are locked first, so that nothing is asked about what is being decided; those that somebody else has locked
 * are left to them, or to the next sweep.
 *
 * @returns null where nothing was left to do
 */
export async function escalateBatch(options: Options, context: { requestId?: string }): Promise<Escalated | null> {
  const { now, batchSize, tell } = options;
  return database().$transaction(
    async (tx) => {
      const ids = await lockEscalating({ now, batchSize, tell }, tx);
      if (ids.length === 0) return null;
      let skipped = 0;
      // Passing one over can make the next one's instant this very one, and that one can be vacant as well.
      for (;;) {
        const passed = await passOver(ids, now, context, tx);
        if (passed === 0) break;
        skipped += passed;
      }
      if (skipped > 0) await alertNobody(ids, now, tx);
      const asked = tell ? await askTiers(ids, now, context, tx) : 0;
      return { asked, skipped };
    },
    { timeout: STATEMENT_MILLISECONDS, maxWait: STATEMENT_MILLISECONDS },
  );
}

async function lockEscalating({ now, batchSize, tell }: Options, tx: Database): Promise<string[]> {
  const toTell = tell
    ? Prisma.sql`OR (NOT t.skipped AND t.asked_at IS NULL AND t.asks_at <= ${instant(now)})`
    : Prisma.empty;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM confirmation AS c
    WHERE ${guardSql("decidable", now)} AND c.tier_count > 0 AND EXISTS (
      SELECT 1 FROM confirmation_tier AS t WHERE t.confirmation_id = c.id AND (${vacant(now)} ${toTell}))
    ORDER BY c.decidable_until, c.id LIMIT ${batchSize}::integer FOR NO KEY UPDATE OF c SKIP LOCKED`;
  return rows.map(({ id }) => id);
}

/**
 * Passes over what is vacant. Where it was the last one asked, all that are still to come move forward by what is left to
 * the first of them, so that this one is asked at once and the waits between them stay.
 */
async function passOver(ids: string[], now: Date, context: { requestId?: string }, tx: Database): Promise<number> {
  const rows = await tx.$queryRaw<{ confirmation_id: string; position: number }[]>`
    WITH passed AS (
      UPDATE confirmation_tier AS t SET skipped = TRUE
      WHERE t.confirmation_id = ANY(${ids}::uuid[]) AND ${vacant(now)}
      RETURNING t.confirmation_id, t.position, t.group_id, t.group_name
    ),
    logged AS (
      INSERT INTO audit_event (confirmation_id, at, kind, actor_kind, actor_name, request_id, data)
      SELECT passed.confirmation_id, ${instant(now)}, 'escalation.tier_skipped', ${GATE.kind}, ${GATE.name},
        ${context.requestId ?? null}::text, jsonb_build_object('position', passed.position, 'group', passed.group_name, 'cause',
          CASE WHEN passed.group_id IS NULL THEN 'there is no such group' ELSE 'nobody in it can decide' END)::text
      FROM passed ORDER BY passed.confirmation_id, passed.position
    )
    SELECT confirmation_id, position FROM passed`;
  if (rows.length === 0) return 0;
  await tx.$executeRaw`
    WITH last_passed AS (
      SELECT id, max(position) AS position
      FROM unnest(${rows.map((row) => row.confirmation_id)}::uuid[], ${rows.map((row) => row.position)}::integer[]) AS r (id, position)
      GROUP BY id
    ),
    early AS (
      SELECT l.id, (
        SELECT min(t.asks_at) FROM confirmation_tier AS t
        WHERE t.confirmation_id = l.id AND NOT t.skipped AND t.asks_at > ${instant(now)}
      ) - ${instant(now)} AS by
      FROM last_passed AS l
      WHERE NOT EXISTS (
        SELECT 1 FROM confirmation_tier AS t
        WHERE t.confirmation_id = l.id AND NOT t.skipped AND t.position > l.position AND t.asks_at <= ${instant(now)})
    )
    UPDATE confirmation_tier AS t SET asks_at = t.asks_at - early.by FROM early
    WHERE t.confirmation_id = early.id AND NOT t.skipped AND t.asks_at > ${instant(now)}`;
  return rows.length;
}

/** Admins are alerted of what has no tier left, once; it stays pending, and expires. */
async function alertNobody(ids: string[], now: Date, tx: Database): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alert (id, kind, confirmation_id, detail, at)
    SELECT r.alert_id, 'nobody_to_ask', c.id,
      'A request for ' || c.tool || ' waits, and nobody in ' || string_agg(t.group_name, ', ' ORDER BY t.position) || ' can decide.',
      ${instant(now)}
    FROM unnest(${ids}::uuid[], ${ids.map(() => newId(now))}::uuid[]) AS r (id, alert_id)
    JOIN confirmation AS c ON c.id = r.id JOIN confirmation_tier AS t ON t.confirmation_id = c.id
    GROUP BY r.alert_id, c.id HAVING bool_and(t.skipped)
    ON CONFLICT DO NOTHING`;
}

/** Each tier once, whoever comes first; its event and its notices in the same statement. */
async function askTiers(ids: string[], now: Date, context: { requestId?: string }, tx: Database): Promise<number> {
  const [{ count }] = await tx.$queryRaw<[{ count: number }]>`
    WITH asked AS (
      UPDATE confirmation_tier AS t SET asked_at = ${instant(now)}
      WHERE t.confirmation_id = ANY(${ids}::uuid[]) AND NOT t.skipped AND t.asked_at IS NULL AND t.asks_at <= ${instant(now)}
      RETURNING t.confirmation_id, t.position, t.group_id, t.group_name
    ),
    logged AS (
      INSERT INTO audit_event (confirmation_id, at, kind, actor_kind, actor_name, request_id, data)
      SELECT asked.confirmation_id, ${instant(now)}, 'escalation.tier_asked', ${GATE.kind}, ${GATE.name},
        ${context.requestId ?? null}::text, jsonb_build_object('position', asked.position, 'group', asked.group_name)::text
      FROM asked ORDER BY asked.confirmation_id, asked.position
    ),
    ${tierTold(now)}
    SELECT count(*)::integer AS count FROM asked`;
  return count;
}
