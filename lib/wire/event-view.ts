import type { AuditEvent } from "@/lib/store/audit";
import type { EventView } from "./console/types";

/** One line of the audit as agents and people read it. */
export function eventView(event: AuditEvent): EventView {
  return {
    id: String(event.id),
    at: event.at.toISOString(),
    kind: event.kind,
    confirmation_id: event.confirmation_id ?? undefined,
    actor: {
      kind: event.actor_kind as EventView["actor"]["kind"],
      id: event.actor_id ?? undefined,
      name: event.actor_name,
    },
    request_id: event.request_id ?? undefined,
    data: JSON.parse(event.data) as Record<string, unknown>,
  };
}
