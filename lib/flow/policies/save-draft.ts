import { diffSummary } from "@/lib/kernel/policy/change";
import { compilePolicy } from "@/lib/kernel/policy/compile";
import { diffPolicies } from "@/lib/kernel/policy/diff";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import type { Refused } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { changingPolicies, writeDraft } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { documentOf, lostAccess, openAsSeen, type PolicyDone, refuseOthers, type SeenVersion } from "./open-draft";

/** An admin saves what a draft says, faults and all. What somebody else saved meanwhile is never overwritten. */
export async function saveDraft(
  { principal, requestId }: PersonContext,
  { document, ...seen }: SeenVersion & { document: PolicyDocument },
): Promise<PolicyDone | Refused> {
  const forbidden = refuseOthers(principal);
  if (forbidden) return forbidden;
  return changingPolicies(async (tx, now) => {
    const found = await openAsSeen(seen, tx);
    if (!found.ok) return found;
    const { version } = found;
    const { number, basedOn } = version;
    const text = writePolicyDocument(document);
    if (text === version.document) return { ok: true, number };
    const draft = { number, document: text, basedOn: basedOn ?? number, person: principal };
    if (!(await writeDraft(tx, now, draft))) return lostAccess();
    const compiled = compilePolicy(document);
    const data = {
      number,
      ...diffSummary(diffPolicies(documentOf(version), document)),
      ...(!compiled.ok && { faults: compiled.faults.length }),
      ...(version.status === "proposed" && { proposal_withdrawn: true }),
    };
    await recordEvents(tx, now, [{ kind: "policy.saved", actor: personActor(principal), data }], { requestId });
    return { ok: true, number };
  });
}
