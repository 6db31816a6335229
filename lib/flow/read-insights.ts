import { readClock } from "@/lib/store/clock";
import { type InsightFigures, readFigures } from "@/lib/store/insights";
import type { PersonContext } from "./context";

/** What the last days looked like, for every signed-in person; nothing is written. */
export async function readInsights(_: PersonContext, days: number): Promise<InsightFigures & { now: Date }> {
  const now = await readClock();
  return { now, ...(await readFigures(days, now)) };
}
