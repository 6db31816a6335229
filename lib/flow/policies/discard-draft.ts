import type { Refused } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { changingPolicies, markDiscarded } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { lostAccess, openAsSeen, type PolicyDone, refuseOthers, type SeenVersion } from "./open-draft";

/** An admin gives up a draft. It stays readable, and can be neither changed nor brought into force any more. */
export async function discardDraft(
  { principal, requestId }: PersonContext,
  seen: SeenVersion,
): Promise<PolicyDone | Refused> {
  const forbidden = refuseOthers(principal);
  if (forbidden) return forbidden;
  return changingPolicies(async (tx, now) => {
    const found = await openAsSeen(seen, tx);
    if (!found.ok) return found;
    const { number, status } = found.version;
    if (!(await markDiscarded(tx, now, number, principal))) return lostAccess();
    const event = { kind: "policy.discarded", actor: personActor(principal), data: { number, was: status } } as const;
    await recordEvents(tx, now, [event], { requestId });
    return { ok: true, number };
  });
}
