import { type Database, database, Prisma } from "./database";

/**
 * The one clock, as SQL. Every operation selects it once, with its first read, and hands the value down as `now`.
 * Tests move time by replacing the function in their own database.
 */
export const NOW = Prisma.sql`countersign_now()`;

/** For an operation whose first read reads nothing else. */
export async function readClock(db: Database = database()): Promise<Date> {
  const rows = await db.$queryRaw<[{ now: Date }]>`SELECT ${NOW} AS now`;
  return rows[0].now;
}
