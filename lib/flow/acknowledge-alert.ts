import { isId } from "@/lib/kernel/id";
import { refuse } from "@/lib/kernel/refusal";
import { alertAcknowledgedBy, writeAcknowledgement } from "@/lib/store/alerts";
import { readClock } from "@/lib/store/clock";
import { type AcknowledgeAnswer, acknowledgedBefore, onlyAdmins } from "./acknowledge-escalation";
import type { PersonContext } from "./context";

/** An admin says that they have looked at an alert. Once: the next one is told who did. */
export async function acknowledgeAlert(
  { principal, requestId }: PersonContext,
  { id }: { id: string },
): Promise<AcknowledgeAnswer> {
  if (principal.role !== "admin") return onlyAdmins();
  const now = await readClock();
  if (isId(id) && (await writeAcknowledgement(id, principal, now, { requestId }))) return { ok: true, repeated: false };
  const by = isId(id) ? await alertAcknowledgedBy(id) : undefined;
  if (by === undefined) return refuse("not_found", "There is no such alert. Nothing was changed.");
  return by ? acknowledgedBefore(by, principal.id) : onlyAdmins();
}
