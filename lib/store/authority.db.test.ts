import { beforeAll, describe, expect, test } from "vitest";
import { hashSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { AgentPrincipal, PersonPrincipal, Role } from "@/lib/kernel/principal";
import { addAgent, findAgentByKeyHash, shutOut } from "./agents";
import { agentStands, personStands } from "./authority";
import { NOW, readClock } from "./clock";
import { database, type Prisma } from "./database";
import { addPerson, disablePerson, findPersonByTokenHash, issuePersonToken, setRole } from "./people";
import { createSession, findSession, revokeSession } from "./sessions";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const DECIDERS: Role[] = ["reviewer", "admin"];

async function holds(condition: Prisma.Sql): Promise<boolean> {
  const [row] = await database().$queryRaw<[{ holds: boolean }]>`SELECT ${condition} AS holds`;
  return row.holds;
}

async function bySession(email: string): Promise<PersonPrincipal> {
  const { id } = await addPerson({ email, role: "reviewer" }, OPERATOR);
  const session = await createSession(id);
  const principal = session && (await findSession(session.sessionId));
  if (!principal) throw new Error("no session");
  return principal;
}

async function byToken(email: string): Promise<PersonPrincipal> {
  await addPerson({ email, role: "reviewer" }, OPERATOR);
  const principal = await findPersonByTokenHash(hashSecret(await issuePersonToken(email, OPERATOR)));
  if (!principal) throw new Error("no token");
  return principal;
}

describe.each([
  ["session", bySession],
  ["token", byToken],
] as const)("a person who came in by a %s", (credential, enter) => {
  test("stands while nothing was taken away, by an instant and by the clock", async () => {
    const person = await enter(`stands-${credential}@example.com`);
    expect(await holds(personStands(person, DECIDERS, await readClock()))).toBe(true);
    expect(await holds(personStands(person, DECIDERS, NOW))).toBe(true);
    expect(await holds(personStands(person, [], NOW))).toBe(false);
    expect(await holds(personStands(person, ["admin"], NOW))).toBe(false);
  });

  test("stands no more once the role is gone, whatever the principal in hand says", async () => {
    const person = await enter(`role-${credential}@example.com`);
    await setRole(person.email, "auditor", OPERATOR);
    expect(person.role).toBe("reviewer");
    expect(await holds(personStands(person, DECIDERS, NOW))).toBe(false);
    expect(await holds(personStands(person, ["auditor"], NOW))).toBe(true);
  });

  test("stands no more once disabled", async () => {
    const person = await enter(`disabled-${credential}@example.com`);
    await disablePerson(person.email, OPERATOR);
    expect(await holds(personStands(person, DECIDERS, NOW))).toBe(false);
  });

  test("does not stand on somebody else's credential", async () => {
    const person = await enter(`own-${credential}@example.com`);
    const other = await enter(`other-${credential}@example.com`);
    expect(await holds(personStands({ ...person, credential: other.credential }, DECIDERS, NOW))).toBe(false);
  });
});

describe("a session", () => {
  test("that was signed out carries nobody", async () => {
    const person = await bySession("signed-out@example.com");
    await revokeSession(person.credential.id);
    expect(await holds(personStands(person, DECIDERS, NOW))).toBe(false);
  });

  test("carries its person until its end and not at it", async () => {
    const person = await bySession("ending@example.com");
    const { expiresAt } = await database().personSession.findUniqueOrThrow({ where: { id: person.credential.id } });
    const at = (ms: number) => holds(personStands(person, DECIDERS, new Date(expiresAt.getTime() + ms)));
    expect([await at(-1), await at(0), await at(1)]).toEqual([true, false, false]);
  });
});

test("a token that was revoked carries nobody", async () => {
  const person = await byToken("revoked@example.com");
  await database().personToken.update({ where: { id: person.credential.id }, data: { revokedAt: await readClock() } });
  expect(await holds(personStands(person, DECIDERS, NOW))).toBe(false);
});

describe("an agent", () => {
  let agent: AgentPrincipal;
  beforeAll(async () => {
    const { key } = await addAgent("standing-bot", OPERATOR);
    const found = await findAgentByKeyHash(hashSecret(key));
    if (!found) throw new Error("no agent");
    agent = found;
  });

  test("stands by its own key, and no more once disabled", async () => {
    const { key } = await addAgent("other-bot", OPERATOR);
    const other = await findAgentByKeyHash(hashSecret(key));
    expect(await holds(agentStands(agent, NOW))).toBe(true);
    expect(await holds(agentStands({ ...agent, keyId: other?.keyId ?? "" }, NOW))).toBe(false);
    await shutOut({ name: "standing-bot" }, OPERATOR);
    expect(await holds(agentStands(agent, NOW))).toBe(false);
  });

  test("stands by a key until its end and not at it, and for a tool by a key that names it or none", async () => {
    const { key } = await addAgent("ending-bot", OPERATOR);
    const bot = await findAgentByKeyHash(hashSecret(key));
    if (!bot) throw new Error("no agent");
    const end = await readClock();
    await database().agentKey.update({ where: { id: bot.keyId }, data: { expiresAt: end, tools: ["send_mail"] } });
    const at = (ms: number, tool?: string) => holds(agentStands(bot, new Date(end.getTime() + ms), tool));
    expect([await at(-1), await at(0), await at(1)]).toEqual([true, false, false]);
    // The statement goes by the key as it is now, whatever the principal in hand says.
    expect([await at(-1, "send_mail"), await at(-1, "issue_refund"), await at(-1, "send")]).toEqual([
      true,
      false,
      false,
    ]);
    await database().agentKey.update({ where: { id: bot.keyId }, data: { tools: [] } });
    expect(await at(-1, "issue_refund")).toBe(true);
  });
});
