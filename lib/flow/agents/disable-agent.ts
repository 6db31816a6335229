import { agentDisabled } from "@/lib/kernel/agent-disabled";
import type { Refused } from "@/lib/kernel/refusal";
import type { Administrator } from "@/lib/store/administration";
import { shutOut } from "@/lib/store/agents";
import { applyToBatch } from "@/lib/store/apply-transition";
import { readClock } from "@/lib/store/clock";

/** Rows of one transaction; small enough that nobody waits long for its locks. */
const BATCH_SIZE = 500;

/**
 * The kill switch. First the agent is shut out, so that nothing new of it comes; then everything it has pending is
 * cancelled, each with its event, so that whoever waits is told. Its approvals can be claimed no more. Pressed again, or
 * in two places at once, it goes on where the other is and records nothing twice.
 *
 * @returns how many this call cancelled
 */
export async function disableAgent(
  named: { id: string } | { name: string },
  by: Administrator,
  context: { requestId?: string } = {},
): Promise<{ ok: true; agent: { id: string; name: string }; cancelled: number } | Refused> {
  const shut = await shutOut(named, by);
  if (!shut.ok) return shut;
  const { agent, actor } = shut;
  const now = await readClock();
  const change = agentDisabled(actor, now);
  const batch = { now, batchSize: BATCH_SIZE, skipLocked: false, scope: { agentId: agent.id } };
  let cancelled = 0;
  for (;;) {
    const ids = await applyToBatch(change, batch, context);
    cancelled += ids.length;
    // Not by a batch that is short: a row that was decided while the batch waited for it makes it so.
    if (ids.length === 0) return { ok: true, agent, cancelled };
  }
}
