import type { Refused } from "@/lib/kernel/refusal";
import { type AuditEvent, type AuditFilter, eventsOf, listEvents } from "@/lib/store/audit";
import { loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, notFound } from "./answer";
import type { AnyCall, PersonContext } from "./context";
import { settleDue } from "./settle-due";

/** One confirmation's history, oldest first. */
export async function readHistory(
  { caller, requestId }: AnyCall,
  id: string,
): Promise<{ ok: true; now: Date; events: AuditEvent[] } | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  if (principal.kind === "agent") await settleDue(found, now, { requestId });
  return { ok: true, now, events: await eventsOf(id) };
}

/** The audit of everything, newest first; every signed-in person may read it. */
export async function readAudit(_: PersonContext, filter: AuditFilter): Promise<AuditEvent[]> {
  return listEvents(filter);
}
