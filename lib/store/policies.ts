import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { PolicyEffect, ReasonCode, State } from "@/lib/kernel/confirmation";
import type { CompiledPolicy } from "@/lib/kernel/policy/compile";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import { rulesInForce } from "@/lib/kernel/policy/in-force";
import { unreadablePolicy } from "@/lib/kernel/policy/unreadable";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import type { Risk } from "@/lib/kernel/tool";
import { logger } from "@/lib/log";
import { personStands } from "./authority";
import { readClock } from "./clock";
import { type Database, database, Prisma } from "./database";
import { instant } from "./predicates";

export type PolicyStatus = "draft" | "proposed" | "active" | "retired" | "discarded";
export type PolicySource = "page" | "file" | "system";

/** Who did something to a version, and when. */
export type Mark = { at: Date; id: string | null; name: string };

/** One stored version of the written rules; `document` is its JSON text. */
export type PolicyVersion = {
  number: number;
  status: PolicyStatus;
  document: string;
  basedOn: number | null;
  source: PolicySource;
  created: Mark;
  edited: Mark | null;
  proposed: Mark | null;
  activated: Mark | null;
  retiredAt: Date | null;
};

/** What a version is without what it says: for lists. */
export type PolicyVersionHead = Omit<PolicyVersion, "document">;

/**
 * All that changes a version takes this lock first, so that numbers are given once and one activation wins.
 *
 * @param within the transaction of a larger change that this is a part of
 */
export async function changingPolicies<Result>(
  work: (tx: Database, now: Date) => Promise<Result>,
  within?: Database,
): Promise<Result> {
  if (!within) return database().$transaction((tx) => changingPolicies(work, tx));
  // Readers are not held up; writers come one after the other and each sees what the one before committed.
  await within.$executeRaw`LOCK TABLE policy_version IN SHARE ROW EXCLUSIVE MODE`;
  return work(within, await readClock(within));
}

export async function findPolicy(number: number, db: Database = database()): Promise<PolicyVersion | null> {
  const [row] = await db.$queryRaw<Row[]>`SELECT * FROM policy_version WHERE number = ${number}::integer`;
  return row ? toVersion(row) : null;
}

/** The version in force. There always is one: version 1 was put there by the migration. */
export async function findActivePolicy(db: Database = database()): Promise<PolicyVersion> {
  const [row] = await db.$queryRaw<Row[]>`SELECT * FROM policy_version WHERE status = 'active'`;
  if (!row) throw new Error("No policy version is in force.");
  return toVersion(row);
}

/** The rules of a version in force or retired do not change any more, so each is compiled once in a process. */
const compiled = new Map<number, Promise<CompiledPolicy>>();
/** The one in force, and the few that pending confirmations were asked under. */
const MOST_COMPILED = 16;

/**
 * A version, ready to be evaluated; read and compiled at the first asking, once for all who ask meanwhile. One that cannot
 * be read any more asks about everything and names the error; a rule of it that cannot, asks, and denies if it is to deny.
 *
 * @throws what the store throws; nothing of that is kept
 */
export function compiledPolicy(number: number): Promise<CompiledPolicy> {
  const known = compiled.get(number);
  if (known) return known;
  const loading = loadCompiled(number);
  compiled.set(number, loading);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= MOST_COMPILED) break;
    compiled.delete(oldest);
  }
  loading.catch(() => compiled.delete(number));
  return loading;
}

async function loadCompiled(number: number): Promise<CompiledPolicy> {
  const version = await findPolicy(number);
  if (!version || !["active", "retired"].includes(version.status)) {
    // A draft can still change, so it is never kept; and no confirmation is ever asked under one.
    throw new Error(`Policy version ${number} was never in force.`);
  }
  const read = readPolicyDocument(version.document);
  if (read.ok) return rulesInForce(read.document);
  const [fault] = read.faults;
  logger.error({ policy_version: number, fault }, "the stored policy cannot be read");
  return unreadablePolicy(`the stored policy cannot be read: ${fault?.path} ${fault?.message}`);
}

/** As many as a page can show; older ones are in the audit. */
const MOST_LISTED = 200;

/** All versions, the newest first, with the instant they were read at. */
export async function listPolicies(db: Database = database()): Promise<{ now: Date; versions: PolicyVersionHead[] }> {
  const now = await readClock(db);
  const rows = await db.$queryRaw<Row[]>`
    SELECT number, status, '' AS document, based_on, source, created_at, created_by_id, created_by_name,
           edited_at, edited_by_id, edited_by_name, proposed_at, proposed_by_id, proposed_by_name,
           activated_at, activated_by_id, activated_by_name, retired_at
    FROM policy_version ORDER BY number DESC LIMIT ${MOST_LISTED}::integer`;
  return {
    now,
    versions: rows.map((row) => {
      const { document: _, ...head } = toVersion(row);
      return head;
    }),
  };
}

/** Whoever acts: a person, judged again by the statement itself, or the operator by a file. */
export type PolicyActor = PersonPrincipal | (AuditActor & { kind: "operator" });

function stands(actor: PolicyActor, now: Date): Prisma.Sql {
  return actor.kind === "person" ? personStands(actor, ["admin"], now) : Prisma.sql`TRUE`;
}

const idOf = (actor: PolicyActor): string | null => actor.id ?? null;

/**
 * Adds a draft under the next number.
 *
 * @returns its number, or null where the person may not do so any more
 */
export async function insertDraft(
  tx: Database,
  now: Date,
  draft: { document: string; basedOn: number; source: PolicySource; actor: PolicyActor },
): Promise<number | null> {
  const { document, basedOn, source, actor } = draft;
  const [row] = await tx.$queryRaw<{ number: number }[]>`
    INSERT INTO policy_version (number, status, document, based_on, source, created_at, created_by_id, created_by_name)
    SELECT (SELECT max(number) + 1 FROM policy_version), 'draft', ${document}, ${basedOn}::integer, ${source},
           ${instant(now)}, ${idOf(actor)}, ${actor.name}
    WHERE ${stands(actor, now)}
    RETURNING number`;
  return row?.number ?? null;
}

/** Saves what a draft says. One that was proposed is a draft again: what was looked at is not what it says now. */
export function writeDraft(
  tx: Database,
  now: Date,
  draft: { number: number; document: string; basedOn: number; person: PersonPrincipal },
): Promise<boolean> {
  const { number, document, basedOn, person } = draft;
  return moved(tx.$executeRaw`
    UPDATE policy_version
    SET status = 'draft', document = ${document}, based_on = ${basedOn}::integer,
        edited_at = ${instant(now)}, edited_by_id = ${person.id}, edited_by_name = ${person.name},
        proposed_at = NULL, proposed_by_id = NULL, proposed_by_name = NULL
    WHERE number = ${number}::integer AND status IN ('draft', 'proposed') AND ${stands(person, now)}`);
}

export function markProposed(tx: Database, now: Date, number: number, person: PersonPrincipal): Promise<boolean> {
  return moved(tx.$executeRaw`
    UPDATE policy_version
    SET status = 'proposed', proposed_at = ${instant(now)}, proposed_by_id = ${person.id}, proposed_by_name = ${person.name}
    WHERE number = ${number}::integer AND status = 'draft' AND ${stands(person, now)}`);
}

export function markDiscarded(tx: Database, now: Date, number: number, person: PersonPrincipal): Promise<boolean> {
  return moved(tx.$executeRaw`
    UPDATE policy_version SET status = 'discarded'
    WHERE number = ${number}::integer AND status IN ('draft', 'proposed') AND ${stands(person, now)}`);
}

/** Retires the version in force and puts this one in its place; nothing happens where the actor may not any more. */
export async function putInForce(tx: Database, now: Date, number: number, actor: PolicyActor): Promise<boolean> {
  // The index allows one active version at a time, so the old one goes first.
  const retired = await tx.$executeRaw`
    UPDATE policy_version SET status = 'retired', retired_at = ${instant(now)}
    WHERE status = 'active' AND ${stands(actor, now)}`;
  if (retired === 0) return false;
  await tx.$executeRaw`
    UPDATE policy_version
    SET status = 'active', activated_at = ${instant(now)}, activated_by_id = ${idOf(actor)}, activated_by_name = ${actor.name}
    WHERE number = ${number}::integer`;
  return true;
}

/** Whether an admin who is none of these could act: by the people there are at this moment. */
export async function anotherAdminStands(personId: string, db: Database = database()): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ found: boolean }]>`
    SELECT EXISTS (
      SELECT 1 FROM person WHERE role = 'admin' AND disabled_at IS NULL AND id <> ${personId}::uuid
    ) AS found`;
  return row.found;
}

/** Of a confirmation, what a policy is asked about, and what came of it. */
export type Replayed = {
  id: string;
  tool: string;
  target: string | null;
  arguments: string;
  agentName: string;
  onBehalfOf: string | null;
  session: string | null;
  createdAt: Date;
  risk: Risk | null;
  reversible: boolean | null;
  state: State;
  reasonCode: ReasonCode | null;
  policyVersion: number;
  policyEffect: PolicyEffect | null;
  policyRule: string | null;
};

/** Confirmations before an id, the newest first; only the columns a policy looks at. */
export async function confirmationsToReplay(
  beforeId: string | null,
  limit: number,
  db: Database = database(),
): Promise<Replayed[]> {
  const before = beforeId ? Prisma.sql`WHERE c.id < ${beforeId}::uuid` : Prisma.empty;
  return db.$queryRaw<Replayed[]>`
    SELECT c.id, c.tool, c.target, c.arguments, a.name AS "agentName", c.on_behalf_of AS "onBehalfOf", c.session,
           c.created_at AS "createdAt", tool.risk, tool.reversible, c.state, c.reason_code AS "reasonCode",
           c.policy_version AS "policyVersion", c.policy_effect AS "policyEffect", c.policy_rule AS "policyRule"
    FROM (SELECT * FROM confirmation AS c ${before} ORDER BY c.id DESC LIMIT ${limit}::integer) AS c
    JOIN agent AS a ON a.id = c.agent_id
    LEFT JOIN tool ON tool.name = c.tool
    ORDER BY c.id DESC`;
}

/** How far back rules' errors are looked for: an errand of milliseconds. */
export const ERRORS_AMONG = 5_000;

/** What policies recorded of errors among the last confirmations, the newest first, as they stand in the traces. */
export async function recentPolicyErrors(
  db: Database = database(),
): Promise<{ id: string; createdAt: Date; policyVersion: number; policyTrace: string }[]> {
  return db.$queryRaw`
    SELECT c.id, c.created_at AS "createdAt", c.policy_version AS "policyVersion", c.policy_trace AS "policyTrace"
    FROM (
      SELECT id, created_at, policy_version, policy_trace FROM confirmation ORDER BY id DESC LIMIT ${ERRORS_AMONG}::integer
    ) AS c
    WHERE c.policy_trace LIKE '%"errors":[{%'`;
}

async function moved(changed: Promise<number>): Promise<boolean> {
  return (await changed) > 0;
}

type Row = {
  number: number;
  status: PolicyStatus;
  document: string;
  based_on: number | null;
  source: PolicySource;
  created_at: Date;
  created_by_id: string | null;
  created_by_name: string;
  edited_at: Date | null;
  edited_by_id: string | null;
  edited_by_name: string | null;
  proposed_at: Date | null;
  proposed_by_id: string | null;
  proposed_by_name: string | null;
  activated_at: Date | null;
  activated_by_id: string | null;
  activated_by_name: string | null;
  retired_at: Date | null;
};

function toVersion(row: Row): PolicyVersion {
  return {
    number: row.number,
    status: row.status,
    document: row.document,
    basedOn: row.based_on,
    source: row.source,
    created: { at: row.created_at, id: row.created_by_id, name: row.created_by_name },
    edited: markOf(row.edited_at, row.edited_by_id, row.edited_by_name),
    proposed: markOf(row.proposed_at, row.proposed_by_id, row.proposed_by_name),
    activated: markOf(row.activated_at, row.activated_by_id, row.activated_by_name),
    retiredAt: row.retired_at,
  };
}

function markOf(at: Date | null, id: string | null, name: string | null): Mark | null {
  return at && name !== null ? { at, id, name } : null;
}
