import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/id";
import { later } from "@/lib/kernel/sample-confirmation";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { provideSettings } from "@/lib/settings";
import { acknowledgeAlert } from "./acknowledge-alert";
import { acknowledgeEscalation } from "./acknowledge-escalation";
import {
  ask,
  type Cast,
  context,
  decide,
  kindsOf,
  makeCast,
  makePerson,
  outcomeOf,
  type Person,
  storedRow,
} from "./fixtures";
import { listAlerts } from "./list-alerts";
import { sweep } from "./sweep";

const SECOND = 1_000;
const TOOL = "issue_refund";

let cast: Cast;
let otherAdmin: Person;
const people: Person[] = [];

beforeAll(async () => {
  cast = await makeCast();
  otherAdmin = await makePerson("Alma", "admin");
  for (let n = 1; n <= 5; n++) people.push(await makePerson(`Member${n}`, "reviewer"));
  await query("INSERT INTO tool (name, tiers) VALUES ($1, $2)", [
    TOOL,
    JSON.stringify([
      { group: "team", wait_seconds: 3 },
      { group: "on-call", wait_seconds: 4 },
    ]),
  ]);
  for (const name of ["team", "on-call"]) {
    await query("INSERT INTO person_group (id, name, created_at) VALUES ($1, $2, countersign_now())", [
      newId(new Date(0)),
      name,
    ]);
  }
});
beforeEach(async () => {
  // What an earlier test left pending is none of the next one's.
  await moveClock(40 * 24 * 3_600 * SECOND);
  await sweep();
  await resetClock();
  await query("UPDATE person SET disabled_at = NULL");
  await query("DELETE FROM delegation");
  await setMembers("team", people);
  await setMembers("on-call", [cast.otherReviewer]);
});
afterEach(async () => {
  await resetClock();
  provideSettings({ COUNTERSIGN_ESCALATION: "on" });
});

async function setMembers(group: string, members: Person[]): Promise<void> {
  await query("DELETE FROM group_member WHERE group_id = (SELECT id FROM person_group WHERE name = $1)", [group]);
  for (const { id } of members) {
    await query(
      "INSERT INTO group_member (group_id, person_id) SELECT g.id, $2 FROM person_group AS g WHERE g.name = $1",
      [group, id],
    );
  }
}

async function disable(person: Person): Promise<void> {
  await query("UPDATE person SET disabled_at = countersign_now() WHERE id = $1", [person.id]);
}

type TierRow = { position: number; asks_at: Date; asked_at: Date | null; skipped: boolean };

const tiersOf = (id: string) =>
  query<TierRow>("SELECT * FROM confirmation_tier WHERE confirmation_id = $1 ORDER BY position", [id]);

async function noticesOf(id: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    `SELECT p.name || ' ' || n.kind || ' ' || n.position AS line FROM notice AS n JOIN person AS p ON p.id = n.person_id
     WHERE n.confirmation_id = $1 ORDER BY n.kind, n.position, p.name`,
    [id],
  );
  return rows.map(({ line }) => line);
}

const alertsOf = (id: string) =>
  query<{ id: string; kind: string; detail: string }>("SELECT id, kind, detail FROM alert WHERE confirmation_id = $1", [
    id,
  ]);

const ofTiers = (kinds: string[]) => kinds.filter((kind) => kind.startsWith("escalation.tier"));

const asking = () => ask(cast.agent, { tool: TOOL, decisionWindowSeconds: 10 });
const TEAM_TOLD = [1, 2, 3, 4, 5].map((n) => `Member${n} tier_asked 1`);

describe("escalation", () => {
  test("ESC-01: nobody answers; each group is asked at its instant, and it expires with both in its history", async () => {
    const { id, createdAt } = await asking();
    for (const [milliseconds, kinds] of [
      [0, ["escalation.tier_asked"]],
      [3 * SECOND, ["escalation.tier_asked", "escalation.tier_asked"]],
      [9_999, ["escalation.tier_asked", "escalation.tier_asked"]],
    ] as const) {
      await stopClock(later(createdAt, milliseconds));
      await sweep();
      expect(ofTiers(await kindsOf(id))).toEqual(kinds);
      expect((await storedRow(id)).state).toBe("pending");
    }
    await stopClock(later(createdAt, 10 * SECOND));
    await sweep();
    expect(await storedRow(id)).toMatchObject({ state: "expired", reason_code: "timed_out", escalation: "notified" });
    expect(await kindsOf(id)).toEqual([
      "confirmation.submitted",
      "escalation.tier_asked",
      "escalation.tier_asked",
      "confirmation.timed_out",
      "execution.skipped",
      "escalation.required",
      "escalation.notified",
    ]);
    expect(await noticesOf(id)).toEqual(["Ada expired 0", "Alma expired 0", ...TEAM_TOLD, "Ruben tier_asked 2"]);
  });

  test("ESC-01: who is on call is told and approves once the group is asked, and not before", async () => {
    const { id, createdAt } = await asking();
    await stopClock(later(createdAt, 2 * SECOND));
    await sweep();
    expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("not_in_tier");
    await stopClock(later(createdAt, 5 * SECOND));
    await sweep();
    expect(await noticesOf(id)).toContain("Ruben tier_asked 2");
    expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("done");
    await stopClock(later(createdAt, 11 * SECOND));
    await sweep();
    expect(await storedRow(id)).toMatchObject({ state: "approved", decided_by_name: "Ruben", escalation: null });
  });

  test("a tier is asked at its own instant, and not a millisecond before it", async () => {
    const { id, createdAt } = await asking();
    const asked: boolean[] = [];
    for (const milliseconds of [-1, 0, 1]) {
      await stopClock(later(createdAt, 3 * SECOND + milliseconds));
      await sweep();
      asked.push((await tiersOf(id))[1]?.asked_at !== null);
    }
    expect(asked).toEqual([false, true, true]);
    expect((await tiersOf(id))[1]?.asked_at).toEqual(later(createdAt, 3 * SECOND));
  });

  test("at the end of the decision window nobody is asked any more", async () => {
    const { id, createdAt } = await asking();
    await stopClock(later(createdAt, 10 * SECOND));
    await sweep();
    expect(ofTiers(await kindsOf(id))).toEqual([]);
  });

  test("ESC-04: five people and sweeps side by side make one event and one notice each", async () => {
    const { id } = await asking();
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    await Promise.all([sweep(), sweep()]);
    expect(ofTiers(await kindsOf(id))).toEqual(["escalation.tier_asked"]);
    expect(await noticesOf(id)).toEqual(TEAM_TOLD);
    await moveClock(11 * SECOND);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect((await kindsOf(id)).filter((kind) => kind === "escalation.notified")).toHaveLength(1);
  });

  test("ESC-04: switched off, nobody is told, and who may decide stays the same", async () => {
    provideSettings({ COUNTERSIGN_ESCALATION: "off" });
    const { id } = await asking();
    const before = await tiersOf(id);
    await moveClock(4 * SECOND);
    await sweep();
    await moveClock(11 * SECOND);
    await sweep();
    expect(await tiersOf(id)).toEqual(before);
    expect(await kindsOf(id)).toEqual([
      "confirmation.submitted",
      "confirmation.timed_out",
      "execution.skipped",
      "escalation.required",
    ]);
    expect(await noticesOf(id)).toEqual([]);
  });

  test("who stands in for a member is told as well, while they do", async () => {
    await setMembers("team", [people[0] as Person]);
    const { id, createdAt } = await asking();
    for (const [to, from, until] of [
      [cast.reviewer, 0, 1],
      [cast.otherReviewer, 1, 2],
      [cast.auditor, 0, 1],
    ] as const) {
      await query(
        `INSERT INTO delegation (id, from_person_id, to_person_id, starts_at, ends_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $4)`,
        [
          newId(new Date(0)),
          people[0]?.id,
          to.id,
          later(createdAt, from * SECOND).toISOString(),
          later(createdAt, until * SECOND).toISOString(),
        ],
      );
    }
    await stopClock(createdAt);
    await sweep();
    expect(await noticesOf(id)).toEqual(["Member1 tier_asked 1", "Rita tier_asked 1"]);
  });

  test("ESC-05: a first group without members is passed over at once, a second with nobody active leaves an alert, and it expires", async () => {
    const { id, createdAt } = await asking();
    await setMembers("team", []);
    await disable(cast.otherReviewer);
    await stopClock(later(createdAt, 1 * SECOND));
    await sweep();
    const [first, second] = await tiersOf(id);
    expect(first).toMatchObject({ skipped: true, asked_at: null });
    expect(second).toMatchObject({ skipped: true, asked_at: null, asks_at: later(createdAt, 1 * SECOND) });
    expect(await alertsOf(id)).toMatchObject([
      { kind: "nobody_to_ask", detail: `A request for ${TOOL} waits, and nobody in team, on-call can decide.` },
    ]);
    expect((await storedRow(id)).state).toBe("pending");
    await sweep();
    expect(await alertsOf(id)).toHaveLength(1);
    await stopClock(later(createdAt, 10 * SECOND));
    await sweep();
    expect((await storedRow(id)).state).toBe("expired");
    expect(ofTiers(await kindsOf(id))).toEqual(["escalation.tier_skipped", "escalation.tier_skipped"]);
  });

  test("a group that is asked and loses its last member is passed over, and the next is asked at once", async () => {
    const { id, createdAt } = await asking();
    await stopClock(createdAt);
    await sweep();
    await query("UPDATE confirmation_tier SET group_id = NULL WHERE confirmation_id = $1 AND position = 1", [id]);
    await stopClock(later(createdAt, 1 * SECOND));
    await sweep();
    const [first, second] = await tiersOf(id);
    expect(first).toMatchObject({ skipped: true, asked_at: createdAt });
    expect(second).toMatchObject({
      skipped: false,
      asks_at: later(createdAt, 1 * SECOND),
      asked_at: later(createdAt, 1 * SECOND),
    });
    expect(await noticesOf(id)).toEqual([...TEAM_TOLD, "Ruben tier_asked 2"]);
    expect(await alertsOf(id)).toEqual([]);
  });
});

describe("acknowledging", () => {
  test("what expired is acknowledged by one admin; the next is told who did, and a repeat is one", async () => {
    const { id } = await asking();
    await moveClock(11 * SECOND);
    await sweep();
    expect((await listAlerts()).expired.rows.map((row) => row.id)).toContain(id);
    expect(await acknowledgeEscalation(context(cast.reviewer), { id })).toMatchObject({
      ok: false,
      refusal: { code: "forbidden" },
    });
    const [one, two] = await Promise.all([
      acknowledgeEscalation(context(cast.admin), { id }),
      acknowledgeEscalation(context(otherAdmin), { id }),
    ]);
    const [winner, loser, name] = one.ok ? [cast.admin, two, "Ada"] : [otherAdmin, one, "Alma"];
    expect(loser).toMatchObject({ ok: false, refusal: { code: "already_acknowledged" } });
    expect(loser.ok ? "" : loser.refusal.detail).toContain(name);
    expect(await acknowledgeEscalation(context(winner), { id })).toEqual({ ok: true, repeated: true });
    expect((await kindsOf(id)).filter((kind) => kind === "escalation.acknowledged")).toHaveLength(1);
    expect(await storedRow(id)).toMatchObject({ state: "expired", escalation: "acknowledged" });
    const alerts = await listAlerts();
    expect(alerts.expired.rows.map((row) => row.id)).not.toContain(id);
    expect(alerts.acknowledged.rows[0]).toMatchObject({
      confirmationId: id,
      kind: "expired",
      acknowledgedByName: name,
    });
  });

  test("what did not expire has nothing to acknowledge", async () => {
    const { id } = await asking();
    expect(await acknowledgeEscalation(context(cast.admin), { id })).toMatchObject({ refusal: { code: "not_found" } });
  });

  test("an alert is acknowledged by one admin, whose role is read by the act itself", async () => {
    await setMembers("team", []);
    await setMembers("on-call", []);
    const { id } = await asking();
    const [alert] = await alertsOf(id);
    expect((await listAlerts()).open.rows.map((row) => row.id)).toContain(alert.id);
    const act = (person: Person) => acknowledgeAlert(context(person), { id: alert.id });
    expect(await act(cast.auditor)).toMatchObject({ refusal: { code: "forbidden" } });
    await disable(otherAdmin);
    expect(await act(otherAdmin)).toMatchObject({ refusal: { code: "forbidden" } });
    expect(await act(cast.admin)).toEqual({ ok: true, repeated: false });
    expect(await act(cast.admin)).toEqual({ ok: true, repeated: true });
    await query("UPDATE person SET disabled_at = NULL");
    const late = await act(otherAdmin);
    expect(late).toMatchObject({ refusal: { code: "already_acknowledged" } });
    expect(late.ok ? "" : late.refusal.detail).toContain("Ada");
    expect((await kindsOf(id)).filter((kind) => kind === "alert.acknowledged")).toHaveLength(1);
    expect(await acknowledgeAlert(context(cast.admin), { id })).toMatchObject({ refusal: { code: "not_found" } });
  });
});
