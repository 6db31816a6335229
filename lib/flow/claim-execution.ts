import { judgeClaim } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor } from "@/lib/kernel/transition";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AgentCall } from "./context";
import { settleDue } from "./settle-due";

export type ClaimRequest = { id: string; argumentsDigest: string; target: string | null; claimKey: string | null };

/** The agent takes an approval to run the call, once. */
export async function claimExecution(
  { caller, requestId }: AgentCall,
  { id, argumentsDigest, target, claimKey }: ClaimRequest,
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const settled = await settleDue(found, now, { requestId });
  return carryOut({
    found: settled,
    now,
    requestId,
    judge: (facts) => judgeClaim({ facts, now, agent: principal, argumentsDigest, target, claimKey }),
    onRefusal: (code) => ({
      kind: "claim.refused",
      actor: agentActor(principal),
      data: { code, arguments_digest: argumentsDigest, target },
    }),
  });
}
