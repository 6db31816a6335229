import { isId, newId } from "@/lib/kernel/id";
import type { Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Administrator, administer } from "./administration";
import { recordEvents } from "./audit";
import { NOW } from "./clock";
import { type Database, database, Prisma } from "./database";

export type NewDelegation = { fromId: string; toId: string; startsAt: Date; endsAt: Date; reason: string | null };

/** The longest absence one entry covers: what goes on for longer is a change of roles, or is said again. */
export const DELEGATION_MOST_DAYS = 366;
const REASON_MOST_CHARACTERS = 500;
const DAY_MS = 86_400_000;

/** Who decides may stand in, and may be stood in for. */
const DECIDE: readonly Role[] = ["admin", "reviewer"];

/**
 * Lets one person decide in another's place for a while. Everybody says so for themselves, an admin for anybody. A
 * beginning that has passed is now: nobody's past decisions become another's.
 */
export async function makeDelegation(
  given: NewDelegation,
  by: Administrator,
): Promise<{ ok: true; id: string } | Refused> {
  const { fromId, toId, endsAt } = given;
  const reason = given.reason?.trim() || null;
  if (reason && ([...reason].length > REASON_MOST_CHARACTERS || /\p{Cc}/u.test(reason))) {
    return fault("reason", `must be one line of at most ${REASON_MOST_CHARACTERS} characters`);
  }
  if (fromId === toId) return fault("to", "must be somebody else");
  return administer(
    by,
    async (tx, now, actor) => {
      const [from, to] = [await findDecider(tx, fromId), await findDecider(tx, toId)];
      if (!from) return fault("from", "must be an active reviewer or admin");
      if (!to) return fault("to", "must be an active reviewer or admin");
      const startsAt = new Date(Math.max(given.startsAt.getTime(), now.getTime()));
      if (!(endsAt > startsAt)) return fault("until", "must lie after the beginning, and ahead");
      if (endsAt.getTime() - startsAt.getTime() > DELEGATION_MOST_DAYS * DAY_MS) {
        return fault("until", `must lie within ${DELEGATION_MOST_DAYS} days of the beginning`);
      }
      const id = newId(now);
      await tx.delegation.create({
        data: { id, fromPersonId: fromId, toPersonId: toId, startsAt, endsAt, reason, createdAt: now },
      });
      const data = { delegation_id: id, ...named(from, to), starts_at: startsAt, ends_at: endsAt, reason };
      await recordEvents(tx, now, [{ kind: "delegation.made", actor, data }], {});
      return { ok: true as const, id };
    },
    rolesFor(fromId, by),
  );
}

/** Ends it now. One that is over already changes and records nothing. */
export async function endDelegation(id: string, by: Administrator): Promise<{ ok: true } | Refused> {
  const found = isId(id) ? await database().delegation.findUnique({ where: { id }, include: BOTH }) : null;
  if (!found) return refuse("not_found", "There is no such delegation. Nothing was changed.");
  return administer(
    by,
    async (tx, now, actor) => {
      const { count } = await tx.delegation.updateMany({
        where: { id, revokedAt: null, endsAt: { gt: now } },
        data: { revokedAt: now },
      });
      if (count === 0) return { ok: true as const };
      const data = { delegation_id: id, ...named(found.from, found.to) };
      await recordEvents(tx, now, [{ kind: "delegation.ended", actor, data }], {});
      return { ok: true as const };
    },
    rolesFor(found.fromPersonId, by),
  );
}

export type DelegationRow = {
  id: string;
  fromId: string;
  fromName: string;
  fromEmail: string;
  toId: string;
  toName: string;
  toEmail: string;
  startsAt: Date;
  endsAt: Date;
  reason: string | null;
  /** Whether it holds at this moment, as far as its times say. */
  inForce: boolean;
};

/**
 * Delegations that hold or will, the next to end first.
 *
 * @param personId those from or to this person alone
 */
export async function listDelegations(personId?: string, db: Database = database()): Promise<DelegationRow[]> {
  const whose = personId
    ? Prisma.sql`(d.from_person_id = ${personId}::uuid OR d.to_person_id = ${personId}::uuid)`
    : Prisma.sql`TRUE`;
  return db.$queryRaw<DelegationRow[]>`
    SELECT d.id, f.id AS "fromId", f.name AS "fromName", f.email AS "fromEmail",
      t.id AS "toId", t.name AS "toName", t.email AS "toEmail",
      d.starts_at AS "startsAt", d.ends_at AS "endsAt", d.reason, d.starts_at <= ${NOW} AS "inForce"
    FROM delegation d JOIN person f ON f.id = d.from_person_id JOIN person t ON t.id = d.to_person_id
    WHERE d.revoked_at IS NULL AND d.ends_at > ${NOW} AND ${whose}
    ORDER BY d.ends_at, d.id`;
}

const BOTH = {
  from: { select: { id: true, email: true } },
  to: { select: { id: true, email: true } },
} as const;

function named(from: { id: string; email: string }, to: { id: string; email: string }) {
  return { from_id: from.id, from: from.email, to_id: to.id, to: to.email };
}

async function findDecider(tx: Database, id: string) {
  if (!isId(id)) return null;
  return tx.person.findFirst({ where: { id, disabledAt: null, role: { in: [...DECIDE] } } });
}

function rolesFor(fromId: string, by: Administrator): readonly Role[] {
  return "credential" in by && by.id === fromId ? DECIDE : ["admin"];
}

function fault(path: string, message: string): Refused {
  return refuse("invalid_request", `${path}: ${message}. Nothing was changed.`, {
    errors: [{ path: `/${path}`, message }],
  });
}
