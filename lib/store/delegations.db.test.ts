import { beforeAll, describe, expect, test } from "vitest";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { PersonPrincipal, Role } from "@/lib/kernel/principal";
import { readClock } from "./clock";
import { database } from "./database";
import { endDelegation, listDelegations, makeDelegation } from "./delegations";
import { addPerson, disableAccount } from "./people";
import { createSession, findSession } from "./sessions";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const HOUR = 3_600_000;

async function signedIn(name: string, role: Role): Promise<PersonPrincipal> {
  const { id } = await addPerson({ email: `${name}@away.co`, name, role }, OPERATOR);
  const person = await findSession((await createSession(id))?.sessionId ?? "");
  if (!person) throw new Error("nobody signed in");
  return person;
}

let admin: PersonPrincipal;
let away: PersonPrincipal;
let standIn: PersonPrincipal;
let auditor: PersonPrincipal;

beforeAll(async () => {
  admin = await signedIn("admin", "admin");
  away = await signedIn("away", "reviewer");
  standIn = await signedIn("stand-in", "reviewer");
  auditor = await signedIn("auditor", "auditor");
});

async function hours(from: number, until: number) {
  const now = (await readClock()).getTime();
  return { startsAt: new Date(now + from * HOUR), endsAt: new Date(now + until * HOUR) };
}

async function made(given: Parameters<typeof makeDelegation>[0], by: Parameters<typeof makeDelegation>[1]) {
  const done = await makeDelegation(given, by);
  if (!done.ok) throw new Error(done.refusal.detail);
  return done.id;
}

const lastEvent = () => database().auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });

describe("a delegation", () => {
  test("is set by whoever is away, names both and the reason, and ends early by a word", async () => {
    const times = await hours(1, 5);
    const given = { fromId: away.id, toId: standIn.id, ...times, reason: " on a plane " };
    const id = await made(given, away);
    expect(await listDelegations(standIn.id)).toMatchObject([
      { id, fromName: "away", toName: "stand-in", reason: "on a plane", inForce: false, ...times },
    ]);
    expect(await lastEvent()).toMatchObject({ kind: "delegation.made", actorId: away.id });
    expect(JSON.parse((await lastEvent()).data)).toMatchObject({ from: "away@away.co", to: "stand-in@away.co" });
    expect(await endDelegation(id, standIn)).toMatchObject({ refusal: { code: "forbidden" } });
    expect(await endDelegation(id, away)).toEqual({ ok: true });
    expect(await listDelegations()).toEqual([]);
    const event = await lastEvent();
    expect(event.kind).toBe("delegation.ended");
    expect(await endDelegation(id, away)).toEqual({ ok: true });
    expect((await lastEvent()).id).toBe(event.id);
  });

  test("never reaches back: one that began yesterday begins now", async () => {
    const now = await readClock();
    const id = await made({ fromId: away.id, toId: standIn.id, ...(await hours(-24, 1)), reason: null }, admin);
    const row = await database().delegation.findUniqueOrThrow({ where: { id } });
    expect(row.startsAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
    expect(row.startsAt).toEqual(row.createdAt);
    expect(await listDelegations(away.id)).toMatchObject([{ id, inForce: true }]);
    await endDelegation(id, admin);
  });

  test("between people who do not decide, over no time, or in somebody else's name is refused", async () => {
    const good = { fromId: away.id, toId: standIn.id, ...(await hours(0, 1)), reason: null };
    const before = await database().auditEvent.count();
    const refused = [
      { given: { ...good, toId: auditor.id }, by: away, path: "/to" },
      { given: { ...good, toId: away.id }, by: away, path: "/to" },
      { given: { ...good, toId: "nobody" }, by: away, path: "/to" },
      { given: { ...good, fromId: auditor.id }, by: admin, path: "/from" },
      { given: { ...good, ...(await hours(2, 1)) }, by: away, path: "/until" },
      { given: { ...good, ...(await hours(-2, -1)) }, by: away, path: "/until" },
      { given: { ...good, ...(await hours(0, 24 * 400)) }, by: away, path: "/until" },
      { given: { ...good, startsAt: new Date(Number.NaN) }, by: away, path: "/until" },
      { given: { ...good, reason: "two\nlines" }, by: away, path: "/reason" },
    ];
    for (const { given, by, path } of refused) {
      expect(await makeDelegation(given, by)).toMatchObject({ refusal: { errors: [{ path }] } });
    }
    expect(await makeDelegation(good, standIn)).toMatchObject({ refusal: { code: "forbidden" } });
    expect(await makeDelegation({ ...good, fromId: auditor.id }, auditor)).toMatchObject({
      refusal: { code: "forbidden" },
    });
    const left = await addPerson({ email: "left@away.co", role: "reviewer" }, OPERATOR);
    await disableAccount(left.id, OPERATOR);
    expect(await makeDelegation({ ...good, toId: left.id }, away)).toMatchObject({
      refusal: { errors: [{ path: "/to" }] },
    });
    expect(await database().delegation.count({ where: { revokedAt: null } })).toBe(0);
    expect(await database().auditEvent.count()).toBe(before + 2);
  });
});
