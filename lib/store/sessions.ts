import { isId, newId } from "@/lib/kernel/id";
import type { PersonPrincipal, Role } from "@/lib/kernel/principal";
import { recordEvents } from "./audit";
import { NOW, readClock } from "./clock";
import { database } from "./database";

/** One working day: nobody decides by a browser that was left signed in the evening before. */
export const SESSION_SECONDS = 12 * 60 * 60;

/**
 * Opens a session for a person whose password was checked.
 *
 * @returns null where the person is disabled, or became so meanwhile
 */
export async function createSession(personId: string): Promise<{ sessionId: string } | null> {
  return database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const person = await tx.person.findFirst({
      where: { id: personId, disabledAt: null },
      select: { name: true, email: true },
    });
    if (!person) return null;
    const sessionId = newId(now);
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    await tx.personSession.create({ data: { id: sessionId, personId, createdAt: now, expiresAt } });
    await recordEvents(
      tx,
      now,
      [
        {
          kind: "person.signed_in",
          actor: { kind: "person", id: personId, name: person.name },
          data: { email: person.email, session_id: sessionId },
        },
      ],
      {},
    );
    return { sessionId };
  });
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

/** Ends a session everywhere. One that is unknown or ended already changes and records nothing. */
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
