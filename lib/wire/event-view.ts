import type { Principal } from "@/lib/kernel/principal";
import { maskText } from "@/lib/kernel/secret-shapes";
import type { AuditEvent } from "@/lib/store/audit";
import type { EventView } from "./console/types";

/** One line of the audit as this caller may read it; what an agent reported in words may hold a secret. */
export function eventView(event: AuditEvent, viewer: Pick<Principal, "kind">): EventView {
  const data = JSON.parse(event.data) as Record<string, unknown>;
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
    data:
      viewer.kind === "person" && typeof data.detail === "string" ? { ...data, detail: maskText(data.detail) } : data,
  };
}
