import { EXPIRY } from "@/lib/kernel/decision";
import { OVERDUE } from "@/lib/kernel/execution";
import type { Change } from "@/lib/kernel/transition";
import { applyToBatch } from "@/lib/store/apply-transition";
import { readClock } from "@/lib/store/clock";
import { type EscalationCounts, escalate, NOTHING_ESCALATED } from "./escalate";

/** Rows a transaction. Large enough to be fast, small enough that nobody notices its locks. */
const BATCH_SIZE = 1_000;

export type SweepCounts = { expired: number; outcome_unknown: number } & EscalationCounts;

/**
 * Writes down what time has already made true, for all rows, in batches. Nothing depends on it: every promise holds
 * without. Then it tells people of what they are asked and of what nobody decided. Several may run at once; each takes what the others have not locked.
 */
export async function sweep(
  options: { requestId?: string; onProgress?: (counts: SweepCounts) => void; stopped?: () => boolean } = {},
): Promise<SweepCounts> {
  const { requestId, onProgress, stopped = () => false } = options;
  const now = await readClock();
  const counts: SweepCounts = { expired: 0, outcome_unknown: 0, ...NOTHING_ESCALATED };
  const work: ["expired" | "outcome_unknown", Change][] = [
    ["expired", EXPIRY],
    ["outcome_unknown", OVERDUE],
  ];
  for (const [name, change] of work) {
    for (;;) {
      if (stopped()) return counts;
      const ids = await applyToBatch(change, { now, batchSize: BATCH_SIZE, skipLocked: true }, { requestId });
      counts[name] += ids.length;
      if (ids.length > 0) onProgress?.(counts);
      // Not by a batch that is short: rows that another sweep took meanwhile make it so.
      if (ids.length === 0) break;
    }
  }
  await escalate({
    now,
    requestId,
    stopped,
    onProgress: (escalated) => {
      Object.assign(counts, escalated);
      onProgress?.(counts);
    },
  });
  return counts;
}
