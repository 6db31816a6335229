import { judgeClaim } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { agentActor } from "@/lib/kernel/transition";
import { loadConfirmation } from "@/lib/store/confirmations";
import { type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { AgentContext } from "./context";
import { settleDue } from "./settle-due";

export type ClaimRequest = { id: string; argumentsDigest: string; target: string | null; claimKey: string | null };

/** The agent takes an approval to run the call, once. */
export async function claimExecution(
  { principal, requestId }: AgentContext,
  { id, argumentsDigest, target, claimKey }: ClaimRequest,
): Promise<Done | RefusedWith | Refused> {
  const { now, found } = await loadConfirmation(id, principal.id);
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
