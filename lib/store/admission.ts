import { type Database, Prisma } from "./database";
import { instant } from "./predicates";

/*
 * How many may be pending, and how many a day, held under any number of submissions at once (decision 0019). The counting
 * and locking is in the SQL function `admit_submission`, called by the very statement that adds the row.
 */

/** The limits that concern one submission; null where one does not. */
export type Admission = {
  agentId: string;
  at: Date;
  /** For what will wait for a person. */
  pending: { perAgent: number; total: number } | null;
  /** For what is not denied: how many of this tool a UTC day. */
  perDay: { tool: string; most: number } | null;
  /** For what is made anew: how often that may be done to the first request. */
  resubmission: { originId: string; most: number } | null;
};

export type AdmissionVerdict =
  | "ok"
  | "agent_disabled"
  | "resubmission_limit"
  | "daily_cap"
  | "queue_full_agent"
  | "queue_full_total";

export type AdmissionRow = {
  verdict: AdmissionVerdict | "near_agent" | "near_total";
  agent_base: bigint | null;
  total_base: bigint | null;
  agent_near: boolean;
  total_near: boolean;
};

/** What was last known of a cap: a bound that saves counting, and whether it is so near that one must be alone to tell. */
type Known = { base: bigint | null; near: boolean };
type Memory = { agents: Map<string, Known>; total: Known };

const NOTHING: Known = { base: null, near: false };
/** Agents remembered by a process; the longest unheard of is forgotten first, and counted anew. */
const MOST_AGENTS = 10_000;

/** By the pool it was learned through. Forgetting costs a count and never a limit. */
const memories = new WeakMap<Database, Memory>();

/** Whether to hold the limit alone from the start; grows while an answer says that it is too near. */
export type Alone = { agent: boolean; total: boolean };

export function alone(db: Database, agentId: string): Alone {
  const { agents, total } = memoryOf(db);
  return { agent: agents.get(agentId)?.near ?? false, total: total.near };
}

/** The call of `admit_submission`, as the `FROM` of the inserting statement has it. */
export function admissionSql(admission: Admission, by: Alone, db: Database): Prisma.Sql {
  const { agentId, at, pending, perDay, resubmission } = admission;
  const { agents, total } = memoryOf(db);
  return Prisma.sql`admit_submission(
    ${agentId}::uuid, ${instant(at)}, ${pending?.perAgent ?? null}::integer, ${pending?.total ?? null}::integer,
    ${perDay?.tool ?? null}::text, ${perDay?.most ?? null}::integer,
    ${resubmission?.originId ?? null}::uuid, ${resubmission?.most ?? null}::integer,
    ${by.agent}::boolean, ${by.total}::boolean,
    ${agents.get(agentId)?.base ?? null}::bigint, ${total.base}::bigint
  )`;
}

/** Keeps what an answer says of the caps, for the next submission. */
export function remember(db: Database, { agentId, pending }: Admission, row: AdmissionRow): void {
  if (!pending) return;
  const memory = memoryOf(db);
  memory.agents.delete(agentId);
  memory.agents.set(agentId, { base: row.agent_base, near: row.agent_near });
  for (const eldest of memory.agents.keys()) {
    if (memory.agents.size <= MOST_AGENTS) break;
    memory.agents.delete(eldest);
  }
  // The total is not looked at where the agent's own cap answered.
  if (!/agent/.test(row.verdict)) memory.total = { base: row.total_base, near: row.total_near };
}

/** After an error nothing is taken for known: the database may be another one, or an earlier one of itself. */
export function forget(db: Database): void {
  memories.delete(db);
}

function memoryOf(db: Database): Memory {
  let memory = memories.get(db);
  if (!memory) {
    memory = { agents: new Map(), total: NOTHING };
    memories.set(db, memory);
  }
  return memory;
}

/**
 * For whoever takes an agent's access away and settles what it has pending: waits for its submissions that are on their
 * way and lets no other begin until this transaction ends.
 */
export async function holdSubmissionsOf(agentId: string, transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(1128485697, hashtext(${agentId}::uuid::text))`;
}
