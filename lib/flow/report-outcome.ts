import { judgeOutcome, type Outcome } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor } from "@/lib/kernel/transition";
import { loadConfirmation } from "@/lib/store/confirmations";
import { type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AgentContext } from "./context";
import { settleDue } from "./settle-due";

/** The agent reports what became of the call. A report without a claim is refused, kept, and shown to people. */
export async function reportOutcome(
  { principal, requestId }: AgentContext,
  { id, outcome }: { id: string; outcome: Outcome },
): Promise<Done | RefusedWith | Refused> {
  const { now, found } = await loadConfirmation(id, principal.id);
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
