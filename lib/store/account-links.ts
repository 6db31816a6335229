import { hashPassword } from "@/lib/auth/passwords";
import { plainName } from "@/lib/auth/plain-name";
import { hashSecret, isLinkSecret, newLinkSecret } from "@/lib/auth/secrets";
import { isId, newId } from "@/lib/kernel/id";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Administrator, administer, faultOf } from "./administration";
import { recordEvents } from "./audit";
import { NOW, readClock } from "./clock";
import { type Database, database } from "./database";
import { instant } from "./predicates";

export type LinkPurpose = "invitation" | "password_reset";

/** A link as it is shown once, to whoever made it. */
export type NewLink = { id: string; secret: string; expiresAt: Date };

/** Somebody invited on a Friday still finds it open on Monday; a reset is asked for and used at once. */
export const LINK_SECONDS: Record<LinkPurpose, number> = { invitation: 72 * 3600, password_reset: 3600 };

const VOID = refuse(
  "link_void",
  "This link opens nothing any more: it was used, replaced by a newer one, or is too old. Ask an admin for another.",
);

/** A new link for a person, which voids those of before. Its secret is returned here and kept nowhere. */
export async function makeLink(tx: Database, now: Date, personId: string, purpose: LinkPurpose): Promise<NewLink> {
  await voidLinks(tx, personId);
  const [id, secret] = [newId(now), newLinkSecret()];
  const expiresAt = new Date(now.getTime() + LINK_SECONDS[purpose] * 1000);
  await tx.accountLink.create({
    data: { id, personId, purpose, tokenHash: hashSecret(secret), createdAt: now, expiresAt },
  });
  return { id, secret, expiresAt };
}

/** What was never used opens nothing any more. The audit keeps that it was made. */
export async function voidLinks(tx: Database, personId: string): Promise<void> {
  await tx.accountLink.deleteMany({ where: { personId, usedAt: null } });
}

/** A link for an admin to hand over: an invitation again for whoever has no password yet, a reset for everybody else. */
export async function offerLink(
  personId: string,
  by: Administrator,
): Promise<{ ok: true; purpose: LinkPurpose; link: NewLink } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const person = isId(personId) ? await tx.person.findUnique({ where: { id: personId } }) : null;
    if (!person) return refuse("not_found", "There is no such person. Nothing was changed.");
    if (person.disabledAt) return refuse("invalid_request", `${person.email} is disabled. No link was made.`);
    const purpose = person.passwordHash === null ? "invitation" : "password_reset";
    const link = await makeLink(tx, now, personId, purpose);
    const kind = purpose === "invitation" ? "person.invited" : "person.reset_offered";
    const data = { person_id: personId, email: person.email, link_id: link.id };
    await recordEvents(tx, now, [{ kind, actor, data }], {});
    return { ok: true as const, purpose, link };
  });
}

/** What a link would do now, without doing it; null where it opens nothing. */
export async function readLink(
  secret: string,
): Promise<{ purpose: LinkPurpose; email: string; name: string; expiresAt: Date } | null> {
  if (!isLinkSecret(secret)) return null;
  const [link] = await database().$queryRaw<{ purpose: LinkPurpose; email: string; name: string; expiresAt: Date }[]>`
    SELECT l.purpose, p.email, p.name, l.expires_at AS "expiresAt"
    FROM account_link l JOIN person p ON p.id = l.person_id
    WHERE l.token_hash = ${hashSecret(secret)} AND l.used_at IS NULL AND l.expires_at > ${NOW} AND p.disabled_at IS NULL`;
  return link ?? null;
}

/**
 * Sets a password by a link, once: of any number who use it at the same time, one does. All sessions end.
 *
 * @param given.name taken by an invitation, where the person says how they are called
 */
export async function consumeLink(
  secret: string,
  given: { name?: string; password: string },
): Promise<{ ok: true; email: string } | Refused> {
  const link = await readLink(secret);
  if (!link) return VOID;
  // Behind the reading, so that nobody makes us hash for nothing.
  const passwordHash = await hashPassword(given.password).catch((error) => faultOf(error));
  if (typeof passwordHash !== "string") return passwordHash;
  let name: string | undefined;
  try {
    if (link.purpose === "invitation" && given.name !== undefined) name = plainName("name", given.name);
  } catch (error) {
    return faultOf(error);
  }
  return database().$transaction(async (tx) => {
    const now = await readClock(tx);
    // One statement, which looks again at what it waited for.
    const [used] = await tx.$queryRaw<{ id: string; purpose: LinkPurpose; personId: string }[]>`
      UPDATE account_link l SET used_at = ${instant(now)}
      FROM person p
      WHERE p.id = l.person_id AND p.disabled_at IS NULL AND l.token_hash = ${hashSecret(secret)}
        AND l.used_at IS NULL AND l.expires_at > ${instant(now)}
      RETURNING l.id, l.purpose, l.person_id AS "personId"`;
    if (!used) return VOID;
    const { personId } = used;
    const person = await tx.person.update({ where: { id: personId }, data: { passwordHash, ...(name && { name }) } });
    const ended = await tx.personSession.updateMany({
      where: { personId, revokedAt: null, expiresAt: { gt: now } },
      data: { revokedAt: now },
    });
    const data = { person_id: personId, email: person.email, link_id: used.id, sessions_ended: ended.count };
    const actor = { kind: "person" as const, id: personId, name: person.name };
    await recordEvents(tx, now, [{ kind: "person.password_set", actor, data: { ...data, purpose: used.purpose } }], {});
    return { ok: true as const, email: person.email };
  });
}
