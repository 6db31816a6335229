import { EXPIRY } from "@/lib/kernel/decision";
import { OVERDUE } from "@/lib/kernel/execution";
import { guardHolds } from "@/lib/kernel/state";
import type { Change } from "@/lib/kernel/transition";
import { applyToBatch, applyTransition, type Scope } from "@/lib/store/apply-transition";
import { type Found, loadConfirmation } from "@/lib/store/confirmations";

/** What time alone brings about. */
const BY_TIME = [EXPIRY, OVERDUE] satisfies Change[];

/** Rows a batch of one transaction; small enough that nobody waits long for its locks. */
const BATCH_SIZE = 500;

/**
 * Writes down what time has already made true of one confirmation, so that an agent can be told of it: until the
 * expiry has won the conditional update, a decision that began in time could still overtake it.
 */
export async function settleDue(found: Found, now: Date, context: { requestId?: string }): Promise<Found> {
  const { confirmation } = found;
  const change = BY_TIME.find(({ guard }) => guardHolds(guard, confirmation, now));
  if (!change) return found;
  const applied = await applyTransition({ ...change, confirmationId: confirmation.id, now }, context);
  if (applied.outcome === "won") return { ...found, confirmation: { ...confirmation, ...applied.facts } };
  return { ...found, ...(await loadConfirmation(confirmation.id)) };
}

/**
 * The same for every row of a scope that is due, batch by batch. Waits for rows that are being decided at this moment,
 * because the answer that follows depends on them.
 *
 * @returns how many rows moved
 */
export async function settleAllDue(scope: Scope, now: Date, context: { requestId?: string }): Promise<number> {
  let moved = 0;
  for (const change of BY_TIME) {
    for (;;) {
      const ids = await applyToBatch(change, { now, batchSize: BATCH_SIZE, skipLocked: false, scope }, context);
      moved += ids.length;
      // Not by a batch that is short: a row that was decided while the batch waited for it makes it so.
      if (ids.length === 0) break;
    }
  }
  return moved;
}
