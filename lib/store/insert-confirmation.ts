import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import type { AgentCaller, AgentPrincipal } from "@/lib/kernel/principal";
import type { ToolSettings } from "@/lib/kernel/tool";
import { logged } from "./audit";
import { agentStands, type CallerRow, callerSql, principalOf } from "./authority";
import { NOW } from "./clock";
import { INSERTED_COLUMNS, insertedValues } from "./confirmation-row";
import { type Database, database, PREPARED, Prisma } from "./database";
import { isDefiniteFailure, StoreUnavailable } from "./failure";
import { toSettleSql } from "./predicates";
import { readToolRow, TOOL_ROW } from "./tool-row";

/** What a submission reads first, in one query: the clock, who asks, the same request if it came before, a likely repeat, the tool. */
export type BeforeSubmission = {
  now: Date;
  principal: AgentPrincipal | null;
  /** What came before under the same key. */
  existing: { id: string; requestDigest: string } | null;
  /** The newest confirmation of the same intent whose outcome is unknown. */
  likelyRepeatOf: string | null;
  tool: ToolSettings;
};

/**
 * By the key first: planned while an agent had a row or two, "=" on the agent would go on reading all of its rows.
 * IS NOT DISTINCT FROM offers no index of its own to choose.
 */
export async function readBeforeSubmission(
  caller: AgentCaller,
  idempotencyKey: string | null,
  intentFingerprint: string,
  toolName: string,
  db: Database = database(),
): Promise<BeforeSubmission> {
  const asking = callerSql(caller, Prisma.sql`t.now`);
  type Row = CallerRow & {
    now: Date;
    tool: string;
    id: string | null;
    request_digest: string | null;
    unknown_id: string | null;
  };
  const [row] = await db.$queryRaw<[Row]>`${PREPARED}
    SELECT t.now, ${asking.columns}, c.id, c.request_digest, u.id AS unknown_id, ${TOOL_ROW} AS tool
    FROM (SELECT ${NOW} AS now) AS t
    ${asking.join}
    LEFT JOIN confirmation AS c
      ON c.idempotency_key = ${idempotencyKey}::text AND c.agent_id IS NOT DISTINCT FROM ${caller.id}::uuid
    LEFT JOIN tool ON tool.name = ${toolName}
    LEFT JOIN LATERAL (
      SELECT c.id FROM confirmation AS c
      WHERE c.intent_fingerprint = ${intentFingerprint} AND ${toSettleSql(Prisma.sql`t.now`)}
      ORDER BY c.id DESC LIMIT 1
    ) AS u ON TRUE`;
  return {
    now: row.now,
    principal: principalOf(caller, row),
    existing: row.id && row.request_digest ? { id: row.id, requestDigest: row.request_digest } : null,
    likelyRepeatOf: row.unknown_id,
    tool: readToolRow(row.tool),
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
        INSERT INTO confirmation (${INSERTED_COLUMNS})
        SELECT ${insertedValues(confirmation)}
        WHERE ${agentStands(agent)}
        ON CONFLICT (idempotency_key, agent_id) DO NOTHING
        RETURNING id
      ), ${logged(events, confirmation.createdAt, context)}
      SELECT id FROM moved`;
    return rows.length === 1;
  } catch (error) {
    throw new StoreUnavailable(error, { certain: isDefiniteFailure(error) });
  }
}

/** What this agent filed under this key, if anything. */
export async function findByIdempotencyKey(
  agentId: string,
  idempotencyKey: string,
  db: Database = database(),
): Promise<BeforeSubmission["existing"]> {
  const [row] = await db.$queryRaw<{ id: string; request_digest: string }[]>`
    SELECT c.id, c.request_digest FROM confirmation AS c
    WHERE c.idempotency_key = ${idempotencyKey} AND c.agent_id = ${agentId}::uuid`;
  return row ? { id: row.id, requestDigest: row.request_digest } : null;
}
