import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { digestOfText } from "@/lib/kernel/exact-json/digest";
import { checkPolicy, diffSummary, refuseUnfit } from "@/lib/kernel/policy/change";
import { diffPolicies, type PolicyDiff } from "@/lib/kernel/policy/diff";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import type { Refused } from "@/lib/kernel/refusal";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { changingPolicies, findActivePolicy, insertDraft, putInForce } from "@/lib/store/policies";
import { documentOf, lostAccess } from "./open-draft";

/** `changed: false`: what is in force says the same already, and no version was made. */
export type FromFile = { ok: true; changed: boolean; number: number; diff: PolicyDiff };

/**
 * The operator's way, by a file that a team reviews elsewhere: a version that is in force at once. Faults and failing
 * tests refuse it as on the page.
 *
 * @param within the transaction of an apply that is all or nothing
 */
export async function activateFromFile(
  document: PolicyDocument,
  actor: AuditActor & { kind: "operator" },
  within?: Database,
): Promise<FromFile | Refused> {
  const unfit = refuseUnfit(checkPolicy(document));
  if (unfit) return unfit;
  return changingPolicies(async (tx, now) => {
    const active = await findActivePolicy(tx);
    const diff = diffPolicies(documentOf(active), document);
    if (diff.same) return { ok: true, changed: false, number: active.number, diff };
    const text = writePolicyDocument(document);
    const number = await insertDraft(tx, now, { document: text, basedOn: active.number, source: "file", actor });
    if (number === null || !(await putInForce(tx, now, number, actor))) return lostAccess();
    const data = { number, retired: active.number, source: "file", digest: digestOfText(text), ...diffSummary(diff) };
    await recordEvents(tx, now, [{ kind: "policy.activated", actor, data }], {});
    return { ok: true, changed: true, number, diff };
  }, within);
}
