import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { PersonPrincipal, Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personStands } from "./authority";
import { readClock } from "./clock";
import { type Database, database, Prisma } from "./database";

/** Who administers: a signed-in person, whose standing is read again by the act itself, or the operator at the machine. */
export type Administrator = PersonPrincipal | AuditActor;

/** An act on a transaction, at its one instant, in the name the audit will show. */
export type Act<T> = (tx: Database, now: Date, actor: AuditActor) => Promise<T | Refused>;

/** Any number nobody else locks by. */
const ADMINISTRATION_LOCK = 1_129_270_355;

/**
 * One act of administration, whole or not at all, and one at a time over all processes: what it counts (the last admin)
 * and what it relies on (that whoever acts is still an admin) cannot change beneath it. Such acts are rare and short.
 *
 * @param act refuses before it writes; what it throws undoes everything
 * @param roles who may do this; the operator may always
 */
export async function administer<T>(
  by: Administrator,
  act: Act<T>,
  roles: readonly Role[] = ["admin"],
): Promise<T | Refused> {
  return database().$transaction(async (tx) => {
    await lockAdministration(tx);
    // Read behind the lock, so that instants are in the order in which things happened.
    const now = await readClock(tx);
    if (!("credential" in by)) return act(tx, now, by);
    const [row] = await tx.$queryRaw<[{ stands: boolean }]>`SELECT ${personStands(by, roles, now)} AS stands`;
    if (!row.stands) return refuse("forbidden", "Your account may not do this now. Nothing was changed.");
    return act(tx, now, { kind: "person", id: by.id, name: by.name });
  });
}

/** Held until the transaction ends. */
export async function lockAdministration(tx: Database): Promise<void> {
  await tx.$executeRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${ADMINISTRATION_LOCK}::bigint)`);
}

/**
 * What a check of somebody's text found, as a refusal of that field.
 *
 * @param check throws an Error that begins with the field's name and a colon
 */
export function checked<T>(check: () => T): { ok: true; value: T } | Refused {
  try {
    return { ok: true, value: check() };
  } catch (error) {
    return faultOf(error);
  }
}

/** An Error that names its field, as a refusal; any other is thrown on. */
export function faultOf(error: unknown): Refused {
  const [, field, message] = (error instanceof Error && /^([a-z_ ]+): (.+)$/s.exec(error.message)) || [];
  if (!field || !message) throw error;
  return refuse("invalid_request", `${field}: ${message}`, { errors: [{ path: `/${field}`, message }] });
}

/** For the operator's tool, which reads errors: what was refused as the Error it is told by. */
export function required<T>(done: T | Refused): T {
  if (typeof done === "object" && done !== null && "refusal" in done) throw new Error(done.refusal.detail);
  return done as T;
}
