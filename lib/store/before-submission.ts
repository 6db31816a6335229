import type { Confirmation, State } from "@/lib/kernel/confirmation";
import type { Answered, GateLimits } from "@/lib/kernel/limits";
import type { AgentCaller, AgentPrincipal } from "@/lib/kernel/principal";
import type { ToolSettings } from "@/lib/kernel/tool";
import { type CallerRow, callerSql, principalOf } from "./authority";
import { NOW } from "./clock";
import { type Database, database, PREPARED, Prisma } from "./database";
import { guardSql, toSettleSql } from "./predicates";
import { readToolRow, TOOL_ROW } from "./tool-row";

/** What a submission is read for. */
export type Asking = {
  idempotencyKey: string | null;
  intentFingerprint: string;
  tool: string;
  onBehalfOf: string | null;
  session: string | null;
  supersedes: string | null;
};

/** What tells a request that came before under the same key. */
export type Existing = Pick<Confirmation, "id" | "requestDigest">;

/** What a submission reads first, in one query: the clock, who asks, the same request if it came before, and all it is judged by. */
export type BeforeSubmission = {
  now: Date;
  principal: AgentPrincipal | null;
  /** What came before under the same key. */
  existing: Existing | null;
  /** The newest confirmation of the same intent whose outcome is unknown. */
  likelyRepeatOf: string | null;
  tool: ToolSettings;
  limits: GateLimits;
  /** The policy in force; null where there is none. */
  policyVersion: number | null;
  /** How the latest requests for this tool by this agent, subject and session ended, the newest first. */
  answered: Answered[];
  /** This agent's confirmation that is to be replaced, and how often its first request was already made anew. */
  superseded:
    | (Pick<Confirmation, "id" | "state" | "decidableUntil" | "decidedAt" | "originId"> & { made: number })
    | null;
  /** Whether there is anybody at all who could decide. */
  somebodyDecides: boolean;
};

type Row = CallerRow & {
  tool: string;
  now: Date;
  id: string | null;
  request_digest: string | null;
  unknown_id: string | null;
  policy_number: number | null;
  answered: string | null;
  somebody: boolean;
  deny_count: number;
  deny_within_seconds: number;
  pending_per_agent: number;
  pending_total: number;
  resubmit_max: number;
  resubmit_min_interval_seconds: number;
  resubmit_after: State[];
  superseded_id: string | null;
  superseded_state: State;
  superseded_until: Date;
  superseded_at: Date | null;
  superseded_origin: string | null;
  made: bigint;
};

/**
 * By the key first: planned while an agent had a row or two, "=" on the agent would go on reading all of its rows.
 * IS NOT DISTINCT FROM offers no index of its own to choose.
 */
export async function readBeforeSubmission(
  caller: AgentCaller,
  asking: Asking,
  db: Database = database(),
): Promise<BeforeSubmission> {
  const { idempotencyKey, intentFingerprint, tool, onBehalfOf, session, supersedes } = asking;
  const at = Prisma.sql`t.now`;
  const asks = callerSql(caller, at);
  const alike = Prisma.sql`
    c.agent_id = ${caller.id}::uuid AND c.tool = ${tool}
    AND c.on_behalf_of IS NOT DISTINCT FROM ${onBehalfOf}::text AND c.session IS NOT DISTINCT FROM ${session}::text`;
  const [row] = await db.$queryRaw<[Row]>`${PREPARED}
    SELECT t.now, ${asks.columns}, c.id, c.request_digest, u.id AS unknown_id, ${TOOL_ROW} AS tool, ${LIMITS}, p.number AS policy_number, d.answered,
      EXISTS (SELECT 1 FROM person WHERE disabled_at IS NULL AND role IN ('reviewer', 'admin')) AS somebody,
      s.id AS superseded_id, s.state AS superseded_state, s.decidable_until AS superseded_until,
      s.decided_at AS superseded_at, s.origin_id AS superseded_origin, r.made
    FROM (SELECT ${NOW} AS now) AS t
    ${asks.join}
    LEFT JOIN confirmation AS c
      ON c.idempotency_key = ${idempotencyKey}::text AND c.agent_id IS NOT DISTINCT FROM ${caller.id}::uuid
    LEFT JOIN tool ON tool.name = ${tool}
    LEFT JOIN policy_version AS p ON p.status = 'active'
    LEFT JOIN confirmation AS s ON s.id = ${supersedes}::uuid AND s.agent_id IS NOT DISTINCT FROM ${caller.id}::uuid
    CROSS JOIN gate_limits AS l
    LEFT JOIN LATERAL (
      SELECT c.id FROM confirmation AS c
      WHERE c.intent_fingerprint = ${intentFingerprint} AND ${toSettleSql(at)}
      ORDER BY c.id DESC LIMIT 1
    ) AS u ON TRUE
    LEFT JOIN LATERAL (
      SELECT count(*) AS made FROM confirmation AS c
      WHERE c.origin_id = coalesce(s.origin_id, s.id) AND ${PUT_TO_POLICY_OR_PEOPLE}
    ) AS r ON TRUE
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_array(a.ended, (extract(epoch FROM a.at) * 1000)::bigint))::text AS answered
      FROM (
        SELECT * FROM (
          (
            SELECT c.state AS ended, c.decided_at AS at FROM confirmation AS c
            WHERE ${alike} AND ${ANSWERED} AND c.decided_at > t.now - make_interval(secs => l.deny_within_seconds)
            ORDER BY c.decided_at DESC, (c.state = 'approved') DESC LIMIT l.deny_count
          )
          UNION ALL
          (
            SELECT 'expired', c.decidable_until FROM confirmation AS c
            WHERE ${alike} AND ${guardSql("due", at)}
              AND c.decidable_until > t.now - make_interval(secs => l.deny_within_seconds)
            ORDER BY c.decidable_until DESC LIMIT l.deny_count
          )
        ) AS every ORDER BY every.at DESC, (every.ended = 'approved') DESC LIMIT l.deny_count
      ) AS a
    ) AS d ON TRUE`;
  return {
    now: row.now,
    principal: principalOf(caller, row),
    existing: row.id && row.request_digest ? { id: row.id, requestDigest: row.request_digest } : null,
    likelyRepeatOf: row.unknown_id,
    tool: readToolRow(row.tool),
    limits: {
      denyCount: row.deny_count,
      denyWithinSeconds: row.deny_within_seconds,
      pendingPerAgent: row.pending_per_agent,
      pendingTotal: row.pending_total,
      resubmitMax: row.resubmit_max,
      resubmitMinIntervalSeconds: row.resubmit_min_interval_seconds,
      resubmitAfter: row.resubmit_after,
    },
    policyVersion: row.policy_number,
    answered: readAnswered(row.answered),
    superseded: row.superseded_id
      ? {
          id: row.superseded_id,
          state: row.superseded_state,
          decidableUntil: row.superseded_until,
          decidedAt: row.superseded_at,
          originId: row.superseded_origin,
          made: Number(row.made),
        }
      : null,
    somebodyDecides: row.somebody,
  };
}

const LIMITS = Prisma.raw(`l.deny_count, l.deny_within_seconds, l.pending_per_agent, l.pending_total, l.resubmit_max,
  l.resubmit_min_interval_seconds, l.resubmit_after`);

/** What a person, the policy or silence made of a request: the predicate of the index `confirmation_answered`. */
const ANSWERED = Prisma.raw(`c.reason_code IN ('reviewer_approved', 'reviewer_denied', 'policy_allowed', 'timed_out')`);

/** As `admit_submission` counts it again. */
const PUT_TO_POLICY_OR_PEOPLE = Prisma.raw(
  `(c.reason_code IS NULL OR c.reason_code NOT IN ('deny_limit', 'queue_full', 'resubmission_limit', 'daily_cap', 'tool_disabled'))`,
);

function readAnswered(text: string | null): Answered[] {
  const stored = JSON.parse(text ?? "[]") as [Answered["end"], number][];
  return stored.map(([end, milliseconds]) => ({ end, at: new Date(milliseconds) }));
}
