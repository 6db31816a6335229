import { beforeEach, describe, expect, test } from "vitest";
import { hashSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { PersonPrincipal, Role } from "@/lib/kernel/principal";
import { offerLink } from "./account-links";
import type { Administrator } from "./administration";
import { database } from "./database";
import { makeDelegation } from "./delegations";
import { createGroup, listGroups } from "./groups";
import {
  addPerson,
  changeRole,
  disableAccount,
  enableAccount,
  findPersonByTokenHash,
  invitePerson,
  issueToken,
  listPeople,
  listTokens,
  revokeToken,
} from "./people";
import { createSession, endSession, findSession, listSessions } from "./sessions";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
let round = 0;

/** Somebody signed in. */
async function signedIn(role: Role): Promise<PersonPrincipal> {
  const { id } = await addPerson({ email: `p${++round}@admin.co`, role }, OPERATOR);
  const session = await createSession(id, { provider: "password", userAgent: "Mozilla/5.0 \u0000Firefox/140.0" });
  const person = await findSession(session?.sessionId ?? "");
  if (!person) throw new Error("nobody signed in");
  return person;
}

const admins = () => database().person.count({ where: { role: "admin", disabledAt: null } });
const events = () => database().auditEvent.count();

beforeEach(async () => {
  await database().person.updateMany({ where: { role: "admin" }, data: { role: "auditor" } });
});

describe("the last active admin", () => {
  test("is neither disabled nor given another role, not even by the operator", async () => {
    const only = await signedIn("admin");
    const before = await events();
    expect(await changeRole(only.id, "reviewer", OPERATOR)).toMatchObject({ refusal: { code: "last_admin" } });
    expect(await disableAccount(only.id, OPERATOR)).toMatchObject({ refusal: { code: "last_admin" } });
    expect([await admins(), await events()]).toEqual([1, before]);
  });

  test.each(["demote", "disable"] as const)(
    "stays when admins %s each other at once, round after round",
    async (act) => {
      for (let turn = 0; turn < 5; turn++) {
        await database().person.updateMany({ where: { role: "admin" }, data: { role: "auditor" } });
        const all = await Promise.all([signedIn("admin"), signedIn("admin"), signedIn("admin"), signedIn("admin")]);
        const on = (id: string, by: Administrator) =>
          act === "demote" ? changeRole(id, "reviewer", by) : disableAccount(id, by);
        const acts = all.map((by, at) => on(all[(at + 1) % all.length]?.id ?? "", by));
        const done = await Promise.all([...acts, ...all.map(({ id }) => on(id, OPERATOR))]);
        expect(await admins()).toBe(1);
        // Whoever had been demoted by then did nothing more, and nobody demoted the last.
        expect(done.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test("can be replaced: once somebody else is one, they can go", async () => {
    const [first, second] = [await signedIn("admin"), await signedIn("reviewer")];
    expect(await changeRole(second.id, "admin", first)).toEqual({ ok: true });
    expect(await changeRole(first.id, "reviewer", second)).toEqual({ ok: true });
    expect(await changeRole(second.id, "reviewer", first)).toMatchObject({ refusal: { code: "forbidden" } });
  });
});

describe("an admin", () => {
  test("changes neither their own role nor their own standing", async () => {
    const [own] = [await signedIn("admin"), await signedIn("admin")];
    expect(await changeRole(own.id, "reviewer", own)).toMatchObject({ refusal: { code: "own_account" } });
    expect(await disableAccount(own.id, own)).toMatchObject({ refusal: { code: "own_account" } });
  });

  test("who lost the role or the session a moment ago changes nothing more, by no act there is", async () => {
    const [other, target] = [await signedIn("admin"), await signedIn("reviewer")];
    const lost = [
      await signedIn("admin"),
      await signedIn("admin"),
      await signedIn("reviewer"),
      await signedIn("auditor"),
    ];
    const [demoted, gone] = lost;
    if (!demoted || !gone) throw new Error("too few");
    await changeRole(demoted.id, "reviewer", other);
    await endSession(gone.credential.id, other);
    const token = await issueToken(target.id, OPERATOR);
    const [tokenRow] = await listTokens(target.id);
    const before = [await events(), await listGroups(), await listPeople()];
    for (const by of lost) {
      const answers = [
        await changeRole(target.id, "admin", by),
        await disableAccount(target.id, by),
        await enableAccount(target.id, by),
        await invitePerson({ email: "new@admin.co", role: "admin" }, true, by),
        await offerLink(target.id, by),
        await issueToken(target.id, by),
        await revokeToken(tokenRow?.id ?? "", by),
        await endSession(target.credential.id, by),
        await createGroup("theirs", by),
        await makeDelegation(
          { fromId: target.id, toId: other.id, startsAt: new Date(0), endsAt: new Date(4e12), reason: null },
          by,
        ),
      ];
      expect(answers.map((answer) => !answer.ok && answer.refusal.code)).toEqual(answers.map(() => "forbidden"));
    }
    expect([await events(), await listGroups(), await listPeople()]).toEqual(before);
    expect(token.ok && (await findPersonByTokenHash(hashSecret(token.token)))).toBeTruthy();
  });
});

describe("an account", () => {
  test("that is enabled again has its role, and none of the sessions and tokens of before", async () => {
    const [admin, person] = [await signedIn("admin"), await signedIn("reviewer")];
    const token = await issueToken(person.id, admin);
    await disableAccount(person.id, admin);
    expect(await enableAccount(person.id, admin)).toEqual({ ok: true });
    expect(await findSession(person.credential.id)).toBeNull();
    expect(token.ok && (await findPersonByTokenHash(hashSecret(token.token)))).toBeNull();
    expect(await createSession(person.id)).not.toBeNull();
    expect((await listPeople()).find(({ id }) => id === person.id)).toMatchObject({
      role: "reviewer",
      disabledAt: null,
    });
  });

  test("gives its owner tokens of their own, and no more of anybody else's", async () => {
    const [one, two] = [await signedIn("auditor"), await signedIn("reviewer")];
    const made = await issueToken(one.id, one);
    const hash = made.ok ? hashSecret(made.token) : "";
    expect(await findPersonByTokenHash(hash)).toMatchObject({ id: one.id, role: "auditor" });
    const [row] = await listTokens(one.id);
    expect(await revokeToken(row?.id ?? "", two)).toMatchObject({ refusal: { code: "forbidden" } });
    expect(await revokeToken(row?.id ?? "", one)).toEqual({ ok: true });
    expect(await findPersonByTokenHash(hash)).toBeNull();
  });

  test("lists its sessions with browser and time, and ends its own; somebody else's only an admin ends", async () => {
    const [one, two, admin] = [await signedIn("reviewer"), await signedIn("reviewer"), await signedIn("admin")];
    expect(await listSessions(one.id)).toMatchObject([
      { id: one.credential.id, provider: "password", userAgent: "Mozilla/5.0 Firefox/140.0" },
    ]);
    expect(await endSession(one.credential.id, two)).toMatchObject({ refusal: { code: "forbidden" } });
    expect(await findSession(one.credential.id)).not.toBeNull();
    expect(await endSession(one.credential.id, admin)).toEqual({ ok: true });
    expect(await findSession(one.credential.id)).toBeNull();
    expect(await endSession(two.credential.id, two)).toEqual({ ok: true });
    expect(await listSessions(two.id)).toEqual([]);
    const event = await database().auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ kind: "person.session_ended", actorId: two.id });
  });

  test("is listed with role, groups and last sign-in", async () => {
    const person = await signedIn("reviewer");
    const group = await createGroup("listed", OPERATOR);
    if (!group.ok) throw new Error("no group");
    await database().groupMember.create({ data: { groupId: group.id, personId: person.id } });
    const account = (await listPeople()).find(({ id }) => id === person.id);
    expect(account).toMatchObject({ role: "reviewer", groups: ["listed"], hasPassword: false, linked: false });
    expect(account?.lastSignInAt).toBeInstanceOf(Date);
  });
});
