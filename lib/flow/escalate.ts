import { EXPIRY_TOLD } from "@/lib/kernel/escalation";
import { settings } from "@/lib/settings";
import { applyToBatch } from "@/lib/store/apply-transition";
import { escalateBatch } from "@/lib/store/confirmation-tiers";

/** Confirmations a transaction; small, because a decision of one of them waits for it. */
const TIER_BATCH = 200;
const EXPIRED_BATCH = 1_000;

export type EscalationCounts = { tiers_asked: number; tiers_skipped: number; escalations_notified: number };

export const NOTHING_ESCALATED: EscalationCounts = { tiers_asked: 0, tiers_skipped: 0, escalations_notified: 0 };

type Options = {
  now: Date;
  requestId?: string;
  stopped: () => boolean;
  onProgress: (counts: EscalationCounts) => void;
};

/**
 * At each tier's instant the next group is told that it is asked as well, and after expiry the admins that nobody
 * decided. Each once, however many do this at the same time. It tells, and never decides.
 */
export async function escalate({ now, requestId, stopped, onProgress }: Options): Promise<EscalationCounts> {
  const counts = { ...NOTHING_ESCALATED };
  const tell = settings().escalation;
  while (!stopped()) {
    const done = await escalateBatch({ now, batchSize: TIER_BATCH, tell }, { requestId });
    if (!done || done.asked + done.skipped === 0) break;
    counts.tiers_asked += done.asked;
    counts.tiers_skipped += done.skipped;
    onProgress(counts);
  }
  while (tell && !stopped()) {
    const ids = await applyToBatch(EXPIRY_TOLD, { now, batchSize: EXPIRED_BATCH, skipLocked: true }, { requestId });
    if (ids.length === 0) break;
    counts.escalations_notified += ids.length;
    onProgress(counts);
  }
  return counts;
}
