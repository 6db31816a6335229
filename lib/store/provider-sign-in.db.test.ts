import { describe, expect, test } from "vitest";
import { hashSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { Role } from "@/lib/kernel/principal";
import { database } from "./database";
import { addPerson, disableAccount, findPersonByTokenHash, issueToken } from "./people";
import { type ProviderClaims, signInByProvider } from "./provider-sign-in";
import { findSession } from "./sessions";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const ROLES_BY_GROUP = new Map<string, Role>([
  ["approvers", "reviewer"],
  ["platform-admins", "admin"],
]);
let round = 0;

function claims(more: Partial<ProviderClaims> = {}): ProviderClaims {
  round++;
  return {
    issuer: "https://id.example",
    subject: `subject-${round}`,
    email: `person${round}@provider.co`,
    emailVerified: true,
    name: `Person ${round}`,
    groups: ["approvers"],
    ...more,
  };
}

const signIn = (given: ProviderClaims) => signInByProvider(given, ROLES_BY_GROUP, "a browser");

async function entered(given: ProviderClaims) {
  const done = await signIn(given);
  if (!done.ok) throw new Error(done.why);
  return { ...done, person: await findSession(done.sessionId) };
}

async function newestEvents(count: number) {
  const rows = await database().auditEvent.findMany({ orderBy: { id: "desc" }, take: count });
  return rows.map(({ kind, actorKind, data }) => ({ kind, actorKind, data: JSON.parse(data) })).reverse();
}

describe("whom the provider vouches for", () => {
  test("is made with the role of their groups, and is the same person the next time, whatever the e-mail", async () => {
    const first = claims({ email: "New@Provider.co", name: "Nia" });
    const { id, person } = await entered(first);
    expect(person).toMatchObject({ email: "new@provider.co", name: "Nia", role: "reviewer" });
    expect((await newestEvents(3)).map(({ kind }) => kind)).toEqual([
      "person.added",
      "person.linked",
      "person.signed_in",
    ]);
    expect((await entered({ ...first, email: "other@provider.co", emailVerified: false })).id).toBe(id);
    expect(await database().personSession.count({ where: { personId: id, provider: "oidc" } })).toBe(2);
  });

  test("gets an account that is there by verified e-mail, with the role of the groups", async () => {
    const known = await addPerson({ email: "known@provider.co", name: "Known", role: "auditor" }, OPERATOR);
    const { id, person } = await entered(
      claims({ email: "KNOWN@provider.co", groups: ["x", "platform-admins", "approvers"] }),
    );
    expect([id, person?.role, person?.name]).toEqual([known.id, "admin", "Known"]);
  });

  test.each([false, undefined, "true", 1, null])(
    "with an e-mail verified as %j is linked to nobody and made nobody",
    async (emailVerified) => {
      await addPerson({ email: `known${round}@provider.co`, role: "admin" }, OPERATOR);
      const people = await database().person.count();
      const given = claims({ email: `known${round}@provider.co`, emailVerified });
      expect(await signIn(given)).toEqual({ ok: false, why: "oidc_email_unverified" });
      expect(await signIn(claims({ emailVerified }))).toEqual({ ok: false, why: "oidc_email_unverified" });
      expect(await database().person.count()).toBe(people);
      expect(await database().person.count({ where: { oidcSubject: { endsWith: given.subject } } })).toBe(0);
      expect(await newestEvents(1)).toMatchObject([{ kind: "person.sign_in_refused", actorKind: "gate" }]);
    },
  );

  test("under another subject than the account's is refused, and so is another provider's same subject", async () => {
    const first = claims();
    await entered(first);
    expect(await signIn({ ...first, subject: "somebody else" })).toEqual({ ok: false, why: "oidc_other_subject" });
    expect(await signIn({ ...first, issuer: "https://evil.example" })).toEqual({
      ok: false,
      why: "oidc_other_subject",
    });
  });

  test.each([[[]], [["others"]], ["others"], [undefined], [{ approvers: true }], [["Approvers"]]])(
    "and whose groups are %j does not get in",
    async (groups) => {
      const people = await database().person.count();
      expect(await signIn(claims({ groups }))).toEqual({ ok: false, why: "oidc_no_group" });
      expect(await database().person.count()).toBe(people);
    },
  );

  test("has the role the groups give now, at every sign-in; without a group the role, the sessions and the tokens are gone", async () => {
    const given = claims({ groups: ["platform-admins"] });
    const { id, sessionId, person } = await entered(given);
    expect(person?.role).toBe("admin");
    expect((await entered({ ...given, groups: "approvers" })).person?.role).toBe("reviewer");
    expect((await findSession(sessionId))?.role).toBe("reviewer");
    const token = await issueToken(id, OPERATOR);
    expect(await signIn({ ...given, groups: [] })).toEqual({ ok: false, why: "oidc_no_group" });
    expect(await database().person.findUnique({ where: { id } })).toMatchObject({ role: "auditor" });
    expect(await findSession(sessionId)).toBeNull();
    expect(token.ok && (await findPersonByTokenHash(hashSecret(token.token)))).toBeNull();
    expect(await newestEvents(2)).toMatchObject([
      { kind: "person.role_changed", actorKind: "gate", data: { from: "reviewer", to: "auditor", by: "oidc" } },
      { kind: "person.sign_in_refused", data: { why: "oidc_no_group" } },
    ]);
  });

  test("stays out while disabled, linked or not", async () => {
    const given = claims();
    const { id } = await entered(given);
    await disableAccount(id, OPERATOR);
    expect(await signIn(given)).toEqual({ ok: false, why: "oidc_disabled" });
    const other = await addPerson({ email: "out@provider.co", role: "reviewer" }, OPERATOR);
    await disableAccount(other.id, OPERATOR);
    expect(await signIn(claims({ email: "out@provider.co" }))).toEqual({ ok: false, why: "oidc_disabled" });
    expect(await database().person.findUnique({ where: { id: other.id } })).toMatchObject({ oidcSubject: null });
  });

  test("is made once, however many sign in at the same moment", async () => {
    const given = claims();
    const done = await Promise.all(Array.from({ length: 8 }, () => signIn(given)));
    expect(new Set(done.map((each) => each.ok && each.id)).size).toBe(1);
    expect(done.every(({ ok }) => ok)).toBe(true);
  });

  test("where no roles are mapped keeps the role they have here, and a stranger is not made somebody", async () => {
    const known = await addPerson({ email: "plain@provider.co", role: "reviewer" }, OPERATOR);
    const unmapped = (given: ProviderClaims) => signInByProvider(given, undefined);
    expect(await unmapped(claims({ email: "plain@provider.co", groups: ["platform-admins"] }))).toMatchObject({
      id: known.id,
    });
    expect(await database().person.findUnique({ where: { id: known.id } })).toMatchObject({ role: "reviewer" });
    expect(await unmapped(claims())).toEqual({ ok: false, why: "oidc_unknown" });
  });

  test("by a name that may not stand beside decisions is called by the e-mail", async () => {
    const { person } = await entered(claims({ email: "plainly@provider.co", name: "Ad\u202ea" }));
    expect(person?.name).toBe("plainly@provider.co");
  });
});
