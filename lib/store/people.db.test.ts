import { describe, expect, test } from "vitest";
import { hashSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { resetClock, stopClock } from "@/lib/ops/testing/clock";
import { addAgent, findAgentByKeyHash, shutOut } from "./agents";
import { database } from "./database";
import {
  addPerson,
  countPeople,
  disablePerson,
  findPersonByTokenHash,
  findPersonForSignIn,
  issuePersonToken,
  setRole,
} from "./people";
import { createSession, findSession, revokeSession, SESSION_SECONDS } from "./sessions";
import { findTool, setTools } from "./tools";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const PASSWORD = "a long enough password";

/** The audit's latest event, with its data read. */
async function lastEvent() {
  const event = await database().auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
  return { ...event, data: JSON.parse(event.data) as Record<string, unknown> };
}

async function openSession(personId: string): Promise<string> {
  const session = await createSession(personId);
  if (!session) throw new Error("no session was opened");
  return session.sessionId;
}

describe("a person", () => {
  test("is stored under the lower-cased e-mail, with an event that names the operator and holds no secret", async () => {
    const before = await countPeople();
    const person = await addPerson(
      { email: "Ada@Example.com", name: "Ada", role: "reviewer", password: PASSWORD },
      OPERATOR,
    );
    expect(person).toMatchObject({ email: "ada@example.com", name: "Ada", role: "reviewer" });
    expect(await countPeople()).toBe(before + 1);
    expect(await findPersonForSignIn("ADA@example.com")).toMatchObject({ id: person.id, disabled: false });
    const event = await lastEvent();
    expect(event).toMatchObject({
      kind: "person.added",
      actorKind: "operator",
      actorName: "manage",
      data: { person_id: person.id, email: "ada@example.com", role: "reviewer" },
    });
    const row = await database().person.findUniqueOrThrow({ where: { id: person.id } });
    expect(row.createdAt).toEqual(event.at);
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test("whose e-mail is taken, or whose values are no good, is not added, and the field is named", async () => {
    await addPerson({ email: "taken@example.com", role: "admin" }, OPERATOR);
    const events = await database().auditEvent.count();
    const people = await countPeople();
    await expect(addPerson({ email: "TAKEN@example.com", role: "admin" }, OPERATOR)).rejects.toThrow(/^email: /);
    await expect(addPerson({ email: "none", role: "admin" }, OPERATOR)).rejects.toThrow(/^email: /);
    await expect(addPerson({ email: "a@b.c", role: "boss" as "admin" }, OPERATOR)).rejects.toThrow(/^role: /);
    await expect(addPerson({ email: "a@b.c", role: "admin", password: "short" }, OPERATOR)).rejects.toThrow(
      /^password: /,
    );
    await expect(addPerson({ email: "a@b.c", name: "a\u202eb", role: "admin" }, OPERATOR)).rejects.toThrow(/^name: /);
    expect(await countPeople()).toBe(people);
    expect(await database().auditEvent.count()).toBe(events);
  });

  test("is not added where the event cannot be written", async () => {
    const people = await countPeople();
    await database().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`;
    await expect(addPerson({ email: "unseen@example.com", role: "admin" }, OPERATOR)).rejects.toThrow();
    await database().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT refuse_all`;
    expect(await countPeople()).toBe(people);
  });

  test("gets a token that opens what the person may do now, and is kept as a hash only", async () => {
    const person = await addPerson({ email: "token@example.com", name: "Tok", role: "reviewer" }, OPERATOR);
    const token = await issuePersonToken("Token@example.com", OPERATOR);
    expect(token).toMatch(/^csr_/);
    const principal = await findPersonByTokenHash(hashSecret(token));
    expect(principal).toMatchObject({
      kind: "person",
      id: person.id,
      name: "Tok",
      email: "token@example.com",
      role: "reviewer",
      credential: { kind: "token" },
    });
    expect(await findPersonByTokenHash(token)).toBeNull();
    const event = await lastEvent();
    expect(event).toMatchObject({ kind: "person.token_issued", data: { token_id: principal?.credential.id } });
    const stored = JSON.stringify(await database().personToken.findMany()) + JSON.stringify(event.data);
    expect(stored).not.toContain(token);
    expect(JSON.stringify(event.data)).not.toContain(hashSecret(token));
  });

  test("who is disabled loses session and token at once, and neither can be had again", async () => {
    const person = await addPerson({ email: "gone@example.com", role: "admin", password: PASSWORD }, OPERATOR);
    const token = await issuePersonToken("gone@example.com", OPERATOR);
    const sessionId = await openSession(person.id);
    await disablePerson("gone@example.com", OPERATOR);
    expect(await findSession(sessionId)).toBeNull();
    expect(await findPersonByTokenHash(hashSecret(token))).toBeNull();
    expect(await createSession(person.id)).toBeNull();
    await expect(issuePersonToken("gone@example.com", OPERATOR)).rejects.toThrow(/^email: /);
    const event = await lastEvent();
    expect(event).toMatchObject({ kind: "person.disabled", data: { person_id: person.id } });
    await disablePerson("gone@example.com", OPERATOR);
    expect((await lastEvent()).id).toBe(event.id);
    await expect(disablePerson("nobody@example.com", OPERATOR)).rejects.toThrow(/^email: /);
  });

  test("whose role changes is seen with the new one at the next read, by session and by token", async () => {
    const person = await addPerson({ email: "moved@example.com", role: "reviewer" }, OPERATOR);
    const token = await issuePersonToken("moved@example.com", OPERATOR);
    const sessionId = await openSession(person.id);
    expect((await findSession(sessionId))?.role).toBe("reviewer");
    await setRole("moved@example.com", "auditor", OPERATOR);
    expect((await findSession(sessionId))?.role).toBe("auditor");
    expect((await findPersonByTokenHash(hashSecret(token)))?.role).toBe("auditor");
    const event = await lastEvent();
    expect(event).toMatchObject({ kind: "person.role_changed", data: { from: "reviewer", to: "auditor" } });
    await setRole("moved@example.com", "auditor", OPERATOR);
    expect((await lastEvent()).id).toBe(event.id);
  });
});

describe("a session", () => {
  test("stands for twelve hours and is over at its own instant", async () => {
    const person = await addPerson({ email: "hours@example.com", role: "reviewer" }, OPERATOR);
    const sessionId = await openSession(person.id);
    const { createdAt, expiresAt } = await database().personSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(SESSION_SECONDS * 1000);
    expect(SESSION_SECONDS).toBe(12 * 3600);
    const standsAt = async (msFromEnd: number) => {
      await stopClock(new Date(expiresAt.getTime() + msFromEnd));
      return (await findSession(sessionId)) !== null;
    };
    try {
      expect([await standsAt(-1), await standsAt(0), await standsAt(1)]).toEqual([true, false, false]);
    } finally {
      await resetClock();
    }
  });

  test("that is signed out opens nothing any more, and says so in the audit once", async () => {
    const person = await addPerson({ email: "out@example.com", name: "Out", role: "reviewer" }, OPERATOR);
    const sessionId = await openSession(person.id);
    const other = await openSession(person.id);
    expect(await lastEvent()).toMatchObject({ kind: "person.signed_in", actorId: person.id, actorName: "Out" });
    await revokeSession(sessionId);
    expect(await findSession(sessionId)).toBeNull();
    expect(await findSession(other)).not.toBeNull();
    const event = await lastEvent();
    expect(event).toMatchObject({ kind: "person.signed_out", actorId: person.id, data: { session_id: sessionId } });
    await revokeSession(sessionId);
    await revokeSession("no session at all");
    expect((await lastEvent()).id).toBe(event.id);
  });

  test("that no row knows is nobody's", async () => {
    expect(await findSession("0193b1f0-0000-7000-8000-000000000000")).toBeNull();
    expect(await findSession("' OR true --")).toBeNull();
  });
});

describe("an agent", () => {
  test("gets a key that is shown once, and opens nothing from the moment the agent is disabled", async () => {
    const { agent, key } = await addAgent("refund-bot", OPERATOR);
    expect(await findAgentByKeyHash(hashSecret(key))).toMatchObject({
      kind: "agent",
      id: agent.id,
      name: "refund-bot",
    });
    const added = await lastEvent();
    expect(added).toMatchObject({ kind: "agent.added", data: { agent_id: agent.id, agent_name: "refund-bot" } });
    expect(JSON.stringify(added.data)).not.toMatch(/csa_/);
    expect(JSON.stringify(added.data)).not.toContain(hashSecret(key));
    expect(JSON.stringify(await database().agentKey.findMany())).not.toContain(key);

    await shutOut({ name: "refund-bot" }, OPERATOR);
    expect(await findAgentByKeyHash(hashSecret(key))).toBeNull();
    expect((await lastEvent()).kind).toBe("agent.disabled");
    expect(await shutOut({ name: "no-such-bot" }, OPERATOR)).toMatchObject({ refusal: { code: "not_found" } });
  });

  test("whose key is revoked is not found by it", async () => {
    const { agent, key } = await addAgent("revoked-bot", OPERATOR);
    await database()
      .$executeRaw`UPDATE agent_key SET revoked_at = countersign_now() WHERE agent_id = ${agent.id}::uuid`;
    expect(await findAgentByKeyHash(hashSecret(key))).toBeNull();
  });

  test("is one for each name: of ten who add it at once, one does", async () => {
    const adding = Array.from({ length: 10 }, () => addAgent("only-one", OPERATOR));
    const results = await Promise.allSettled(adding);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) if (result.status === "rejected") expect(String(result.reason)).toMatch(/name: /);
    expect(await database().agent.count({ where: { name: "only-one" } })).toBe(1);
  });
});

describe("tools", () => {
  test("are set anew by name, with one event for the list", async () => {
    await setTools(
      [
        { name: "issue_refund", idempotent: true },
        { name: "delete_rows", idempotent: false },
      ],
      OPERATOR,
    );
    await setTools([{ name: "issue_refund", idempotent: false }], OPERATOR);
    expect(await findTool("issue_refund")).toEqual(UNKNOWN_TOOL);
    expect(await findTool("delete_rows")).toEqual(UNKNOWN_TOOL);
    expect(await findTool("unheard_of")).toEqual(UNKNOWN_TOOL);
    const whole = {
      name: "pay",
      description: "Pays a supplier.",
      risk: "critical" as const,
      reversible: false,
      idempotent: true,
      edits: false,
      schema: '{"type":"object"}',
      masked: ["/iban"],
      windows: { decisionSeconds: 3600, startSeconds: 60, outcomeSeconds: 90 },
      disabled: true,
      approvals: 2,
      tiers: [{ group: "support", waitSeconds: 1800 }],
      capPerDay: 20,
    };
    await setTools([whole], OPERATOR);
    const { name, ...settings } = whole;
    expect(await findTool(name)).toEqual(settings);
    await setTools([{ name: "issue_refund", idempotent: true }], OPERATOR);
    expect(await lastEvent()).toMatchObject({
      kind: "tools.applied",
      data: { tools: [{ name: "issue_refund", idempotent: true }] },
    });
    const twice = { name: "twice", idempotent: true };
    await expect(setTools([twice, twice], OPERATOR)).rejects.toThrow(/^tool name: /);
  });
});
