import { beforeAll, describe, expect, test } from "vitest";
import { ask, askGroups, makeAgent, makeGroup, makePerson, own, type Person } from "@/lib/flow/fixtures";
import { later } from "@/lib/kernel/sample-confirmation";
import { addressOf } from "@/lib/kernel/self-approval";
import { barredFromBreakingGlass, NO_REACH, placeOf } from "@/lib/kernel/tiers";
import { query } from "@/lib/ops/testing/database";
import { deciderStands, mayDecide, readReach } from "./authority";
import { readClock } from "./clock";
import { loadForCaller } from "./confirmations";
import { database, Prisma } from "./database";

/* The kernel's `placeOf` and the SQL the deciding statement and the lists are made from are twins. */

/** Always the same run of "random" numbers. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

let people: Person[];
let ids: string[];
let boundary: Date;

beforeAll(async () => {
  const random = numbers(7);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  people = [];
  for (const name of ["Una", "Vera", "Wim", "Xenia", "Yuri", "Zoe"]) people.push(await makePerson(name, "reviewer"));
  people.push(await makePerson("Ada", "admin"), await makePerson("Odo", "auditor"));
  await query("UPDATE person SET disabled_at = countersign_now() WHERE name = 'Zoe'");
  const groups: string[] = [];
  for (const name of ["support", "on-call", "finance", "empty"]) {
    groups.push(await makeGroup(name, name === "empty" ? [] : people.filter(() => random(3) === 0)));
  }
  const agents = [await makeAgent("one"), await makeAgent("two"), await makeAgent("three")];
  await own(pick(people), { id: agents[0]?.id ?? "" });
  await own(pick(people), { id: agents[1]?.id ?? "" });
  boundary = later(await readClock(), 3_600_000);
  const around = () => later(boundary, pick([-3_600_000, -1, 0, 1, 3_600_000]));
  for (let n = 0; n < 20; n++) {
    const [from, to] = [pick(people), pick(people)];
    if (from === to) continue;
    const starts = later(boundary, pick([-60_000, -1, 0, 1]));
    const ends = later(boundary, pick([2, 60_000]));
    const revoked = random(5) === 0 ? new Date(0).toISOString() : null;
    await query(
      `INSERT INTO delegation (id, from_person_id, to_person_id, starts_at, ends_at, created_at, revoked_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, countersign_now(), $5)`,
      [from.id, to.id, starts.toISOString(), ends.toISOString(), revoked],
    );
  }
  ids = [];
  for (let n = 0; n < 60; n++) {
    const { email } = pick(people);
    const onBehalfOf = pick([
      null,
      null,
      "somebody",
      email,
      `Some One <${email.toUpperCase()}>`,
      `mailto:${email}?x=y`,
    ]);
    const confirmation = await ask(pick(agents), { onBehalfOf, decisionWindowSeconds: 86_400 });
    const tiers = Array.from({ length: random(4) }, () => ({
      groupId: pick(groups),
      afterSeconds: (around().getTime() - confirmation.createdAt.getTime()) / 1_000,
      skipped: random(6) === 0,
    }));
    await askGroups(confirmation, { tiers });
    ids.push(confirmation.id);
  }
});

async function idsThat(condition: Prisma.Sql): Promise<Set<string>> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM confirmation AS c WHERE ${condition}`;
  return new Set(rows.map(({ id }) => id));
}

describe("who may decide, in SQL and in the kernel", () => {
  test("is the same, for everybody and every confirmation, a millisecond before, at and after each boundary", async () => {
    const seen = new Map<string, number>();
    for (const person of people) {
      const { reach } = await readReach(person.id);
      for (const now of [-1, 0, 1, 2].map((ms) => later(boundary, ms))) {
        const allowed = await idsThat(mayDecide(person.id, now));
        for (const id of ids) {
          const { found } = await loadForCaller(id, person);
          if (!found) throw new Error("not found");
          const facts = found.confirmation;
          const asking = { facts, tiers: found.tiers, now, person };
          const { place, bar } = placeOf({ ...asking, reach: found.reach ?? NO_REACH });
          // Somebody disabled cannot come in at all: the first read finds no principal.
          const may = bar === null && person.name !== "Zoe";
          const kind = bar?.code ?? (place ? "in another's place" : "own");
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
          expect([person.name, id, now, allowed.has(id)]).toEqual([person.name, id, now, may]);
          // What a list reads once for all its rows comes to the same.
          expect(placeOf({ ...asking, reach }).bar?.code).toBe(bar?.code);
        }
      }
    }
    expect([...seen.keys()].sort()).toEqual([
      "in another's place",
      "not_a_reviewer",
      "not_in_tier",
      "own",
      "self_approval",
    ]);
  });

  test("and so does the deciding statement's own look say, in the place the kernel gives and in no other", async () => {
    const now = later(boundary, 1);
    for (const person of people) {
      for (const id of ids) {
        const { found } = await loadForCaller(id, person);
        if (!found) throw new Error("not found");
        const tiered = found.confirmation.tierCount > 0;
        const asking = { facts: found.confirmation, tiers: found.tiers, now, person };
        const { place, bar } = placeOf({ ...asking, reach: found.reach ?? NO_REACH });
        const condition = deciderStands({ kind: "decider", person, place, breakGlass: false, tiered }, now);
        const allowed = await idsThat(Prisma.sql`c.id = ${id}::uuid AND ${condition}`);
        expect([person.name, id, allowed.size]).toEqual([person.name, id, bar || person.name === "Zoe" ? 0 : 1]);
        const glass = deciderStands({ kind: "decider", person, place: null, breakGlass: true, tiered }, now);
        const broken = (await idsThat(Prisma.sql`c.id = ${id}::uuid AND ${glass}`)).size === 1;
        const barred = barredFromBreakingGlass({ ...asking, reach: found.reach ?? NO_REACH });
        expect([person.name, id, broken]).toEqual([person.name, id, barred === null]);
      }
    }
  });

  test("a subject comes to the same address", async () => {
    const subjects = [
      "u@example.com",
      " \u00a0U@Example.com\u3000\t",
      "mailto:u@example.com",
      "MailTo:U@example.com?cc=x\ny",
      "Una <u@example.com>",
      "Una <u@example.com> ",
      "<mailto: u@example.com >",
      "a <b> <u@example.com>",
      "a <b> u@example.com",
      "u@example.com>",
      "e\u0301@example.com",
      "mailto:",
      "<>",
      " ",
      "a\nb",
      "what?u@example.com",
      "\\1 %_",
    ];
    const person = people[0] as Person;
    for (const subject of subjects) {
      const { id } = await ask(await first(), { onBehalfOf: subject });
      await query("UPDATE person SET email = $2 WHERE id = $1", [person.id, addressOf(subject)]);
      expect([
        subject,
        (await idsThat(Prisma.sql`c.id = ${id}::uuid AND ${mayDecide(person.id, boundary)}`)).size,
      ]).toEqual([subject, 0]);
      await query("UPDATE person SET email = $2 WHERE id = $1", [person.id, `${addressOf(subject)}x`]);
      expect([
        subject,
        (await idsThat(Prisma.sql`c.id = ${id}::uuid AND ${mayDecide(person.id, boundary)}`)).size,
      ]).toEqual([subject, 1]);
    }
  });
});

async function first() {
  return makeAgent(`agent ${(await query<{ n: string }>("SELECT count(*) AS n FROM agent"))[0].n}`);
}
