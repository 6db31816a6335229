import type { PersonPrincipal } from "@/lib/kernel/principal";
import { personStands } from "./authority";
import { type Database, database } from "./database";
import { guardSql, instant } from "./predicates";

/* What admins must look at: what expired undecided, and alerts. Each is acknowledged once. */

export type AlertKind = "nobody_to_ask" | "break_glass" | "policy_error";

export type Alert = {
  id: string;
  kind: AlertKind;
  confirmationId: string | null;
  tool: string | null;
  detail: string;
  at: Date;
};

export type AskedTier = { position: number; group: string; asked: boolean; skipped: boolean };

export type ExpiredUndecided = { id: string; tool: string; agentName: string; expiredAt: Date; tiers: AskedTier[] };

export type Acknowledged = {
  id: string;
  kind: AlertKind | "expired";
  confirmationId: string | null;
  tool: string | null;
  detail: string | null;
  acknowledgedAt: Date;
  acknowledgedByName: string;
};

/** The rows, newest first, and whether there are more than are shown. */
export type Listed<Row> = { rows: Row[]; more: boolean };

function listed<Row>(rows: Row[], limit: number): Listed<Row> {
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** What expired, was written down as such, and was not acknowledged. */
export async function listExpiredUndecided(
  now: Date,
  limit: number,
  db: Database = database(),
): Promise<Listed<ExpiredUndecided>> {
  const rows = await db.$queryRaw<ExpiredUndecided[]>`
    SELECT c.id, c.tool, a.name AS "agentName", c.decidable_until AS "expiredAt", (
      SELECT coalesce(json_agg(json_build_object('position', t.position, 'group', t.group_name, 'skipped', t.skipped,
        'asked', NOT t.skipped AND t.asks_at < c.decidable_until) ORDER BY t.position), '[]')
      FROM confirmation_tier AS t WHERE t.confirmation_id = c.id) AS tiers
    FROM confirmation AS c JOIN agent AS a ON a.id = c.agent_id
    WHERE ${guardSql("unacknowledged", now)}
    ORDER BY c.decidable_until DESC, c.id LIMIT ${limit + 1}::integer`;
  return listed(rows, limit);
}

export async function listOpenAlerts(limit: number, db: Database = database()): Promise<Listed<Alert>> {
  const rows = await db.$queryRaw<Alert[]>`
    SELECT l.id, l.kind, l.confirmation_id AS "confirmationId", c.tool, l.detail, l.at
    FROM alert AS l LEFT JOIN confirmation AS c ON c.id = l.confirmation_id
    WHERE l.acknowledged_at IS NULL ORDER BY l.at DESC, l.id LIMIT ${limit + 1}::integer`;
  return listed(rows, limit);
}

/** Both kinds together, by when they were acknowledged. */
export async function listAcknowledged(limit: number, db: Database = database()): Promise<Listed<Acknowledged>> {
  const rows = await db.$queryRaw<Acknowledged[]>`
    SELECT * FROM (
      (SELECT l.id, l.kind, l.confirmation_id AS "confirmationId", c.tool, l.detail,
        l.acknowledged_at AS "acknowledgedAt", l.acknowledged_by_name AS "acknowledgedByName"
      FROM alert AS l LEFT JOIN confirmation AS c ON c.id = l.confirmation_id
      WHERE l.acknowledged_at IS NOT NULL ORDER BY l.acknowledged_at DESC LIMIT ${limit + 1}::integer)
      UNION ALL
      (SELECT c.id, 'expired', c.id, c.tool, NULL, e.at, e.actor_name
      FROM audit_event AS e JOIN confirmation AS c ON c.id = e.confirmation_id
      WHERE e.kind = 'escalation.acknowledged' ORDER BY e.id DESC LIMIT ${limit + 1}::integer)
    ) AS both_kinds ORDER BY "acknowledgedAt" DESC, id LIMIT ${limit + 1}::integer`;
  return listed(rows, limit);
}

export type AcknowledgedBy = { id: string; name: string; at: Date };

/** Who acknowledged what expired; null while nobody has. */
export async function expiryAcknowledgedBy(id: string, db: Database = database()): Promise<AcknowledgedBy | null> {
  const [row] = await db.$queryRaw<AcknowledgedBy[]>`
    SELECT actor_id AS id, actor_name AS name, at FROM audit_event
    WHERE confirmation_id = ${id}::uuid AND kind = 'escalation.acknowledged' ORDER BY id DESC LIMIT 1`;
  return row ?? null;
}

/** Who acknowledged an alert; undefined where there is no such alert, null while nobody has. */
export async function alertAcknowledgedBy(
  id: string,
  db: Database = database(),
): Promise<AcknowledgedBy | null | undefined> {
  const [row] = await db.$queryRaw<{ id: string | null; name: string; at: Date }[]>`
    SELECT acknowledged_by_id AS id, acknowledged_by_name AS name, acknowledged_at AS at FROM alert WHERE id = ${id}::uuid`;
  if (!row) return undefined;
  return row.id === null ? null : { id: row.id, name: row.name, at: row.at };
}

/** Whether an admin's acknowledgement was the first; the role is read, and the event written, by the same statement. */
export async function writeAcknowledgement(
  id: string,
  by: PersonPrincipal,
  now: Date,
  context: { requestId?: string },
  db: Database = database(),
): Promise<boolean> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH acknowledged AS (
      UPDATE alert AS l
      SET acknowledged_at = ${instant(now)}, acknowledged_by_id = ${by.id}::uuid, acknowledged_by_name = ${by.name}::text
      WHERE l.id = ${id}::uuid AND l.acknowledged_at IS NULL AND ${personStands(by, ["admin"], now)}
      RETURNING l.id, l.kind, l.confirmation_id
    ),
    logged AS (
      INSERT INTO audit_event (confirmation_id, at, kind, actor_kind, actor_id, actor_name, request_id, data)
      SELECT confirmation_id, ${instant(now)}, 'alert.acknowledged', 'person', ${by.id}::text, ${by.name}::text,
        ${context.requestId ?? null}::text, jsonb_build_object('alert_id', id, 'alert', kind)::text
      FROM acknowledged
    )
    SELECT id FROM acknowledged`;
  return rows.length > 0;
}
