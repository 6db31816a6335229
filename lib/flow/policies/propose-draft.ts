import { checkPolicy, diffSummary, refuseUnfit } from "@/lib/kernel/policy/change";
import { diffPolicies } from "@/lib/kernel/policy/diff";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { changingPolicies, findActivePolicy, markProposed } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { documentOf, lostAccess, openAsSeen, type PolicyDone, refuseOthers, type SeenVersion } from "./open-draft";

/** An admin puts a draft up for activation, as it was seen: without faults, and with every test passed. */
export async function proposeDraft(
  { principal, requestId }: PersonContext,
  seen: SeenVersion,
): Promise<PolicyDone | Refused> {
  const forbidden = refuseOthers(principal);
  if (forbidden) return forbidden;
  return changingPolicies(async (tx, now) => {
    const found = await openAsSeen(seen, tx);
    if (!found.ok) return found;
    const { version } = found;
    const { number } = version;
    if (version.status === "proposed") return { ok: true, number };
    const document = documentOf(version);
    const unfit = refuseUnfit(checkPolicy(document));
    if (unfit) return unfit;
    const active = await findActivePolicy(tx);
    const diff = diffPolicies(documentOf(active), document);
    if (diff.same) {
      return refuse("policy_invalid", `It says what version ${active.number} in force says. Nothing was changed.`);
    }
    if (!(await markProposed(tx, now, number, principal))) return lostAccess();
    const data = { number, digest: seen.seenDigest, compared_with: active.number, ...diffSummary(diff) };
    await recordEvents(tx, now, [{ kind: "policy.proposed", actor: personActor(principal), data }], { requestId });
    return { ok: true, number };
  });
}
