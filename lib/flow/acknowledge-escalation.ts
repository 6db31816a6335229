import { acknowledgement } from "@/lib/kernel/escalation";
import { isId } from "@/lib/kernel/id";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { guardHolds } from "@/lib/kernel/state";
import { type AcknowledgedBy, expiryAcknowledgedBy } from "@/lib/store/alerts";
import { applyTransition } from "@/lib/store/apply-transition";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, notFound } from "./answer";
import type { PersonCall } from "./context";
import { settleDue } from "./settle-due";

export type AcknowledgeAnswer = { ok: true; repeated: boolean } | Refused;

/** An admin says that they have looked at what expired undecided. Once: the next one is told who did. */
export async function acknowledgeEscalation(
  { caller, requestId }: PersonCall,
  { id }: { id: string },
): Promise<AcknowledgeAnswer> {
  if (!isId(id)) return notFound();
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (principal.role !== "admin") return onlyAdmins();
  if (!found) return notFound();
  const { confirmation } = await settleDue(found, now, { requestId });
  if (guardHolds("unacknowledged", confirmation, now)) {
    const applied = await applyTransition({ ...acknowledgement(principal), confirmationId: id, now }, { requestId });
    if (applied.outcome === "won") return { ok: true, repeated: false };
  }
  const by = await expiryAcknowledgedBy(id);
  if (by) return acknowledgedBefore(by, principal.id);
  return confirmation.escalation === null
    ? refuse("not_found", "It did not expire, so there is nothing to acknowledge. Nothing was changed.")
    : onlyAdmins();
}

/** A second click of the same person is no news to them. */
export function acknowledgedBefore(by: AcknowledgedBy, personId: string): AcknowledgeAnswer {
  if (by.id === personId) return { ok: true, repeated: true };
  return refuse("already_acknowledged", `${by.name} acknowledged it at ${by.at.toISOString()}. Nothing was changed.`);
}

export function onlyAdmins(): Refused {
  return refuse("forbidden", "Only an active admin acknowledges this. Nothing was changed.");
}
