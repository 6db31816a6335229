import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { refuse } from "@/lib/kernel/refusal";
import type { Judgement } from "@/lib/kernel/transition";
import { applyTransition } from "@/lib/store/apply-transition";
import { recordEvents } from "@/lib/store/audit";
import { type Found, loadConfirmation } from "@/lib/store/confirmations";
import { database } from "@/lib/store/database";
import type { Done, RefusedWith } from "./answer";
import { settleDue } from "./settle-due";

type Attempt = {
  found: Found;
  now: Date;
  requestId: string;
  /** What the kernel makes of the facts; asked again when the race was lost. */
  judge: (facts: Confirmation) => Judgement;
  /** What the audit keeps of a refused attempt. */
  onRefusal: (code: string) => AuditDraft;
};

/**
 * The one way from a judgement to an answer: through the door when it is permitted; when the door says lost, the row is
 * read again and the kernel asked again, so that the loser is answered with what stands. Refused attempts are kept.
 */
export async function carryOut({ found, now, requestId, judge, onRefusal }: Attempt): Promise<Done | RefusedWith> {
  let standing = found;
  let judgement = judge(standing.confirmation);
  if (judgement.kind === "permitted") {
    const applied = await applyTransition(judgement.transition, { requestId });
    if (applied.outcome === "won") {
      return {
        ok: true,
        repeated: false,
        stand: { ...found, confirmation: { ...found.confirmation, ...applied.facts }, now },
      };
    }
    standing = (await loadConfirmation(found.confirmation.id)) ?? found;
    judgement = judge(standing.confirmation);
  }
  if (judgement.kind === "refused") {
    // The refusal may rest on an expiry that was only derived, and a decision that began in time can still overtake that.
    // So what is due is written down first, and the kernel is asked about what then stands.
    standing = await settleDue(standing, now, { requestId });
    judgement = judge(standing.confirmation);
  }
  if (judgement.kind === "repeated") return { ok: true, repeated: true, stand: { ...standing, now } };
  if (judgement.kind === "permitted") {
    // The row would still allow it, so it was the person or the agent who no longer may.
    return refuse(
      "no_longer_permitted",
      "You may no longer do this: your access ended a moment ago. Nothing was changed.",
    );
  }
  const kept = onRefusal(judgement.refusal.code);
  await recordEvents(database(), now, [kept], { confirmationId: found.confirmation.id, requestId });
  return { ok: false, refusal: judgement.refusal, stand: { ...standing, now } };
}
