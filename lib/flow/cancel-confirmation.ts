import { judgeCancel } from "@/lib/kernel/decision";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor, personActor } from "@/lib/kernel/transition";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AnyCall } from "./context";

/** The agent withdraws its own confirmation, or an admin any. */
export async function cancelConfirmation(
  { caller, requestId }: AnyCall,
  { id, reason }: { id: string; reason: string | null },
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const actor = principal.kind === "agent" ? agentActor(principal) : personActor(principal);
  return carryOut({
    found,
    now,
    requestId,
    judge: (facts) => judgeCancel(facts, now, principal, reason),
    onRefusal: (code) => ({ kind: "cancel.refused", actor, data: { code } }),
  });
}
