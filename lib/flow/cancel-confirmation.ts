import { judgeCancel } from "@/lib/kernel/decision";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor, personActor } from "@/lib/kernel/transition";
import { loadConfirmation } from "@/lib/store/confirmations";
import { type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AnyContext } from "./context";

/** The agent withdraws its own confirmation, or an admin any. */
export async function cancelConfirmation(
  { principal, requestId }: AnyContext,
  { id, reason }: { id: string; reason: string | null },
): Promise<Done | RefusedWith | Refused> {
  const { now, found } = await loadConfirmation(id, principal.kind === "agent" ? principal.id : undefined);
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
