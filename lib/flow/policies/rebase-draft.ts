import { diffSummary } from "@/lib/kernel/policy/change";
import { diffPolicies } from "@/lib/kernel/policy/diff";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import { rebasePolicy } from "@/lib/kernel/policy/rebase";
import type { Refused } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { changingPolicies, findActivePolicy, findPolicy, writeDraft } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { documentOf, lostAccess, openAsSeen, type PolicyDone, refuseOthers, type SeenVersion } from "./open-draft";

/** `conflicts`: rules that were changed on both sides; the draft's wording is kept. */
export type DraftRebased = PolicyDone & { conflicts: string[] };

/** An admin brings a draft onto the version in force, with what was changed there since the draft was begun. */
export async function rebaseDraft(
  { principal, requestId }: PersonContext,
  seen: SeenVersion,
): Promise<DraftRebased | Refused> {
  const forbidden = refuseOthers(principal);
  if (forbidden) return forbidden;
  return changingPolicies(async (tx, now) => {
    const found = await openAsSeen(seen, tx);
    if (!found.ok) return found;
    const { version } = found;
    const { number, basedOn } = version;
    const active = await findActivePolicy(tx);
    if (basedOn === active.number) return { ok: true, number, conflicts: [] };
    const base = await findPolicy(basedOn ?? 1, tx);
    const before = documentOf(version);
    const { document, conflicts } = rebasePolicy(
      base ? documentOf(base) : { rules: [], tests: [] },
      before,
      documentOf(active),
    );
    const draft = { number, document: writePolicyDocument(document), basedOn: active.number, person: principal };
    if (!(await writeDraft(tx, now, draft))) return lostAccess();
    const data = {
      number,
      brought_onto: active.number,
      ...(conflicts.length > 0 && { conflicts }),
      ...diffSummary(diffPolicies(before, document)),
    };
    await recordEvents(tx, now, [{ kind: "policy.saved", actor: personActor(principal), data }], { requestId });
    return { ok: true, number, conflicts };
  });
}
