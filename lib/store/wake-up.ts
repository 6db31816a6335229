import { Prisma } from "./database";

/** The channel on which a committed decision wakes the processes that have waits parked on it. */
export const WAKE_UP_CHANNEL = "countersign_decided";

/** A NOTIFY's payload must stay below 8 000 bytes; 200 ids of 36 characters and their commas do. */
const IDS_A_MESSAGE = 200;

/**
 * The wake-up for the rows of `moved`, as a common table expression named `woken`. It is sent at commit, with the
 * change or not at all. The statement has to read from it, or PostgreSQL leaves it out.
 */
export const WOKEN = Prisma.sql`
  woken AS (
    SELECT pg_notify(${WAKE_UP_CHANNEL}, string_agg(id::text, ',')) AS sent
    FROM (SELECT id, (row_number() OVER () - 1) / ${IDS_A_MESSAGE}::bigint AS message FROM moved) AS m
    GROUP BY message
  )`;
