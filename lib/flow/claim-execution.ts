import { judgeClaim } from "@/lib/kernel/execution";
import type { Refused } from "@/lib/kernel/refusal";
import { noLongerPermitted } from "@/lib/kernel/still-permitted";
import { agentActor } from "@/lib/kernel/transition";
import { type Found, loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import { consultPolicy } from "./consult-policy";
import type { AgentCall } from "./context";
import { settleDue } from "./settle-due";
import { readStoredObject } from "./stored-json";

export type ClaimRequest = { id: string; argumentsDigest: string; target: string | null; claimKey: string | null };

/** The agent takes an approval to run the call, once, if tool and policy permit it at this moment too. */
export async function claimExecution(
  { caller, requestId }: AgentCall,
  { id, argumentsDigest, target, claimKey }: ClaimRequest,
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found, policyVersion } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const settled = await settleDue(found, now, { requestId });
  const barred = await barredNow(settled, policyVersion, now);
  return carryOut({
    found: settled,
    now,
    requestId,
    judge: (facts) => judgeClaim({ facts, now, agent: principal, argumentsDigest, target, claimKey, barred }),
    onRefusal: (code) => ({
      kind: "claim.refused",
      actor: agentActor(principal),
      data: { code, arguments_digest: argumentsDigest, target },
    }),
  });
}

/** Why what was approved is not permitted any more; null where it is, or where nothing was approved. */
async function barredNow({ confirmation: facts, agentName, tool }: Found, policyVersion: number | null, now: Date) {
  if (facts.state !== "approved") return null;
  const { risk, reversible, masked } = tool;
  const policy = await consultPolicy(policyVersion, {
    tool: facts.tool,
    target: facts.target,
    arguments: () => readStoredObject(facts.effectiveArguments ?? facts.arguments),
    agent: { name: agentName },
    subject: facts.onBehalfOf,
    session: facts.session,
    risk,
    reversible,
    masked,
    now,
  });
  return noLongerPermitted(facts, tool, policy);
}
