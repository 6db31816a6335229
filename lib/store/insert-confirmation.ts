import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import type { AgentPrincipal } from "@/lib/kernel/principal";
import type { ToolSettings } from "@/lib/kernel/tool";
import { logged } from "./audit";
import { agentStands } from "./authority";
import { NOW } from "./clock";
import { type ConfirmationRow, columnOf, FACTS, parameterFor, toConfirmation } from "./confirmation-row";
import { type Database, database, PREPARED, Prisma } from "./database";
import { isDefiniteFailure, StoreUnavailable } from "./failure";
import { toSettleSql } from "./predicates";
import { TOOL_COLUMNS, type ToolRow, toToolSettings } from "./tool-row";

/** What a submission reads first, in one query: the clock, the same request if it came before, a likely repeat, the tool. */
export type BeforeSubmission = {
  now: Date;
  existing: Confirmation | null;
  /** The newest confirmation of the same intent whose outcome is unknown. */
  likelyRepeatOf: string | null;
  tool: ToolSettings;
};

export async function readBeforeSubmission(
  agentId: string,
  idempotencyKey: string | null,
  intentFingerprint: string,
  toolName: string,
  db: Database = database(),
): Promise<BeforeSubmission> {
  type Row = ConfirmationRow & ToolRow & { now: Date; unknown_id: string | null };
  const [row] = await db.$queryRaw<[Row]>`${PREPARED}
    SELECT t.now, c.*, u.id AS unknown_id, ${TOOL_COLUMNS}
    FROM (SELECT ${NOW} AS now) AS t
    LEFT JOIN confirmation AS c ON c.agent_id IS NOT DISTINCT FROM ${agentId}::uuid AND c.idempotency_key = ${idempotencyKey}::text
    LEFT JOIN tool ON tool.name = ${toolName}
    LEFT JOIN LATERAL (
      SELECT c.id FROM confirmation AS c
      WHERE c.intent_fingerprint = ${intentFingerprint} AND ${toSettleSql(Prisma.sql`t.now`)}
      ORDER BY c.id DESC LIMIT 1
    ) AS u ON TRUE`;
  return {
    now: row.now,
    existing: row.id ? toConfirmation(row) : null,
    likelyRepeatOf: row.unknown_id,
    tool: toToolSettings(row),
  };
}

/**
 * Adds a confirmation and its audit events in one statement.
 *
 * @returns false where nothing was added: the idempotency key was taken meanwhile, or the agent may no longer ask
 * @throws StoreUnavailable
 */
export async function insertConfirmation(
  confirmation: Confirmation,
  agent: AgentPrincipal,
  events: AuditDraft[],
  context: { requestId?: string },
  db: Database = database(),
): Promise<boolean> {
  try {
    const rows = await db.$queryRaw<{ id: string }[]>`${PREPARED}
      WITH moved AS (
        INSERT INTO confirmation (${Prisma.join(FACTS.map(columnOf))})
        SELECT ${Prisma.join(FACTS.map((fact) => parameterFor(fact, confirmation[fact])))}
        WHERE ${agentStands(agent)}
        ON CONFLICT (agent_id, idempotency_key) DO NOTHING
        RETURNING id
      ), ${logged(events, confirmation.createdAt, context)}
      SELECT id FROM moved`;
    return rows.length === 1;
  } catch (error) {
    throw new StoreUnavailable(error, { certain: isDefiniteFailure(error) });
  }
}

/** The confirmation this agent filed under this key, if any. */
export async function findByIdempotencyKey(
  agentId: string,
  idempotencyKey: string,
  db: Database = database(),
): Promise<Confirmation | null> {
  const [row] = await db.$queryRaw<ConfirmationRow[]>`
    SELECT * FROM confirmation WHERE agent_id = ${agentId}::uuid AND idempotency_key = ${idempotencyKey}`;
  return row ? toConfirmation(row) : null;
}
