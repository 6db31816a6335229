import { hashPassword } from "@/lib/auth/passwords";
import { plainName, readEmail } from "@/lib/auth/plain-name";
import { hashSecret, newSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { newId } from "@/lib/kernel/id";
import { type PersonPrincipal, ROLES, type Role } from "@/lib/kernel/principal";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database, PREPARED } from "./database";

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

/**
 * Gives a person one more API token, which is returned here and kept nowhere.
 *
 * @throws Error naming the field, when there is no such person or the person is disabled
 */
export async function issuePersonToken(email: string, actor: AuditActor): Promise<string> {
  const token = newSecret("csr_");
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const person = await requiredPerson(tx, email);
    if (person.disabledAt) throw new Error(`email: ${person.email} is disabled`);
    const tokenId = newId(now);
    await tx.personToken.create({
      data: { id: tokenId, personId: person.id, tokenHash: hashSecret(token), createdAt: now },
    });
    await recordEvents(
      tx,
      now,
      [
        {
          kind: "person.token_issued",
          actor,
          data: { person_id: person.id, email: person.email, token_id: tokenId },
        },
      ],
      {},
    );
  });
  return token;
}

/**
 * From the next statement on the person may do nothing, by whatever session or token. Disabling them again changes and
 * records nothing.
 *
 * @throws Error naming the field, when there is no such person
 */
export async function disablePerson(email: string, actor: AuditActor): Promise<void> {
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const person = await requiredPerson(tx, email);
    const { count } = await tx.person.updateMany({
      where: { id: person.id, disabledAt: null },
      data: { disabledAt: now },
    });
    if (count === 0) return;
    // An account that is ever enabled again starts with new credentials.
    const standing = { where: { personId: person.id, revokedAt: null }, data: { revokedAt: now } };
    await tx.personSession.updateMany(standing);
    await tx.personToken.updateMany(standing);
    await recordEvents(
      tx,
      now,
      [{ kind: "person.disabled", actor, data: { person_id: person.id, email: person.email } }],
      {},
    );
  });
}

/**
 * The new role holds from the next statement on, in sessions and by tokens that exist already.
 *
 * @throws Error naming the field, when the role is unknown or there is no such person
 */
export async function setRole(email: string, role: Role, actor: AuditActor): Promise<void> {
  const to = requiredRole(role);
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const person = await requiredPerson(tx, email);
    const { count } = await tx.person.updateMany({
      where: { id: person.id, role: person.role, NOT: { role: to } },
      data: { role: to },
    });
    if (count === 0 && person.role === to) return;
    if (count === 0) throw new Error(`email: the role of ${person.email} was changed by somebody else just now`);
    await recordEvents(
      tx,
      now,
      [
        {
          kind: "person.role_changed",
          actor,
          data: { person_id: person.id, email: person.email, from: person.role, to },
        },
      ],
      {},
    );
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

async function requiredPerson(db: Database, text: string) {
  const email = requiredEmail(text);
  const person = await db.person.findUnique({ where: { email } });
  if (!person) throw new Error(`email: nobody has the e-mail ${email}`);
  return person;
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
