import type pg from "pg";

/** Rows that look like what agents file, made in the database itself. All are pending. */
export type Fill = {
  /** The row they are modelled on. */
  exemplar: string;
  count: number;
  /** `open`: they can be decided for a day or more. `due`: their window closed a while ago, and nobody has noticed. */
  window: "open" | "due";
};

/** Adds them, with ids over their own times like real ones, and returns the ids, oldest first. */
export async function fill(client: pg.ClientBase | pg.Pool, { exemplar, count, window }: Fill): Promise<string[]> {
  const created = window === "open" ? "-1 hour" : "-2 days";
  const closes = window === "open" ? "1 day" : "-1 hour";
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO confirmation
     SELECT filled.*
     FROM confirmation AS model
     CROSS JOIN generate_series(1, $2::integer) AS number
     CROSS JOIN LATERAL (
       SELECT countersign_now() + $3::interval + number * interval '10 milliseconds' AS created_at,
              countersign_now() + $4::interval + (number * 7919 % 100000) * interval '20 milliseconds' AS closes_at
     ) AS times
     CROSS JOIN LATERAL jsonb_populate_record(model, jsonb_build_object(
       'id', lpad(to_hex((extract(epoch FROM times.created_at) * 1000)::bigint), 12, '0')
             || '7' || substr(md5(random()::text || number), 1, 3) || '8' || substr(md5(number || random()::text), 1, 15),
       'idempotency_key', 'fill-' || number || '-' || gen_random_uuid(),
       'created_at', times.created_at,
       'wait_ends_at', times.created_at + interval '60 seconds',
       'decidable_until', times.closes_at
     )) AS filled
     WHERE model.id = $1::uuid
     ORDER BY filled.id
     RETURNING id`,
    [exemplar, count, created, closes],
  );
  // As autovacuum would do a minute later.
  await client.query("ANALYZE confirmation");
  return rows.map(({ id }) => id);
}
