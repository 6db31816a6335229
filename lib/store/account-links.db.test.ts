import { beforeEach, describe, expect, test } from "vitest";
import { verifyPassword } from "@/lib/auth/passwords";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { resetClock, stopClock } from "@/lib/ops/testing/clock";
import { consumeLink, LINK_SECONDS, offerLink, readLink } from "./account-links";
import { database } from "./database";
import { addPerson, disableAccount, enableAccount, findPersonForSignIn, invitePerson } from "./people";
import { createSession, findSession } from "./sessions";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const PASSWORD = "a long enough password";
let email: string;
let round = 0;

beforeEach(() => {
  email = `person${++round}@links.co`;
});

async function invited() {
  const done = await invitePerson({ email, role: "reviewer" }, true, OPERATOR);
  if (!done.ok || !done.link) throw new Error("nobody was invited");
  return { secret: done.link.secret, expiresAt: done.link.expiresAt, linkId: done.link.id, personId: done.id };
}

async function reset(id: string) {
  const done = await offerLink(id, OPERATOR);
  if (!done.ok) throw new Error(done.refusal.detail);
  return done;
}

async function opens(password: string): Promise<boolean> {
  return verifyPassword(password, (await findPersonForSignIn(email))?.passwordHash ?? null);
}

describe("an invitation", () => {
  test("lets somebody set name and password, once, and keeps its secret nowhere", async () => {
    const { personId, secret } = await invited();
    expect(await readLink(secret)).toMatchObject({ purpose: "invitation", email });
    expect(await consumeLink(secret, { name: "Ina", password: PASSWORD })).toEqual({ ok: true, email });
    expect(await opens(PASSWORD)).toBe(true);
    expect(await readLink(secret)).toBeNull();
    expect(await consumeLink(secret, { name: "Ivo", password: "another password" })).toMatchObject({
      refusal: { code: "link_void" },
    });
    expect(await opens(PASSWORD)).toBe(true);
    const [events, links] = [await database().auditEvent.findMany(), await database().accountLink.findMany()];
    expect(JSON.stringify([events.map(({ data }) => data), links])).not.toContain(secret);
    expect(events.slice(-2).map(({ kind, actorName }) => [kind, actorName])).toEqual([
      ["person.invited", "manage"],
      ["person.password_set", "Ina"],
    ]);
    expect(await database().person.findUnique({ where: { id: personId } })).toMatchObject({ name: "Ina" });
  });

  test("used by ten at once sets one password and leaves one event", async () => {
    const { linkId, secret } = await invited();
    const passwords = Array.from({ length: 10 }, (_, at) => `the password number ${at}`);
    const answers = await Promise.all(passwords.map((password) => consumeLink(secret, { password })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const set = await database().auditEvent.findMany({ where: { kind: "person.password_set" } });
    expect(set.filter(({ data }) => data.includes(linkId))).toHaveLength(1);
    expect(await opens(passwords[answers.findIndex(({ ok }) => ok)] ?? "")).toBe(true);
  });

  test("stands for 72 hours and is over at its own instant", async () => {
    const { secret, expiresAt, linkId } = await invited();
    const { createdAt } = await database().accountLink.findUniqueOrThrow({ where: { id: linkId } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(LINK_SECONDS.invitation * 1000);
    expect(LINK_SECONDS.invitation).toBe(72 * 3600);
    try {
      await stopClock(new Date(expiresAt.getTime() - 1));
      expect(await readLink(secret)).not.toBeNull();
      await stopClock(expiresAt);
      expect(await readLink(secret)).toBeNull();
      expect(await consumeLink(secret, { password: PASSWORD })).toMatchObject({ refusal: { code: "link_void" } });
    } finally {
      await resetClock();
    }
  });

  test("is not used up by a password or a name that is no good", async () => {
    const { secret } = await invited();
    expect(await consumeLink(secret, { password: "short" })).toMatchObject({
      refusal: { code: "invalid_request", errors: [{ path: "/password" }] },
    });
    expect(await consumeLink(secret, { name: "a\u202eb", password: PASSWORD })).toMatchObject({
      refusal: { errors: [{ path: "/name" }] },
    });
    expect(await readLink(secret)).not.toBeNull();
  });

  test("is void from the moment the person is disabled, and stays so when they are enabled again", async () => {
    const { personId, secret } = await invited();
    await disableAccount(personId, OPERATOR);
    expect(await readLink(secret)).toBeNull();
    await enableAccount(personId, OPERATOR);
    expect(await consumeLink(secret, { password: PASSWORD })).toMatchObject({ refusal: { code: "link_void" } });
  });

  test("of an e-mail that is taken makes nothing", async () => {
    await invited();
    const again = await invitePerson({ email: email.toUpperCase(), role: "admin" }, true, OPERATOR);
    expect(again).toMatchObject({ refusal: { code: "already_exists" } });
  });
});

describe("a password reset", () => {
  test("stands for an hour, keeps the name, ends every session, and a newer link voids it", async () => {
    const { id } = await addPerson({ email, name: "Rea", role: "reviewer", password: PASSWORD }, OPERATOR);
    const session = await createSession(id);
    const first = await reset(id);
    const second = await reset(id);
    expect([first.purpose, LINK_SECONDS.password_reset]).toEqual(["password_reset", 3600]);
    expect(await readLink(first.link.secret)).toBeNull();
    expect(await findSession(session?.sessionId ?? "")).not.toBeNull();
    expect(await consumeLink(second.link.secret, { name: "Other", password: "a new password" })).toMatchObject({
      ok: true,
    });
    expect(await findSession(session?.sessionId ?? "")).toBeNull();
    expect([await opens(PASSWORD), await opens("a new password")]).toEqual([false, true]);
    expect((await database().person.findUnique({ where: { id } }))?.name).toBe("Rea");
    const event = await database().auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(JSON.parse(event.data)).toMatchObject({ purpose: "password_reset", sessions_ended: 1 });
  });

  test("is not made for somebody disabled or unknown", async () => {
    const { id } = await addPerson({ email, role: "reviewer" }, OPERATOR);
    await disableAccount(id, OPERATOR);
    expect(await offerLink(id, OPERATOR)).toMatchObject({ refusal: { code: "invalid_request" } });
    expect(await offerLink("nobody", OPERATOR)).toMatchObject({ refusal: { code: "not_found" } });
  });

  test("by a text that is no secret opens nothing", async () => {
    expect(await readLink("' OR true --")).toBeNull();
    expect(await consumeLink("A".repeat(43), { password: PASSWORD })).toMatchObject({ refusal: { code: "link_void" } });
  });
});
