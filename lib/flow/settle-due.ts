import { EXPIRY } from "@/lib/kernel/decision";
import { OVERDUE } from "@/lib/kernel/execution";
import { guardHolds } from "@/lib/kernel/state";
import type { Change } from "@/lib/kernel/transition";
import { applyToBatch, applyTransition } from "@/lib/store/apply-transition";
import { type Found, loadConfirmation } from "@/lib/store/confirmations";
import { Prisma } from "@/lib/store/database";

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
  if (applied.outcome === "won") return { ...found, confirmation: applied.confirmation };
  const { found: standing } = await loadConfirmation(confirmation.id);
  return standing ?? found;
}

/**
 * The same for every row of a scope that is due, batch by batch. Waits for rows that are being decided at this moment,
 * because the answer that follows depends on them.
 *
 * @returns how many rows moved
 */
export async function settleAllDue(
  scope: { agentId: string } | { ids: string[] },
  now: Date,
  context: { requestId?: string },
): Promise<number> {
  const rows =
    "agentId" in scope ? Prisma.sql`c.agent_id = ${scope.agentId}::uuid` : Prisma.sql`c.id = ANY(${scope.ids}::uuid[])`;
  let moved = 0;
  for (const change of BY_TIME) {
    for (;;) {
      const ids = await applyToBatch(change, { now, batchSize: BATCH_SIZE, skipLocked: false, scope: rows }, context);
      moved += ids.length;
      if (ids.length < BATCH_SIZE) break;
    }
  }
  return moved;
}
