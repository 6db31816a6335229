import { type ChangingFacts, type Confirmation, NOT_DECIDED } from "@/lib/kernel/confirmation";
import { Prisma } from "./database";

type Kind = "text" | "uuid" | "instant" | "integer" | "boolean";

/** How PostgreSQL calls each kind. */
const TYPES: Record<Kind, string> = {
  text: "text",
  uuid: "uuid",
  instant: "timestamptz",
  integer: "integer",
  boolean: "boolean",
};

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

/** The facts that can change; what was asked never does. */
const CHANGING = Object.keys(NOT_DECIDED) as (keyof ChangingFacts)[];

/**
 * A whole row, and what a change can have touched of one, each as one JSON text: the driver and Prisma handle every
 * column of an answer by itself, in several passes, and a row has dozens. Texts come back as they were, character for
 * character. It also keeps a prepared statement's answer the same when a newer version's migration adds a column, which
 * would fail `c.*` in every process that prepared it before.
 */
export const WHOLE_ROW = Prisma.sql`row_to_json(c)::text`;
export const CHANGED_ROW = Prisma.sql`row_to_json(moved)::text`;

/** The columns of the row `c` that a change can have touched. */
export const CHANGING_COLUMNS = Prisma.raw(
  ["id" as const, ...CHANGING].map((fact) => `c."${COLUMNS[fact][0]}"`).join(", "),
);

/** The columns of all facts for an INSERT, and the values that go in: made for each confirmation from one text. */
export const INSERTED_COLUMNS = Prisma.raw(FACTS.map((fact) => `"${COLUMNS[fact][0]}"`).join(", "));
const INSERTED_TEXT = FACTS.map((fact) => `::${TYPES[COLUMNS[fact][1]]}`);
const AROUND_VALUES = ["", ...INSERTED_TEXT.map((cast, at) => (at < INSERTED_TEXT.length - 1 ? `${cast}, ` : cast))];

export function insertedValues(confirmation: Confirmation): Prisma.Sql {
  return new Prisma.Sql(
    AROUND_VALUES,
    FACTS.map((fact) => plainOf(confirmation[fact])),
  );
}

function plainOf<Value>(value: Value | Date): Value | string {
  return value instanceof Date ? value.toISOString() : value;
}

/** A value as a typed parameter for the column of a fact. */
export function parameterFor(
  fact: keyof Confirmation,
  value: ChangingFacts[keyof ChangingFacts] | Confirmation[keyof Confirmation],
): Prisma.Sql {
  return new Prisma.Sql(["", `::${TYPES[COLUMNS[fact][1]]}`], [plainOf(value)]);
}

/** A row of columns as Prisma answers them. */
export function toConfirmation(row: ConfirmationRow): Confirmation {
  return factsOf(FACTS, row) as Confirmation;
}

/** A `WHOLE_ROW`. */
export function readWholeRow(text: string): Confirmation {
  return factsOf(FACTS, readRow(text)) as Confirmation;
}

/** A `CHANGED_ROW`; what was asked is as it was. */
export function readChangedRow(text: string): ChangingFacts {
  return factsOf(CHANGING, readRow(text)) as ChangingFacts;
}

function factsOf(facts: (keyof Confirmation)[], row: Record<string, unknown>): Partial<Confirmation> {
  const found: Record<string, unknown> = {};
  for (const fact of facts) found[fact] = row[COLUMNS[fact][0]] ?? null;
  return found as Partial<Confirmation>;
}

/** JSON has no instants. */
function readRow(text: string): Record<string, unknown> {
  const row = JSON.parse(text) as Record<string, unknown>;
  for (const column of INSTANTS) {
    const written = row[column];
    if (typeof written === "string") row[column] = new Date(written);
  }
  return row;
}

const INSTANTS = FACTS.filter((fact) => COLUMNS[fact][1] === "instant").map((fact) => COLUMNS[fact][0]);
