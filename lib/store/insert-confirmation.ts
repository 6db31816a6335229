import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { newId } from "@/lib/kernel/id";
import type { AgentPrincipal } from "@/lib/kernel/principal";
import type { TierAtSubmit } from "@/lib/kernel/tiers-at-submit";
import {
  type Admission,
  type AdmissionRow,
  type AdmissionVerdict,
  admissionSql,
  alone,
  forget,
  remember,
} from "./admission";
import { logged } from "./audit";
import { agentStands } from "./authority";
import type { Existing } from "./before-submission";
import { INSERTED_COLUMNS, insertedValues } from "./confirmation-row";
import { type Database, database, PREPARED, Prisma } from "./database";
import { isDefiniteFailure, StoreUnavailable } from "./failure";
import { instant } from "./predicates";

/** What admins must look at because of a submission. */
export type AlertDraft = {
  kind: "nobody_to_ask" | "policy_error";
  /** One open alert of a kind for each; null where it is about this confirmation. */
  subject: string | null;
  detail: string;
};

/** What comes with a confirmation, in the statement that adds it. */
export type Beside = {
  /** The limits it must be within; none for what the gate itself has denied. */
  admission?: Omit<Admission, "agentId" | "at">;
  tiers?: TierAtSubmit[];
  alerts?: AlertDraft[];
};

/** `nothing`: the idempotency key was taken meanwhile, or the agent may no longer ask. Otherwise the limit in the way. */
export type Inserted = "added" | "nothing" | Exclude<AdmissionVerdict, "ok" | "agent_disabled">;

/**
 * Adds a confirmation and its audit events, its tiers and its alerts, in one statement, if it is within the limits.
 *
 * @throws StoreUnavailable
 */
export async function insertConfirmation(
  confirmation: Confirmation,
  agent: AgentPrincipal,
  events: AuditDraft[],
  context: { requestId?: string },
  { admission, tiers = [], alerts = [] }: Beside = {},
  db: Database = database(),
): Promise<Inserted> {
  const { createdAt } = confirmation;
  const asked = admission && { ...admission, agentId: agent.id, at: createdAt };
  const by = alone(db, agent.id);
  for (;;) {
    const [gate, from] = asked
      ? [
          Prisma.sql`gate AS MATERIALIZED (SELECT ${VERDICT} FROM ${admissionSql(asked, by, db)} AS a),`,
          Prisma.sql`FROM gate WHERE gate.verdict = 'ok' AND`,
        ]
      : [Prisma.empty, Prisma.sql`WHERE`];
    const answer = asked ? Prisma.sql`${GATE}, moved.id FROM gate LEFT JOIN moved ON TRUE` : Prisma.sql`id FROM moved`;
    try {
      const [row] = await db.$queryRaw<(Partial<AdmissionRow> & { id: string | null })[]>`${PREPARED}
        WITH ${gate} moved AS (
          INSERT INTO confirmation (${INSERTED_COLUMNS})
          SELECT ${insertedValues(confirmation)}
          ${from} ${agentStands(agent, createdAt, confirmation.tool)}
          ON CONFLICT (idempotency_key, agent_id) DO NOTHING
          RETURNING id
        ), ${logged(events, createdAt, context)}
        ${tiers.length > 0 ? tiered(tiers) : Prisma.empty}
        ${alerts.length > 0 ? alerted(alerts, createdAt) : Prisma.empty}
        SELECT ${answer}`;
      if (asked && row?.verdict) {
        remember(db, asked, row as AdmissionRow);
        if (row.verdict === "near_agent") by.agent = true;
        else if (row.verdict === "near_total") by.total = true;
        else if (row.verdict !== "ok" && row.verdict !== "agent_disabled") return row.verdict;
        if (row.verdict === "near_agent" || row.verdict === "near_total") continue;
      }
      return row?.id ? "added" : "nothing";
    } catch (error) {
      forget(db);
      throw new StoreUnavailable(error, { certain: isDefiniteFailure(error) });
    }
  }
}

/** Each by its name, as a prepared statement must. */
const VERDICT = Prisma.raw("a.verdict, a.agent_base, a.total_base, a.agent_near, a.total_near");
const GATE = Prisma.raw("gate.verdict, gate.agent_base, gate.total_base, gate.agent_near, gate.total_near");

function tiered(tiers: TierAtSubmit[]): Prisma.Sql {
  const rows = tiers.map(({ position, groupId, groupName, asksAt, skipped }) => ({
    position,
    group_id: groupId,
    group_name: groupName,
    asks_at: asksAt,
    skipped,
  }));
  return Prisma.sql`, tiered AS (
    INSERT INTO confirmation_tier (confirmation_id, position, group_id, group_name, asks_at, skipped)
    SELECT moved.id, t.position, t.group_id, t.group_name, t.asks_at, t.skipped
    FROM moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS t (position integer, group_id uuid, group_name text, asks_at timestamptz, skipped boolean)
  )`;
}

/** An alert that is open already is not raised again. */
function alerted(alerts: AlertDraft[], now: Date): Prisma.Sql {
  const rows = alerts.map((alert) => ({ ...alert, id: newId(now) }));
  return Prisma.sql`, alerted AS (
    INSERT INTO alert (id, kind, confirmation_id, subject, detail, at)
    SELECT a.id, a.kind, CASE WHEN a.subject IS NULL THEN moved.id END, a.subject, a.detail, ${instant(now)}
    FROM moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a (id uuid, kind text, subject text, detail text)
    ON CONFLICT DO NOTHING
  )`;
}

/** What this agent filed under this key, if anything. */
export async function findByIdempotencyKey(
  agentId: string,
  idempotencyKey: string,
  db: Database = database(),
): Promise<Existing | null> {
  const [row] = await db.$queryRaw<{ id: string; request_digest: string }[]>`
    SELECT c.id, c.request_digest FROM confirmation AS c
    WHERE c.idempotency_key = ${idempotencyKey} AND c.agent_id = ${agentId}::uuid`;
  return row ? { id: row.id, requestDigest: row.request_digest } : null;
}
