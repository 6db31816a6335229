import { isId, newId } from "@/lib/kernel/id";
import { type PersonPrincipal, ROLES, type Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Administrator, administer } from "./administration";
import { recordEvents } from "./audit";
import { NOW, readClock } from "./clock";
import { type Database, database } from "./database";

/** One working day: nobody decides by a browser that was left signed in the evening before. */
export const SESSION_SECONDS = 12 * 60 * 60;

export type SignInBy = {
  provider: "password" | "oidc";
  /** What the browser says of itself. */
  userAgent?: string;
};

/** Longer than any browser's own words. */
const USER_AGENT_MOST_CHARACTERS = 300;

/**
 * Opens a session for a person who has shown who they are.
 *
 * @returns null where the person is disabled, or became so meanwhile
 */
export async function createSession(
  personId: string,
  by: SignInBy = { provider: "password" },
): Promise<{ sessionId: string } | null> {
  return database().$transaction(async (tx) => openSession(tx, await readClock(tx), personId, by));
}

/** The same within a larger change. */
export async function openSession(
  tx: Database,
  now: Date,
  personId: string,
  { provider, userAgent }: SignInBy,
): Promise<{ sessionId: string } | null> {
  // Held, so that no session is opened beneath a disabling and stands when the person is enabled again.
  const [person] = await tx.$queryRaw<{ name: string; email: string }[]>`
    SELECT name, email FROM person WHERE id = ${personId}::uuid AND disabled_at IS NULL FOR SHARE`;
  if (!person) return null;
  const sessionId = newId(now);
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await tx.personSession.create({
    data: {
      id: sessionId,
      personId,
      createdAt: now,
      expiresAt,
      provider,
      // A header may hold what a text of the store may not.
      userAgent: userAgent?.replace(/\p{Cc}/gu, "").slice(0, USER_AGENT_MOST_CHARACTERS) || null,
    },
  });
  await recordEvents(
    tx,
    now,
    [
      {
        kind: "person.signed_in",
        actor: { kind: "person", id: personId, name: person.name },
        data: { email: person.email, session_id: sessionId, provider },
      },
    ],
    {},
  );
  return { sessionId };
}

/**
 * Who is behind a session now, in one query, with the role as it is now; null where the session is unknown, over or
 * revoked, or its person is disabled.
 */
export async function findSession(sessionId: string): Promise<PersonPrincipal | null> {
  if (!isId(sessionId)) return null;
  const [person] = await database().$queryRaw<{ id: string; name: string; email: string; role: Role }[]>`
    SELECT p.id, p.name, p.email, p.role
    FROM person_session s JOIN person p ON p.id = s.person_id
    WHERE s.id = ${sessionId}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${NOW} AND p.disabled_at IS NULL`;
  return person ? { kind: "person", ...person, credential: { kind: "session", id: sessionId } } : null;
}

export type Session = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
  provider: string;
};

/** A person's sessions that still open something, newest first. */
export async function listSessions(personId: string): Promise<Session[]> {
  if (!isId(personId)) return [];
  return database().$queryRaw<Session[]>`
    SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", user_agent AS "userAgent", provider
    FROM person_session
    WHERE person_id = ${personId}::uuid AND revoked_at IS NULL AND expires_at > ${NOW}
    ORDER BY id DESC`;
}

/**
 * Takes a session away: one's own, or by an admin anybody's. Its browser is signed out at its very next request. One that
 * has ended already changes and records nothing.
 */
export async function endSession(sessionId: string, by: Administrator): Promise<{ ok: true } | Refused> {
  const session = isId(sessionId) ? await database().personSession.findUnique({ where: { id: sessionId } }) : null;
  if (!session) return refuse("not_found", "There is no such session. Nothing was changed.");
  return administer(
    by,
    async (tx, now, actor) => {
      const [ended] = await tx.personSession.updateManyAndReturn({
        where: { id: sessionId, revokedAt: null, expiresAt: { gt: now } },
        data: { revokedAt: now },
        select: { person: { select: { id: true, email: true } } },
      });
      if (!ended) return { ok: true as const };
      const data = { person_id: ended.person.id, email: ended.person.email, session_id: sessionId };
      await recordEvents(tx, now, [{ kind: "person.session_ended", actor, data }], {});
      return { ok: true as const };
    },
    "credential" in by && by.id === session.personId ? ROLES : ["admin"],
  );
}

/** Ends a session by signing out. One that is unknown or ended already changes and records nothing. */
export async function revokeSession(sessionId: string): Promise<void> {
  if (!isId(sessionId)) return;
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const [session] = await tx.personSession.updateManyAndReturn({
      where: { id: sessionId, revokedAt: null },
      data: { revokedAt: now },
      select: { person: { select: { id: true, name: true, email: true } } },
    });
    if (!session) return;
    const { id, name, email } = session.person;
    await recordEvents(
      tx,
      now,
      [{ kind: "person.signed_out", actor: { kind: "person", id, name }, data: { email, session_id: sessionId } }],
      {},
    );
  });
}
