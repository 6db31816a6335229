import { checkPolicy, diffSummary, refuseActivation } from "@/lib/kernel/policy/change";
import { diffPolicies } from "@/lib/kernel/policy/diff";
import type { Refused } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { anotherAdminStands, changingPolicies, findActivePolicy, putInForce } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import {
  digestOfVersion,
  documentOf,
  lostAccess,
  openAsSeen,
  type PolicyDone,
  refuseOthers,
  type SeenVersion,
} from "./open-draft";
import { factsOfVersion } from "./read-policies";

/**
 * An admin brings a proposed version into force, exactly as it was seen: from the next submit on it is asked, and what is
 * pending keeps the version it was asked under. Where another admin stands, nobody activates their own.
 */
export async function activatePolicy(
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
    const active = await findActivePolicy(tx);
    const document = documentOf(version);
    const refused = refuseActivation({
      version: factsOfVersion(version),
      activeNumber: active.number,
      checked: checkPolicy(document),
      person: principal,
      anotherAdmin: await anotherAdminStands(principal.id, tx),
    });
    if (refused) return refused;
    if (!(await putInForce(tx, now, number, principal))) return lostAccess();
    const data = {
      number,
      retired: active.number,
      digest: digestOfVersion(version),
      proposed_by: version.proposed?.name,
      ...diffSummary(diffPolicies(documentOf(active), document)),
    };
    await recordEvents(tx, now, [{ kind: "policy.activated", actor: personActor(principal), data }], { requestId });
    return { ok: true, number };
  });
}
