import { readEmail } from "@/lib/auth/plain-name";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { newId } from "@/lib/kernel/id";
import { ROLES, type Role } from "@/lib/kernel/principal";
import { isPlainName } from "@/lib/kernel/visible-text";
import { lockAdministration } from "./administration";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database } from "./database";
import { openSession } from "./sessions";

/** What the identity provider says of whoever signed in there, as it says it. */
export type ProviderClaims = {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
  groups: unknown;
};

/** Why somebody whom the provider knows does not get in; the sign-in page has a sentence for each. */
export type ProviderRefusal =
  | "oidc_email_unverified"
  | "oidc_unknown"
  | "oidc_no_group"
  | "oidc_other_subject"
  | "oidc_disabled";

/** Nobody here decided it: the gate carries out what the provider and the map say. */
const GATE: AuditActor = { kind: "gate", name: "gate" };

/**
 * Signs in whom the provider vouches for, in one transaction: finds them by subject, or at first by an e-mail that the
 * provider has verified; gives them the role that their groups map to; opens a session. Where roles are mapped, the
 * provider's word is the whole of it: whoever has no mapped group does not get in and keeps neither role, session nor
 * token, the last admin included, because the map can make another and the operator too.
 *
 * @param roles by the provider's groups; undefined: people keep the role they have here, and nobody new is made
 */
export async function signInByProvider(
  claims: ProviderClaims,
  roles: ReadonlyMap<string, Role> | undefined,
  userAgent?: string,
): Promise<{ ok: true; id: string; sessionId: string } | { ok: false; why: ProviderRefusal }> {
  return database().$transaction(async (tx) => {
    await lockAdministration(tx);
    const now = await readClock(tx);
    const subject = `${claims.issuer} ${claims.subject}`;
    const role = roles && roleOf(claims.groups, roles);
    const refused = async (why: ProviderRefusal) => {
      const email = typeof claims.email === "string" ? claims.email.slice(0, 200) : undefined;
      const data = { email, why, subject: claims.subject.slice(0, 200) };
      await recordEvents(tx, now, [{ kind: "person.sign_in_refused", actor: GATE, data }], {});
      return { ok: false as const, why };
    };

    let person = await tx.person.findUnique({ where: { oidcSubject: subject } });
    if (!person) {
      const email = typeof claims.email === "string" ? readEmail(claims.email) : null;
      if (!email || claims.emailVerified !== true) return refused("oidc_email_unverified");
      const known = await tx.person.findUnique({ where: { email } });
      if (known?.oidcSubject) return refused("oidc_other_subject");
      if (known?.disabledAt) return refused("oidc_disabled");
      if (role === null) return refused("oidc_no_group");
      if (!known && !role) return refused("oidc_unknown");
      person = known
        ? await tx.person.update({ where: { id: known.id }, data: { oidcSubject: subject } })
        : await addPerson(tx, now, { email, role: role as Role, oidcSubject: subject, name: nameOf(claims, email) });
      const data = { person_id: person.id, email, issuer: claims.issuer, subject: claims.subject };
      const actor = { kind: "person" as const, id: person.id, name: person.name };
      await recordEvents(tx, now, [{ kind: "person.linked", actor, data }], {});
    }
    if (person.disabledAt) return refused("oidc_disabled");
    if (role === null) {
      await takeRole(tx, now, person);
      return refused("oidc_no_group");
    }
    if (role && role !== person.role) await giveRole(tx, now, person, role);
    const session = await openSession(tx, now, person.id, { provider: "oidc", userAgent });
    return session ? { ok: true as const, id: person.id, ...session } : refused("oidc_disabled");
  });
}

/** The strongest role that a person's groups give; null where none gives any. */
function roleOf(groups: unknown, roles: ReadonlyMap<string, Role>): Role | null {
  const list: unknown[] = Array.isArray(groups) ? groups : [groups];
  const given = list.map((group) => (typeof group === "string" ? roles.get(group) : undefined));
  return ROLES.find((role) => given.includes(role)) ?? null;
}

async function addPerson(
  tx: Database,
  now: Date,
  given: { email: string; name: string; role: Role; oidcSubject: string },
) {
  const person = await tx.person.create({ data: { id: newId(now), createdAt: now, ...given } });
  const data = { person_id: person.id, email: given.email, name: given.name, role: given.role, by: "oidc" };
  await recordEvents(tx, now, [{ kind: "person.added", actor: GATE, data }], {});
  return person;
}

/** The provider's name for them, where it is one that may stand beside decisions; else the e-mail. */
function nameOf({ name }: ProviderClaims, email: string): string {
  const plain = typeof name === "string" ? name.normalize("NFC").trim() : "";
  return plain !== "" && [...plain].length <= 128 && isPlainName(plain) ? plain : email.slice(0, 128);
}

async function giveRole(tx: Database, now: Date, person: { id: string; email: string; role: string }, to: Role) {
  await tx.person.update({ where: { id: person.id }, data: { role: to } });
  const data = { person_id: person.id, email: person.email, from: person.role, to, by: "oidc" };
  await recordEvents(tx, now, [{ kind: "person.role_changed", actor: GATE, data }], {});
}

/** Down to reading, and out: what was opened under the lost group opens nothing any more. */
async function takeRole(tx: Database, now: Date, person: { id: string; email: string; role: string }): Promise<void> {
  if (person.role !== "auditor") await giveRole(tx, now, person, "auditor");
  const standing = { where: { personId: person.id, revokedAt: null }, data: { revokedAt: now } };
  await tx.personSession.updateMany(standing);
  await tx.personToken.updateMany(standing);
}
