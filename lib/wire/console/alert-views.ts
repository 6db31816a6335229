import type { Acknowledged, Alert, ExpiredUndecided, Listed } from "@/lib/store/alerts";
import type { AcknowledgedView, AlertView, ExpiredView, ShownList } from "./types";

export function shownList<Row, View>({ rows, more }: Listed<Row>, view: (row: Row) => View): ShownList<View> {
  return { rows: rows.map(view), more };
}

export function expiredView({ id, tool, agentName, expiredAt, tiers }: ExpiredUndecided): ExpiredView {
  return { id, tool, agent: agentName, expired_at: expiredAt.toISOString(), tiers };
}

export function alertView({ id, kind, confirmationId, tool, detail, at }: Alert): AlertView {
  return {
    id,
    kind,
    confirmation_id: confirmationId ?? undefined,
    tool: tool ?? undefined,
    detail,
    at: at.toISOString(),
  };
}

export function acknowledgedView(row: Acknowledged): AcknowledgedView {
  return {
    id: row.id,
    kind: row.kind,
    confirmation_id: row.confirmationId ?? undefined,
    tool: row.tool ?? undefined,
    detail: row.detail ?? undefined,
    at: row.acknowledgedAt.toISOString(),
    by: row.acknowledgedByName,
  };
}
