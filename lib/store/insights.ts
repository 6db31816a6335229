import { type Database, database, Prisma } from "./database";
import { guardSql, instant, stateSql } from "./predicates";

export type DayFigures = {
  /** The day's begin; days are UTC's. */
  starts_at: Date;
  submitted: number;
  approved: number;
  denied: number;
  cancelled: number;
  expired: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  under_three_seconds: number;
  edited: number;
  outcome_unknown: number;
};

export type DeniedFigures = { name: string; denied: number; decided: number };
export type DepthFigures = { at: Date; pending: number };

export type InsightFigures = {
  byDay: DayFigures[];
  deniedByTool: DeniedFigures[];
  deniedByAgent: DeniedFigures[];
  queueDepth: DepthFigures[];
};

const DAY_MS = 24 * 60 * 60_000;
const DEPTH_HOURS = 48;
/** A verdict sooner than this was hardly read. */
const HASTY_SECONDS = 3;
/** As many bars as one reads. */
const MOST_NAMES = 12;

/**
 * Figures over the last `days` days of UTC, today's unfinished one included. What time has ended counts as ended,
 * whether or not a sweep wrote it down yet: the same predicates as everywhere.
 */
export async function readFigures(days: number, now: Date, db: Database = database()): Promise<InsightFigures> {
  const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
  const [byDay, deniedByTool, deniedByAgent, queueDepth] = await Promise.all([
    figuresByDay(from, days, now, db),
    deniedBy(Prisma.sql`c.tool`, from, now, db),
    deniedBy(Prisma.sql`a.name`, from, now, db),
    depthByHour(now, db),
  ]);
  return { byDay, deniedByTool, deniedByAgent, queueDepth };
}

function figuresByDay(from: Date, days: number, now: Date, db: Database): Promise<DayFigures[]> {
  // The day an instant lies in, counted from the first one.
  const dayOf = (at: Prisma.Sql) => Prisma.sql`floor(extract(epoch FROM ${at} - ${instant(from)}) / 86400)::integer`;
  return db.$queryRaw<DayFigures[]>`
    WITH asked AS (
      SELECT ${dayOf(Prisma.sql`c.created_at`)} AS day, count(*)::integer AS submitted
      FROM confirmation AS c WHERE c.created_at >= ${instant(from)} AND c.created_at <= ${instant(now)} GROUP BY 1
    ), ended AS (
      SELECT ${dayOf(Prisma.sql`coalesce(c.decided_at, c.decidable_until)`)} AS day,
             CASE WHEN ${stateSql("expired", now)} THEN 'expired' ELSE c.state END AS state,
             c.effective_arguments IS NOT NULL AS edited,
             CASE WHEN c.state IN ('approved', 'denied') AND c.decided_by_kind IN ('reviewer', 'admin')
                  THEN extract(epoch FROM c.decided_at - c.created_at)::double precision END AS verdict_seconds
      FROM confirmation AS c
      WHERE NOT (${guardSql("decidable", now)}) AND coalesce(c.decided_at, c.decidable_until) >= ${instant(from)}
    ), ends AS (
      SELECT day,
             count(*) FILTER (WHERE state = 'approved')::integer AS approved,
             count(*) FILTER (WHERE state = 'denied')::integer AS denied,
             count(*) FILTER (WHERE state = 'cancelled')::integer AS cancelled,
             count(*) FILTER (WHERE state = 'expired')::integer AS expired,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY verdict_seconds) AS median_seconds,
             percentile_cont(0.9) WITHIN GROUP (ORDER BY verdict_seconds) AS p90_seconds,
             count(*) FILTER (WHERE verdict_seconds < ${HASTY_SECONDS}::integer)::integer AS under_three_seconds,
             count(*) FILTER (WHERE edited)::integer AS edited
      FROM ended GROUP BY day
    ), lost AS (
      -- From the record, because settling an outcome takes it off the row; and what no sweep has written down yet.
      SELECT day, count(*)::integer AS outcome_unknown FROM (
        SELECT ${dayOf(Prisma.sql`became`)} AS day FROM (
          SELECT CASE WHEN e.actor_kind = 'gate' THEN (
            -- Silence counts from when the report was due, which the claim says, not from when a sweep wrote it down.
            SELECT (claim.data::json ->> 'outcome_due_by')::timestamptz FROM audit_event AS claim
            WHERE claim.confirmation_id = e.confirmation_id AND claim.kind = 'execution.claimed' AND claim.id < e.id
            ORDER BY claim.id DESC LIMIT 1
          ) ELSE e.at END AS became
          FROM audit_event AS e WHERE e.kind = 'execution.outcome_unknown' AND e.at >= ${instant(from)}
        ) AS told WHERE became >= ${instant(from)}
        UNION ALL
        SELECT ${dayOf(Prisma.sql`c.outcome_due_by`)} FROM confirmation AS c
        WHERE ${guardSql("overdue", now)} AND c.outcome_due_by >= ${instant(from)}
      ) AS each GROUP BY day
    )
    SELECT ${instant(from)} + each.day * interval '24 hours' AS starts_at,
           coalesce(submitted, 0) AS submitted, coalesce(approved, 0) AS approved, coalesce(denied, 0) AS denied,
           coalesce(cancelled, 0) AS cancelled, coalesce(expired, 0) AS expired, median_seconds, p90_seconds,
           coalesce(under_three_seconds, 0) AS under_three_seconds, coalesce(edited, 0) AS edited,
           coalesce(outcome_unknown, 0) AS outcome_unknown
    FROM generate_series(0, ${days - 1}::integer) AS each (day)
    LEFT JOIN asked USING (day) LEFT JOIN ends USING (day) LEFT JOIN lost USING (day)
    ORDER BY each.day`;
}

function deniedBy(name: Prisma.Sql, from: Date, now: Date, db: Database): Promise<DeniedFigures[]> {
  return db.$queryRaw<DeniedFigures[]>`
    SELECT ${name} AS name, count(*) FILTER (WHERE c.state = 'denied')::integer AS denied, count(*)::integer AS decided
    FROM confirmation AS c JOIN agent AS a ON a.id = c.agent_id
    WHERE c.state IN ('approved', 'denied') AND c.decided_at >= ${instant(from)} AND c.decided_at <= ${instant(now)}
    GROUP BY 1 ORDER BY denied DESC, decided DESC, name LIMIT ${MOST_NAMES}::integer`;
}

/** How many were pending at each full hour: those there at the first one, and what came and went in each hour since. */
function depthByHour(now: Date, db: Database): Promise<DepthFigures[]> {
  // The first full hour at or after an instant; what ends at an hour is no longer pending there.
  const hourFrom = (at: Prisma.Sql) =>
    Prisma.sql`date_trunc('hour', ${at} - interval '1 millisecond', 'UTC') + interval '1 hour'`;
  return db.$queryRaw<DepthFigures[]>`
    WITH hour AS (
      SELECT date_trunc('hour', ${instant(now)}, 'UTC') - n * interval '1 hour' AS at
      FROM generate_series(0, ${DEPTH_HOURS - 1}::integer) AS n
    ), span AS (
      SELECT min(at) AS first FROM hour
    ), change AS (
      SELECT greatest(span.first, ${hourFrom(Prisma.sql`c.created_at`)}) AS came,
             ${hourFrom(Prisma.sql`coalesce(c.decided_at, c.decidable_until)`)} AS went
      FROM confirmation AS c, span
      WHERE c.created_at <= ${instant(now)} AND coalesce(c.decided_at, c.decidable_until) > span.first
    ), step AS (
      SELECT at, sum(n) AS n FROM (
        SELECT came AS at, 1 AS n FROM change UNION ALL SELECT went, -1 FROM change
      ) AS each GROUP BY at
    )
    SELECT hour.at, coalesce(sum(step.n) OVER (ORDER BY hour.at), 0)::integer AS pending
    FROM hour LEFT JOIN step USING (at) ORDER BY hour.at`;
}
