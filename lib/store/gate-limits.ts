import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { ConfiguredLimits } from "@/lib/kernel/configuration";
import type { State } from "@/lib/kernel/confirmation";
import { recordEvents } from "./audit";
import { type Database, database } from "./database";

/** The gate's limits; there always is the one row. */
export async function readLimits(db: Database = database()): Promise<ConfiguredLimits> {
  const row = await db.gateLimits.findUniqueOrThrow({ where: { id: 1 } });
  return {
    deny: { count: row.denyCount, withinSeconds: row.denyWithinSeconds },
    pending: { perAgent: row.pendingPerAgent, total: row.pendingTotal },
    resubmit: {
      max: row.resubmitMax,
      minIntervalSeconds: row.resubmitMinIntervalSeconds,
      after: row.resubmitAfter as State[],
    },
  };
}

/**
 * Sets the limits that are named, within a larger change; those that stand so already are neither changed nor recorded.
 *
 * @param source which way the change came
 */
export async function setLimits(
  wanted: Partial<ConfiguredLimits>,
  actor: AuditActor,
  source: "page" | "file",
  { tx, now }: { tx: Database; now: Date },
): Promise<void> {
  const from = await readLimits(tx);
  const to = { ...from, ...wanted };
  if (JSON.stringify(from) === JSON.stringify(to)) return;
  await tx.gateLimits.update({
    where: { id: 1 },
    data: {
      denyCount: to.deny.count,
      denyWithinSeconds: to.deny.withinSeconds,
      pendingPerAgent: to.pending.perAgent,
      pendingTotal: to.pending.total,
      resubmitMax: to.resubmit.max,
      resubmitMinIntervalSeconds: to.resubmit.minIntervalSeconds,
      resubmitAfter: to.resubmit.after,
    },
  });
  await recordEvents(tx, now, [{ kind: "limits.applied", actor, data: { from, to, source } }], {});
}
