import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { judgeVerdict, type Verdict } from "@/lib/kernel/decision";
import { NO_REACH } from "@/lib/kernel/tiers";
import { personActor } from "@/lib/kernel/transition";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { countWaiting, loadForCaller } from "@/lib/store/confirmations";
import { endDelegation } from "@/lib/store/delegations";
import { disablePerson, setRole } from "@/lib/store/people";
import { setTools } from "@/lib/store/tools";
import { confirmationDetail, confirmationRow } from "@/lib/wire/console/confirmation-views";
import { rest } from "@/lib/wire/in-process-rest";
import { carryOut } from "./carry-out";
import {
  ask,
  askGroups,
  type Cast,
  context,
  decide,
  kindsOf,
  makeAgent,
  makeCast,
  makeGroup,
  makePerson,
  outcomeOf,
  own,
  type Person,
  standIn,
  storedRow,
} from "./fixtures";
import { listForConsole } from "./list-confirmations";

let cast: Cast;
let [support, onCall]: [Person, Person] = [] as never;
let [supportGroup, onCallGroup]: [string, string] = [] as never;
beforeAll(async () => {
  cast = await makeCast();
  support = await makePerson("Sue", "reviewer");
  onCall = await makePerson("Omar", "reviewer");
  supportGroup = await makeGroup("support", [support]);
  onCallGroup = await makeGroup("on-call", [onCall]);
});
afterEach(async () => {
  await resetClock();
  await query("UPDATE delegation SET revoked_at = countersign_now() WHERE revoked_at IS NULL");
});

const OPERATOR = { kind: "operator", name: "test" } as const;
const EDITED = '{"order_id":"A-7","amount":20.0}';

/** Asks support at once and on-call after a minute. */
async function askTiers(asking: Parameters<typeof ask>[1] = {}, agent = cast.agent) {
  const confirmation = await ask(agent, asking);
  await askGroups(confirmation, { tiers: [{ groupId: supportGroup }, { groupId: onCallGroup, afterSeconds: 60 }] });
  return confirmation;
}

const post = (person: Person, id: string, body: object) =>
  rest("POST", `/confirmations/${id}/decision`, { as: person.token, body });

async function detailFor(person: Person, id: string) {
  const { now, found, principal } = await loadForCaller(id, person);
  if (!found || !principal) throw new Error("not found");
  return confirmationDetail(found, now, principal);
}

describe("tiers", () => {
  test.each([-1, 0, 1])("a group decides from its instant on, whether or not a sweep ran: %i ms", async (ms) => {
    const { id, createdAt } = await askTiers();
    await stopClock(new Date(createdAt.getTime() + 60_000 + ms));
    const detail = await detailFor(onCall, id);
    expect(detail.tiers?.map(({ group, asked }) => [group, asked])).toEqual([
      ["support", true],
      ["on-call", ms >= 0],
    ]);
    expect([detail.abilities.approve, detail.abilities.why_not_code]).toEqual(
      ms < 0 ? [false, "not_in_tier"] : [true, undefined],
    );
    const answer = await post(onCall, id, { verdict: "approve" });
    expect([answer.status, answer.json.code]).toEqual(ms < 0 ? [403, "not_in_tier"] : [200, undefined]);
  });

  test("ESC-07: the first answer stands, whichever group gave it; the second is told, and it leaves every list", async () => {
    const { id } = await askTiers();
    await moveClock(61_000);
    const before = await Promise.all([support, onCall].map(({ id: person }) => countWaiting(person)));
    expect((await detailFor(onCall, id)).abilities.deny).toBe(true);
    expect((await post(support, id, { verdict: "approve" })).status).toBe(200);
    const second = await post(onCall, id, { verdict: "deny", reason: "no" });
    expect([second.status, second.json.code, second.json.confirmation.decision.by.name]).toEqual([
      409,
      "already_decided",
      "Sue",
    ]);
    const after = await Promise.all([support, onCall].map(({ id: person }) => countWaiting(person)));
    expect(after.map(({ pending }) => pending)).toEqual(before.map(({ pending }) => pending - 1));
  });

  test("who is in no group that is asked is refused, an admin too; the agent and everybody else still read it", async () => {
    const { id } = await askTiers();
    for (const person of [cast.reviewer, cast.admin, onCall]) {
      const answer = await post(person, id, { verdict: "approve" });
      expect([answer.status, answer.json.code]).toEqual([403, "not_in_tier"]);
    }
    expect((await detailFor(cast.admin, id)).abilities).toMatchObject({ approve: false, break_glass: true });
    expect((await detailFor(cast.reviewer, id)).abilities.break_glass).toBeUndefined();
    const read = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(read.json.tiers).toMatchObject([
      { group: "support", asked: true },
      { group: "on-call", asked: false },
    ]);
  });

  test("POL-07: what is pending keeps the groups it was asked with; rules that change meanwhile neither add nor remove any", async () => {
    const pending = await askTiers();
    const other = await askTiers();
    const finance = await makePerson("Fin", "reviewer");
    await makeGroup("finance", [finance]);
    await setTools([{ name: "issue_refund", tiers: [{ group: "finance", waitSeconds: 60 }] }], OPERATOR);
    expect(outcomeOf(await decide(finance, pending.id, "approve"))).toBe("not_in_tier");
    expect(outcomeOf(await decide(support, pending.id, "approve"))).toBe("done");
    expect((await storedRow(other.id)).state).toBe("pending");
    await query("DELETE FROM tool WHERE name = 'issue_refund'");
  });
});

describe("AUTH-02: one's own request", () => {
  const OWN: [string, (person: Person) => { onBehalfOf?: string; owner?: true }][] = [
    ["asked on behalf of oneself", ({ email }) => ({ onBehalfOf: email.toUpperCase() })],
    ["asked on behalf of `Name <mail>`", ({ email, name }) => ({ onBehalfOf: `${name} <${email}>` })],
    ["asked on behalf of `mailto:`", ({ email }) => ({ onBehalfOf: `mailto:${email}` })],
    ["asked by an agent of one's own", () => ({ owner: true })],
  ];

  test.each(OWN)("%s is refused on every path and to every verdict, and anybody else decides", async (title, made) => {
    for (const person of [cast.reviewer, cast.admin]) {
      const { onBehalfOf = null, owner } = made(person);
      const agent = await makeAgent(`${title} ${person.name}`.replaceAll(/[<>`:]/g, ""));
      if (owner) await own(person, agent);
      const { id, argumentsDigest } = await ask(agent, { onBehalfOf });
      const refused: [string, { verdict: Verdict } & Record<string, unknown>][] = [
        ["approve", { verdict: "approve" }],
        ["deny", { verdict: "deny", reason: "mine" }],
        ["edit and approve", { verdict: "approve", arguments: { order_id: "A-7", amount: 20 } }],
        ["the click of a bulk", { verdict: "approve", seen_digest: argumentsDigest }],
        ...(person.role === "admin"
          ? [["break-glass", { verdict: "approve", break_glass: true, reason: "now" }] as never]
          : []),
      ];
      for (const [path, body] of refused) {
        const answer = await post(person, id, body);
        expect([path, answer.status, answer.json.code]).toEqual([path, 403, "self_approval"]);
      }
      expect(outcomeOf(await decide(person, id, "approve", { edited: EDITED }))).toBe("self_approval");
      const { abilities } = await detailFor(person, id);
      expect(abilities).toMatchObject({ approve: false, deny: false, edit: false, why_not_code: "self_approval" });
      expect(abilities.why_not).not.toContain("Nothing was decided");
      expect(abilities.break_glass).toBeUndefined();
      expect((await kindsOf(id)).filter((kind) => kind.startsWith("confirmation."))).toEqual([
        "confirmation.submitted",
      ]);
      expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("done");
    }
  });

  test("AUTH-02: on behalf of U by an agent of V, both are refused and a third decides", async () => {
    const agent = await makeAgent("of two");
    await own(cast.admin, agent);
    const { id } = await ask(agent, { onBehalfOf: cast.reviewer.email });
    for (const person of [cast.reviewer, cast.admin])
      expect(outcomeOf(await decide(person, id, "approve"))).toBe("self_approval");
    expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("done");
  });

  test("whoever stands in for such a person is refused too", async () => {
    await standIn(cast.reviewer, support);
    const { id } = await askTiers({ onBehalfOf: `Sue <${support.email}>` });
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("self_approval");
    expect(outcomeOf(await decide(cast.reviewer, id, "deny"))).toBe("self_approval");
    await moveClock(61_000);
    expect(outcomeOf(await decide(onCall, id, "approve"))).toBe("done");
  });

  test("an agent that is given to the person between the first read and the write is theirs", async () => {
    const agent = await makeAgent("given away");
    const { id } = await ask(agent);
    expect(await decideBetween(cast.reviewer, id, () => own(cast.reviewer, agent))).toBe("self_approval");
  });
});

/** What the kernel permitted before something changed, sent after it; then everything is read again, as the flow does. */
async function decideBetween(person: Person, id: string, change: () => Promise<unknown>): Promise<string> {
  const first = await loadForCaller(id, person);
  if (!first.principal || !first.found) throw new Error("not found");
  let principal = first.principal;
  await change();
  const answer = await carryOut({
    found: first.found,
    now: first.now,
    requestId: "test",
    judge: (facts, { tiers, votes, reach = NO_REACH }) =>
      judgeVerdict({
        facts,
        tiers,
        votes,
        reach,
        now: first.now,
        person: principal,
        verdict: "approve",
        reason: null,
        seenDigest: null,
        edit: null,
        breakGlass: false,
      }),
    onRefusal: (code) => ({ kind: "decision.refused", actor: personActor(principal), data: { code } }),
    again: async () => {
      const again = await loadForCaller(id, person);
      if (again.principal) principal = again.principal;
      return again.found;
    },
  });
  expect((await storedRow(id)).state).toBe("pending");
  return outcomeOf(answer);
}

describe("authority lost between the first read and the write", () => {
  test("the role, the account, the token, the group and the delegation each decide nothing, by their own code", async () => {
    const person = await makePerson("Losing", "reviewer");
    const member = await makeGroup("losing", [person]);
    const asked = async () => {
      const confirmation = await ask(cast.agent);
      await askGroups(confirmation, { tiers: [{ groupId: member }] });
      return confirmation.id;
    };
    const leave = () => query("DELETE FROM group_member WHERE group_id = $1", [member]);
    const join = () => query("INSERT INTO group_member (group_id, person_id) VALUES ($1, $2)", [member, person.id]);
    expect(await decideBetween(person, await asked(), leave)).toBe("not_in_tier");
    await join();
    const delegation = await standIn(cast.otherReviewer, person);
    expect(await decideBetween(cast.otherReviewer, await asked(), () => endDelegation(delegation, OPERATOR))).toBe(
      "not_in_tier",
    );
    expect(await decideBetween(person, await asked(), () => setRole(person.email, "auditor", OPERATOR))).toBe(
      "not_a_reviewer",
    );
    await setRole(person.email, "reviewer", OPERATOR);
    const revoke = () =>
      query("UPDATE person_token SET revoked_at = countersign_now() WHERE person_id = $1", [person.id]);
    expect(await decideBetween(person, await asked(), revoke)).toBe("no_longer_permitted");
    await query("UPDATE person_token SET revoked_at = NULL WHERE person_id = $1", [person.id]);
    expect(await decideBetween(person, await asked(), () => disablePerson(person.email, OPERATOR))).toBe(
      "no_longer_permitted",
    );
  });

  test("whom the stand-in acts for may not have lost the role or the account either", async () => {
    const away = await makePerson("Away", "reviewer");
    const groupId = await makeGroup("away", [away]);
    await standIn(cast.reviewer, away);
    const confirmation = await ask(cast.agent);
    await askGroups(confirmation, { tiers: [{ groupId }] });
    expect(await decideBetween(cast.reviewer, confirmation.id, () => setRole(away.email, "auditor", OPERATOR))).toBe(
      "not_in_tier",
    );
    expect(outcomeOf(await decide(cast.reviewer, confirmation.id, "approve"))).toBe("not_in_tier");
  });
});

describe("standing in", () => {
  test("names the one stood in for on the row, in the view and in the audit", async () => {
    await standIn(cast.reviewer, support);
    const { id } = await askTiers();
    expect((await detailFor(cast.reviewer, id)).abilities.in_place_of).toEqual({ id: support.id, name: "Sue" });
    const answer = await post(cast.reviewer, id, { verdict: "approve" });
    expect(answer.json.decision.by).toMatchObject({ name: "Rita", on_behalf_of: { id: support.id, name: "Sue" } });
    const [event] = await query<{ data: string }>(
      "SELECT data FROM audit_event WHERE confirmation_id = $1 AND kind = 'confirmation.approved'",
      [id],
    );
    expect(JSON.parse(event.data).on_behalf_of).toEqual({ id: support.id, name: "Sue" });
  });
});

describe("the list of what somebody may decide", () => {
  test("holds that and nothing else, and its rows say so; all is there with another scope", async () => {
    const tiered = await askTiers();
    const free = await ask(cast.agent);
    const mine = await ask(cast.agent, { onBehalfOf: support.email });
    const several = await ask(cast.agent);
    await askGroups(several, { approvals: 2 });
    const ids = [tiered.id, free.id, mine.id, several.id];
    const listed = async (person: Person, mayDecide?: string) => {
      const page = await listForConsole(context(person), { state: "pending", ids, mayDecide, limit: 50 });
      const rows = page.rows.map((row) => confirmationRow(row, page.now, person));
      return rows.map(({ id, abilities }) => [id, abilities.approve] as const);
    };
    const theirs = async (person: Person) => new Set((await listed(person, person.id)).map(([id]) => id));
    expect(await theirs(support)).toEqual(new Set([tiered.id, free.id, several.id]));
    expect(await theirs(cast.reviewer)).toEqual(new Set([free.id, mine.id, several.id]));
    expect(await theirs(cast.auditor)).toEqual(new Set());
    await decide(cast.reviewer, several.id, "approve");
    expect(await theirs(cast.reviewer)).toEqual(new Set([free.id, mine.id]));
    for (const person of [support, onCall, cast.reviewer, cast.admin, cast.auditor]) {
      const may = await theirs(person);
      const all = await listed(person);
      expect(all).toHaveLength(4);
      for (const [id, approve] of all) expect([person.name, id, approve]).toEqual([person.name, id, may.has(id)]);
    }
  });
});
