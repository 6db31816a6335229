import { hashPassword } from "@/lib/auth/passwords";
import { plainName, readEmail } from "@/lib/auth/plain-name";
import { hashSecret, newSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { isId, newId } from "@/lib/kernel/id";
import { type PersonPrincipal, ROLES, type Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { makeLink, type NewLink, voidLinks } from "./account-links";
import { type Administrator, administer, checked, required } from "./administration";
import { recordEvents } from "./audit";
import { NOW, readClock } from "./clock";
import { type Database, database, PREPARED, Prisma } from "./database";

const NOBODY = "There is no such person. Nothing was changed.";

export type NewPerson = {
  email: string;
  /** Shown beside decisions; the e-mail where it is left out. */
  name?: string;
  role: Role;
  /** Without one the person cannot sign in by password, but can be given a token. */
  password?: string;
};

export async function countPeople(): Promise<number> {
  return database().person.count();
}

/** @throws Error naming the field, when a value is not valid or the e-mail is taken */
export async function addPerson(
  person: NewPerson,
  actor: AuditActor,
): Promise<{ id: string; email: string; name: string; role: Role }> {
  const email = requiredEmail(person.email);
  const name = person.name === undefined ? email.slice(0, 128) : plainName("name", person.name);
  const role = requiredRole(person.role);
  const passwordHash = person.password === undefined ? null : await hashPassword(person.password);
  return database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const id = newId(now);
    const added = await tx.person.createMany({
      data: [{ id, email, name, role, passwordHash, createdAt: now }],
      skipDuplicates: true,
    });
    if (added.count === 0) throw new Error(`email: a person with the e-mail ${email} exists already`);
    await recordEvents(tx, now, [{ kind: "person.added", actor, data: { person_id: id, email, name, role } }], {});
    return { id, email, name, role };
  });
}

/** @throws Error naming the field, when there is no such person or the person is disabled */
export async function issuePersonToken(email: string, actor: AuditActor): Promise<string> {
  return required(await issueToken(await idOf(email), actor)).token;
}

/** @throws Error naming the field, when there is no such person, or it is the last active admin */
export async function disablePerson(email: string, actor: AuditActor): Promise<void> {
  required(await disableAccount(await idOf(email), actor));
}

/** @throws Error naming the field, when the role is unknown, there is no such person, or it is the last active admin */
export async function setRole(email: string, role: Role, actor: AuditActor): Promise<void> {
  requiredRole(role);
  required(await changeRole(await idOf(email), role, actor));
}

/**
 * Adds a person who cannot sign in yet, with a link to set name and password by.
 *
 * @param link whether there is one; without it they sign in at the identity provider
 */
export async function invitePerson(
  given: { email: string; name?: string; role: Role },
  link: boolean,
  by: Administrator,
): Promise<{ ok: true; id: string; link?: NewLink } | Refused> {
  const read = checked(() => {
    const email = requiredEmail(given.email);
    const name = given.name === undefined ? email.slice(0, 128) : plainName("name", given.name);
    return { email, name, role: requiredRole(given.role) };
  });
  if (!read.ok) return read;
  const { email, name, role } = read.value;
  return administer(by, async (tx, now, actor) => {
    if ((await tx.person.count({ where: { email } })) > 0) {
      return refuse("already_exists", `A person with the e-mail ${email} exists already. Nobody was invited.`);
    }
    const id = newId(now);
    await tx.person.create({ data: { id, email, name, role, createdAt: now } });
    const made = link ? await makeLink(tx, now, id, "invitation") : undefined;
    const data = { person_id: id, email, name, role, link_id: made?.id };
    await recordEvents(tx, now, [{ kind: link ? "person.invited" : "person.added", actor, data }], {});
    return { ok: true as const, id, link: made };
  });
}

/**
 * From the next statement on the person may do nothing, by whatever session, token or link. Disabling them again changes
 * and records nothing.
 */
export async function disableAccount(id: string, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const person = await findAccount(tx, id);
    if (!person) return refuse("not_found", NOBODY);
    if (person.disabledAt) return { ok: true as const };
    const own = refuseOwn(id, by) ?? (await refuseLastAdmin(tx, person));
    if (own) return own;
    await tx.person.update({ where: { id }, data: { disabledAt: now } });
    // An account that is ever enabled again starts with new credentials.
    const standing = { where: { personId: id, revokedAt: null }, data: { revokedAt: now } };
    await tx.personSession.updateMany(standing);
    await tx.personToken.updateMany(standing);
    await voidLinks(tx, id);
    await recordEvents(tx, now, [{ kind: "person.disabled", actor, data: { person_id: id, email: person.email } }], {});
    return { ok: true as const };
  });
}

/** The person may sign in again, with the role and the groups they had; sessions and tokens of before stay ended. */
export async function enableAccount(id: string, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const person = await findAccount(tx, id);
    if (!person) return refuse("not_found", NOBODY);
    if (!person.disabledAt) return { ok: true as const };
    await tx.person.update({ where: { id }, data: { disabledAt: null } });
    await recordEvents(tx, now, [{ kind: "person.enabled", actor, data: { person_id: id, email: person.email } }], {});
    return { ok: true as const };
  });
}

/** The new role holds from the next statement on, in sessions and by tokens that exist already. */
export async function changeRole(id: string, role: Role, by: Administrator): Promise<{ ok: true } | Refused> {
  const to = checked(() => requiredRole(role));
  if (!to.ok) return to;
  return administer(by, async (tx, now, actor) => {
    const person = await findAccount(tx, id);
    if (!person) return refuse("not_found", NOBODY);
    if (person.role === role) return { ok: true as const };
    const own = refuseOwn(id, by) ?? (await refuseLastAdmin(tx, person));
    if (own) return own;
    await tx.person.update({ where: { id }, data: { role } });
    const data = { person_id: id, email: person.email, from: person.role, to: role };
    await recordEvents(tx, now, [{ kind: "person.role_changed", actor, data }], {});
    return { ok: true as const };
  });
}

/** Gives a person one more API token, which is returned here and kept nowhere. Whoever is no admin gets one for themselves. */
export async function issueToken(id: string, by: Administrator): Promise<{ ok: true; token: string } | Refused> {
  const token = newSecret("csr_");
  return administer(
    by,
    async (tx, now, actor) => {
      const person = await findAccount(tx, id);
      if (!person) return refuse("not_found", NOBODY);
      if (person.disabledAt) {
        return refuse("invalid_request", `email: ${person.email} is disabled. No token was issued.`);
      }
      const tokenId = newId(now);
      await tx.personToken.create({
        data: { id: tokenId, personId: id, tokenHash: hashSecret(token), createdAt: now },
      });
      const data = { person_id: id, email: person.email, token_id: tokenId };
      await recordEvents(tx, now, [{ kind: "person.token_issued", actor, data }], {});
      return { ok: true as const, token };
    },
    rolesFor(id, by),
  );
}

/** The token opens nothing from the next statement on. */
export async function revokeToken(tokenId: string, by: Administrator): Promise<{ ok: true } | Refused> {
  const token = isId(tokenId) ? await database().personToken.findUnique({ where: { id: tokenId } }) : null;
  if (!token) return refuse("not_found", "There is no such token. Nothing was changed.");
  return administer(
    by,
    async (tx, now, actor) => {
      const [revoked] = await tx.personToken.updateManyAndReturn({
        where: { id: tokenId, revokedAt: null },
        data: { revokedAt: now },
        select: { person: { select: { id: true, email: true } } },
      });
      if (!revoked) return { ok: true as const };
      const data = { person_id: revoked.person.id, email: revoked.person.email, token_id: tokenId };
      await recordEvents(tx, now, [{ kind: "person.token_revoked", actor, data }], {});
      return { ok: true as const };
    },
    rolesFor(token.personId, by),
  );
}

export type Account = {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
  disabledAt: Date | null;
  /** When a session was last opened for them. */
  lastSignInAt: Date | null;
  /** Whether they can sign in by password, and whether at the identity provider. */
  hasPassword: boolean;
  linked: boolean;
  /** A link to set a password by stands until then. */
  linkExpiresAt: Date | null;
  /** Names of groups. */
  groups: string[];
};

/** Everybody with an account, by name; the disabled last. */
export async function listPeople(db: Database = database()): Promise<Account[]> {
  return accounts(Prisma.sql`TRUE`, db);
}

export async function findPerson(id: string, db: Database = database()): Promise<Account | null> {
  if (!isId(id)) return null;
  return (await accounts(Prisma.sql`p.id = ${id}::uuid`, db))[0] ?? null;
}

async function accounts(where: Prisma.Sql, db: Database): Promise<Account[]> {
  return db.$queryRaw<Account[]>`
    SELECT p.id, p.email, p.name, p.role, p.created_at AS "createdAt", p.disabled_at AS "disabledAt",
      (SELECT max(s.created_at) FROM person_session s WHERE s.person_id = p.id) AS "lastSignInAt",
      p.password_hash IS NOT NULL AS "hasPassword", p.oidc_subject IS NOT NULL AS linked,
      (SELECT max(l.expires_at) FROM account_link l
       WHERE l.person_id = p.id AND l.used_at IS NULL AND l.expires_at > ${NOW}) AS "linkExpiresAt",
      ARRAY(SELECT g.name FROM group_member m JOIN person_group g ON g.id = m.group_id
            WHERE m.person_id = p.id ORDER BY g.name) AS groups
    FROM person p
    WHERE ${where}
    ORDER BY p.disabled_at IS NOT NULL, lower(p.name), p.email`;
}

/** A person's tokens that open something, newest first. */
export async function listTokens(personId: string): Promise<{ id: string; createdAt: Date }[]> {
  return database().personToken.findMany({
    where: { personId, revokedAt: null },
    select: { id: true, createdAt: true },
    orderBy: { id: "desc" },
  });
}

/** Whose token this is, in one query, with the role as it is now; null where it is unknown or revoked, or its person disabled. */
export async function findPersonByTokenHash(hash: string): Promise<PersonPrincipal | null> {
  const [row] = await database().$queryRaw<
    { id: string; name: string; email: string; role: Role; tokenId: string }[]
  >`${PREPARED}
    SELECT p.id, p.name, p.email, p.role, t.id AS "tokenId"
    FROM person_token t JOIN person p ON p.id = t.person_id
    WHERE t.token_hash = ${hash} AND t.revoked_at IS NULL AND p.disabled_at IS NULL`;
  if (!row) return null;
  const { tokenId, ...person } = row;
  return { kind: "person", ...person, credential: { kind: "token", id: tokenId } };
}

/** What checking a password needs. A disabled person is found too, so that refusing them takes as long. */
export async function findPersonForSignIn(
  email: string,
): Promise<{ id: string; passwordHash: string | null; disabled: boolean } | null> {
  const known = readEmail(email);
  const person = known
    ? await database().person.findUnique({
        where: { email: known },
        select: { id: true, passwordHash: true, disabledAt: true },
      })
    : null;
  return person && { id: person.id, passwordHash: person.passwordHash, disabled: person.disabledAt !== null };
}

async function findAccount(db: Database, id: string) {
  return isId(id) ? db.person.findUnique({ where: { id } }) : null;
}

/** The id behind an e-mail, for whoever names people by it. */
async function idOf(text: string): Promise<string> {
  const email = requiredEmail(text);
  const person = await database().person.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new Error(`email: nobody has the e-mail ${email}`);
  return person.id;
}

function refuseOwn(id: string, by: Administrator): Refused | null {
  return "credential" in by && by.id === id
    ? refuse("own_account", "Another admin changes this of your account. Nothing was changed.")
    : null;
}

/** Counted behind the lock of administration, so that of two admins who go at once one stays. */
async function refuseLastAdmin(tx: Database, person: { id: string; role: string; disabledAt: Date | null }) {
  if (person.role !== "admin" || person.disabledAt) return null;
  const others = await tx.person.count({ where: { role: "admin", disabledAt: null, NOT: { id: person.id } } });
  return others === 0
    ? refuse("last_admin", "email: is the last active admin's; make somebody else an admin first. Nothing was changed.")
    : null;
}

/** Everybody may do for their own account what an admin may do for any. */
function rolesFor(personId: string, by: Administrator): readonly Role[] {
  return "credential" in by && by.id === personId ? ROLES : ["admin"];
}

function requiredEmail(text: string): string {
  const email = readEmail(text);
  if (!email) throw new Error("email: must be an e-mail address, such as ada@example.com");
  return email;
}

function requiredRole(role: Role): Role {
  if (!ROLES.includes(role)) throw new Error(`role: must be one of ${ROLES.join(", ")}`);
  return role;
}

/** Which of these e-mails somebody has. */
export async function knownEmails(emails: readonly string[], db: Database = database()): Promise<Set<string>> {
  const people = await db.person.findMany({ where: { email: { in: [...emails] } }, select: { email: true } });
  return new Set(people.map(({ email }) => email));
}
