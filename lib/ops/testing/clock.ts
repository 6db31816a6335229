import { query } from "./database";

const REAL = "clock_timestamp()";

/** Moves this database's clock by so many milliseconds, forward or back; it runs on from there, in every process. */
export async function moveClock(offsetMs: number): Promise<void> {
  if (!Number.isInteger(offsetMs)) throw new Error("A clock is moved by whole milliseconds.");
  await replaceClock(`${REAL} + interval '${offsetMs} milliseconds'`);
}

/** Stops this database's clock at one instant: for what happens at a boundary, one millisecond before it, and after. */
export async function stopClock(at: Date): Promise<void> {
  await replaceClock(`timestamptz '${at.toISOString()}'`);
}

/** Back to the real clock. */
export async function resetClock(): Promise<void> {
  await replaceClock(REAL);
}

async function replaceClock(instant: string): Promise<void> {
  await query(
    `CREATE OR REPLACE FUNCTION countersign_now() RETURNS timestamptz(3) LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT date_trunc('milliseconds', ${instant})::timestamptz(3) $$`,
  );
}
