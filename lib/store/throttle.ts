import { NOW } from "./clock";
import { database } from "./database";

export type Hit = {
  allowed: boolean;
  retryAfterSeconds: number;
  /** This is the first hit over the limit in its window: the one worth recording. */
  firstRefused: boolean;
};

/**
 * Counts one attempt under a key, over all processes, by one statement: parallel attempts queue on the row, so exactly
 * `limit` of them are allowed in a window. The window begins with its first attempt, by the database's clock.
 */
export async function hit(key: string, limit: number, windowSeconds: number): Promise<Hit> {
  // The row's new end is the clock plus the window, so the clock is read once and got back by subtraction.
  const [row] = await database().$queryRaw<[{ count: number; retryAfterSeconds: number }]>`
    WITH clock AS MATERIALIZED (SELECT ${NOW} AS now),
    counted AS (
      INSERT INTO throttle AS t (key, count, resets_at)
      SELECT ${key}, 1, clock.now + make_interval(secs => ${windowSeconds}::int) FROM clock
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN t.resets_at <= excluded.resets_at - make_interval(secs => ${windowSeconds}::int) THEN 1
                     ELSE least(t.count, 1000000) + 1 END,
        resets_at = CASE WHEN t.resets_at <= excluded.resets_at - make_interval(secs => ${windowSeconds}::int)
                         THEN excluded.resets_at ELSE t.resets_at END
      RETURNING t.count, t.resets_at
    )
    SELECT counted.count, ceil(extract(epoch FROM counted.resets_at - clock.now))::int AS "retryAfterSeconds"
    FROM counted, clock`;
  if (row.count === 1) await forgetPassed();
  const allowed = row.count <= limit;
  return {
    allowed,
    retryAfterSeconds: allowed ? 0 : Math.max(1, row.retryAfterSeconds),
    firstRefused: row.count === limit + 1,
  };
}

/** Forgets what was counted under a key. */
export async function clear(key: string): Promise<void> {
  await database().throttle.deleteMany({ where: { key } });
}

/** Keeps the table as small as what is being counted. Rows that somebody is counting on are left for the next time. */
async function forgetPassed(): Promise<void> {
  await database().$executeRaw`
    DELETE FROM throttle WHERE key IN (
      SELECT key FROM throttle WHERE resets_at <= ${NOW} LIMIT 100 FOR UPDATE SKIP LOCKED
    )`;
}
