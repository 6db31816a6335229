import { judgeOutcome, type Outcome } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor } from "@/lib/kernel/transition";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AgentCall } from "./context";
import { settleDue } from "./settle-due";

/** The agent reports what became of the call. A report without a claim is refused, kept, and shown to people. */
export async function reportOutcome(
  { caller, requestId }: AgentCall,
  { id, outcome }: { id: string; outcome: Outcome },
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const settled = await settleDue(found, now, { requestId });
  return carryOut({
    found: settled,
    now,
    requestId,
    judge: (facts) => judgeOutcome(facts, now, principal, outcome),
    onRefusal: (code) => ({ kind: "outcome.refused", actor: agentActor(principal), data: { code, ...outcome } }),
  });
}
