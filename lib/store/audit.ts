import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import { type Database, database, Prisma } from "./database";
import { instant } from "./predicates";

type Context = { confirmationId?: string; requestId?: string };

/**
 * The audit events of a change, as a common table expression named `logged`, for every row of `moved`: in the very
 * statement that makes the change, so that neither can stand alone.
 */
export function logged(drafts: AuditDraft[], now: Date, context: Pick<Context, "requestId">): Prisma.Sql {
  return Prisma.sql`
    logged AS (
      INSERT INTO audit_event (confirmation_id, at, kind, actor_kind, actor_id, actor_name, data, request_id)
      SELECT moved.id, ${instant(now)}, e.kind, e.actor_kind, e.actor_id, e.actor_name, e.data, ${context.requestId ?? null}::text
      FROM moved, (VALUES ${Prisma.join(drafts.map(valuesOf))}) AS e (n, kind, actor_kind, actor_id, actor_name, data)
      ORDER BY moved.id, e.n
    )`;
}

/** Writes events that go with no change of a confirmation: refused attempts, sign-ins, people and agents. */
export async function recordEvents(db: Database, now: Date, drafts: AuditDraft[], context: Context): Promise<void> {
  await db.$executeRaw`
    INSERT INTO audit_event (confirmation_id, at, kind, actor_kind, actor_id, actor_name, data, request_id)
    SELECT ${context.confirmationId ?? null}::uuid, ${instant(now)}, e.kind, e.actor_kind, e.actor_id, e.actor_name, e.data, ${context.requestId ?? null}::text
    FROM (VALUES ${Prisma.join(drafts.map(valuesOf))}) AS e (n, kind, actor_kind, actor_id, actor_name, data)
    ORDER BY e.n`;
}

export type AuditEvent = {
  id: bigint;
  confirmation_id: string | null;
  at: Date;
  kind: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  request_id: string | null;
  data: string;
};

/** One confirmation's history, oldest first. */
export async function eventsOf(confirmationId: string, db: Database = database()): Promise<AuditEvent[]> {
  return db.$queryRaw<AuditEvent[]>`
    SELECT * FROM audit_event WHERE confirmation_id = ${confirmationId}::uuid ORDER BY id`;
}

export type AuditFilter = {
  kind?: string;
  /** Part of an actor's name, literally. */
  actor?: string;
  confirmationId?: string;
  /** Literal text in what the event holds. */
  text?: string;
  since?: Date;
  until?: Date;
  /** Events before this one; the last of the page before. */
  beforeId?: bigint;
  limit: number;
};

/** The audit, newest first. */
export async function listEvents(filter: AuditFilter, db: Database = database()): Promise<AuditEvent[]> {
  const where = [Prisma.sql`TRUE`];
  if (filter.kind) where.push(Prisma.sql`kind = ${filter.kind}`);
  if (filter.actor) where.push(Prisma.sql`position(lower(${filter.actor}) IN lower(actor_name)) > 0`);
  if (filter.confirmationId) where.push(Prisma.sql`confirmation_id = ${filter.confirmationId}::uuid`);
  if (filter.text) where.push(Prisma.sql`position(lower(${filter.text}) IN lower(data)) > 0`);
  if (filter.since) where.push(Prisma.sql`at >= ${instant(filter.since)}`);
  if (filter.until) where.push(Prisma.sql`at < ${instant(filter.until)}`);
  if (filter.beforeId) where.push(Prisma.sql`id < ${filter.beforeId}`);
  return db.$queryRaw<AuditEvent[]>`
    SELECT * FROM audit_event WHERE ${Prisma.join(where, " AND ")} ORDER BY id DESC LIMIT ${filter.limit}::integer`;
}

/** What was written since an event, for telling open pages to look again. Hints only: an id may still be in flight. */
export async function changesSince(afterId: bigint, limit: number, db: Database = database()) {
  return db.$queryRaw<{ id: bigint; confirmation_id: string | null }[]>`
    SELECT id, confirmation_id FROM audit_event WHERE id > ${afterId} ORDER BY id LIMIT ${limit}::integer`;
}

/** The newest event's id, or 0. */
export async function newestEventId(db: Database = database()): Promise<bigint> {
  const rows = await db.$queryRaw<[{ id: bigint }]>`SELECT coalesce(max(id), 0) AS id FROM audit_event`;
  return rows[0].id;
}

function valuesOf({ kind, actor, data }: AuditDraft, n: number): Prisma.Sql {
  return Prisma.sql`(${n}::integer, ${kind}::text, ${actor.kind}::text, ${actor.id ?? null}::text, ${actor.name}::text, ${JSON.stringify(data, withoutNull)}::text)`;
}

/** Absent instead of null, as everywhere on the wire. */
function withoutNull(_key: string, value: unknown): unknown {
  return value ?? undefined;
}
