import { judgeReconcile, type ReconcileAct } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { PersonCall } from "./context";
import { settleDue } from "./settle-due";

/** A person settles an outcome nobody knows, or allows one retry where the target can tell a repeat from a new call. */
export async function reconcileExecution(
  { caller, requestId }: PersonCall,
  { id, act, reason }: { id: string; act: ReconcileAct; reason: string },
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const settled = await settleDue(found, now, { requestId });
  return carryOut({
    found: settled,
    now,
    requestId,
    judge: (facts) =>
      judgeReconcile({ facts, now, person: principal, act, reason, toolIsIdempotent: found.tool.idempotent }),
    onRefusal: (code) => ({ kind: "reconciliation.refused", actor: personActor(principal), data: { act, code } }),
  });
}
