import type { ChangingFacts, Confirmation } from "@/lib/kernel/confirmation";
import { Prisma } from "./database";

type Kind = "text" | "uuid" | "instant" | "integer" | "boolean";

/** Every fact and its column. Raw statements select, set and map by this one list. */
const COLUMNS: { [K in keyof Confirmation]: readonly [column: string, kind: Kind] } = {
  id: ["id", "uuid"],
  agentId: ["agent_id", "uuid"],
  idempotencyKey: ["idempotency_key", "text"],
  requestDigest: ["request_digest", "text"],
  tool: ["tool", "text"],
  target: ["target", "text"],
  session: ["session", "text"],
  turnGroup: ["turn_group", "text"],
  onBehalfOf: ["on_behalf_of", "text"],
  reasoning: ["reasoning", "text"],
  context: ["context", "text"],
  arguments: ["arguments", "text"],
  argumentsDigest: ["arguments_digest", "text"],
  operationDigest: ["operation_digest", "text"],
  intentFingerprint: ["intent_fingerprint", "text"],
  supersedes: ["supersedes", "uuid"],
  originId: ["origin_id", "uuid"],
  likelyRepeatOf: ["likely_repeat_of", "uuid"],
  searchText: ["search_text", "text"],
  preview: ["preview", "text"],
  createdAt: ["created_at", "instant"],
  waitEndsAt: ["wait_ends_at", "instant"],
  decidableUntil: ["decidable_until", "instant"],
  startWindowSeconds: ["start_window_seconds", "integer"],
  outcomeWindowSeconds: ["outcome_window_seconds", "integer"],
  policyVersion: ["policy_version", "integer"],
  policyEffect: ["policy_effect", "text"],
  policyRule: ["policy_rule", "text"],
  policyTrace: ["policy_trace", "text"],
  approvalsNeeded: ["approvals_needed", "integer"],
  tierCount: ["tier_count", "integer"],
  retryAt: ["retry_at", "instant"],
  state: ["state", "text"],
  decidedAt: ["decided_at", "instant"],
  decidedByKind: ["decided_by_kind", "text"],
  decidedById: ["decided_by_id", "text"],
  decidedByName: ["decided_by_name", "text"],
  decidedForId: ["decided_for_id", "uuid"],
  decidedForName: ["decided_for_name", "text"],
  breakGlass: ["break_glass", "boolean"],
  reasonCode: ["reason_code", "text"],
  reason: ["reason", "text"],
  startBy: ["start_by", "instant"],
  effectiveArguments: ["effective_arguments", "text"],
  effectiveArgumentsDigest: ["effective_arguments_digest", "text"],
  changes: ["changes", "text"],
  executionId: ["execution_id", "uuid"],
  executionState: ["execution_state", "text"],
  attempt: ["attempt", "integer"],
  claimedAt: ["claimed_at", "instant"],
  claimKey: ["claim_key", "text"],
  outcomeDueBy: ["outcome_due_by", "instant"],
  outcomeAt: ["outcome_at", "instant"],
  outcomePhase: ["outcome_phase", "text"],
  outcomeDetail: ["outcome_detail", "text"],
  outcomeReference: ["outcome_reference", "text"],
  retryUntil: ["retry_until", "instant"],
  escalation: ["escalation", "text"],
};

export const FACTS = Object.keys(COLUMNS) as (keyof Confirmation)[];

/** A stored row as the database answers it; snake_case columns of `confirmation`. */
export type ConfirmationRow = Record<string, unknown> & { id: string };

/** The column of a fact, as SQL. */
export function columnOf(fact: keyof Confirmation): Prisma.Sql {
  return Prisma.raw(`"${COLUMNS[fact][0]}"`);
}

/**
 * Every column by name, of the row that `alias` names. Never `alias.*`: a prepared statement whose answer a newer
 * version's migration widens would fail in every process that prepared it before.
 */
export function columnsOf(alias: "c" | "moved"): Prisma.Sql {
  return ALL_COLUMNS[alias];
}

const ALL_COLUMNS = {
  c: Prisma.raw(allOf("c")),
  moved: Prisma.raw(allOf("moved")),
};

function allOf(alias: string): string {
  return FACTS.map((fact) => `${alias}."${COLUMNS[fact][0]}"`).join(", ");
}

/** A value as a typed parameter for the column of a fact. */
export function parameterFor(
  fact: keyof Confirmation,
  value: ChangingFacts[keyof ChangingFacts] | Confirmation[keyof Confirmation],
): Prisma.Sql {
  const [, kind] = COLUMNS[fact];
  const plain = value instanceof Date ? value.toISOString() : value;
  switch (kind) {
    case "uuid":
      return Prisma.sql`${plain}::uuid`;
    case "instant":
      return Prisma.sql`${plain}::timestamptz`;
    case "integer":
      return Prisma.sql`${plain}::integer`;
    case "boolean":
      return Prisma.sql`${plain}::boolean`;
    case "text":
      return Prisma.sql`${plain}::text`;
    default:
      return kind satisfies never;
  }
}

export function toConfirmation(row: ConfirmationRow): Confirmation {
  return Object.fromEntries(FACTS.map((fact) => [fact, row[COLUMNS[fact][0]] ?? null])) as unknown as Confirmation;
}
