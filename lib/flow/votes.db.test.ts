import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/ops/testing/database";
import { disablePerson, setRole } from "@/lib/store/people";
import { rest } from "@/lib/wire/in-process-rest";
import {
  ask,
  askGroups,
  type Cast,
  claim,
  decide,
  kindsOf,
  makeCast,
  makeGroup,
  makePerson,
  outcomeOf,
  own,
  type Person,
  standIn,
  storedRow,
} from "./fixtures";

let cast: Cast;
let third: Person;
beforeAll(async () => {
  cast = await makeCast();
  third = await makePerson("Thea", "reviewer");
});
afterEach(() => query("UPDATE delegation SET revoked_at = countersign_now() WHERE revoked_at IS NULL"));

const OPERATOR = { kind: "operator", name: "test" } as const;
const EDITED = '{"order_id":"A-7","amount":20.0}';

async function askSeveral(approvals: number, tiers: Parameters<typeof askGroups>[1]["tiers"] = []) {
  const confirmation = await ask(cast.agent);
  await askGroups(confirmation, { approvals, tiers });
  return confirmation;
}

/** Who has a vote that stands, and how many were voided. */
async function votesOf(id: string) {
  const rows = await query<{ person_name: string; voided: boolean }>(
    "SELECT person_name, voided_at IS NOT NULL AS voided FROM vote WHERE confirmation_id = $1 ORDER BY at, id",
    [id],
  );
  return {
    standing: rows.filter(({ voided }) => !voided).map(({ person_name }) => person_name),
    voided: rows.filter(({ voided }) => voided).map(({ person_name }) => person_name),
  };
}

const post = (person: Person, id: string, body: object) =>
  rest("POST", `/confirmations/${id}/decision`, { as: person.token, body });

describe("several approvals", () => {
  test("the vote that does not decide yet answers 200 with the row still pending and who has given one", async () => {
    const { id } = await askSeveral(2);
    const first = await post(cast.reviewer, id, { verdict: "approve", reason: "fine" });
    expect([first.status, first.json.state]).toEqual([200, "pending"]);
    expect(first.json.approvals).toMatchObject({ needed: 2, given: [{ by: { id: cast.reviewer.id, name: "Rita" } }] });
    const again = await post(cast.reviewer, id, { verdict: "approve" });
    expect([again.status, again.json.state, again.json.approvals.given.length]).toEqual([200, "pending", 1]);
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "vote.given"]);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("not_approved");

    const second = await post(cast.otherReviewer, id, { verdict: "approve" });
    expect([second.status, second.json.state, second.json.decision.by.name]).toEqual([200, "approved", "Ruben"]);
    expect(second.json.approvals.given).toHaveLength(2);
    expect((await kindsOf(id)).slice(2)).toEqual(["claim.refused", "vote.given", "confirmation.approved"]);
    // Each of them has approved: a double click of the first is no lost race. Somebody else's is.
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("repeated");
    expect(outcomeOf(await decide(third, id, "approve"))).toBe("already_decided");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  });

  test("of 20 people at once three decide, once, and the others are told who did", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => makePerson(`Many${n}`, "reviewer")));
    const { id } = await askSeveral(3);
    const answers = await Promise.all(people.map((person) => post(person, id, { verdict: "approve" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const winner = (await storedRow(id)).decided_by_name;
    for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, json.code]).toEqual([409, "already_decided"]);
      expect(json.confirmation.decision.by.name).toBe(winner);
    }
    expect((await votesOf(id)).standing).toHaveLength(3);
    const kinds = await kindsOf(id);
    expect(kinds.filter((kind) => kind === "confirmation.approved")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "vote.given")).toHaveLength(3);
  });

  test("one person's clicks at once are one vote", async () => {
    const { id } = await askSeveral(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(cast.reviewer, id, "approve")));
    expect(answers.map(outcomeOf).sort()).toEqual(["done", "repeated", "repeated", "repeated", "repeated"]);
    expect((await storedRow(id)).state).toBe("pending");
  });

  test("one denial denies at once, also by who has voted", async () => {
    const { id } = await askSeveral(3);
    await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await decide(cast.reviewer, id, "deny"))).toBe("done");
    expect((await storedRow(id)).state).toBe("denied");
    expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("already_decided");
  });

  test("an edit voids the votes before it, counts as its editor's, and binds the next vote to what it made", async () => {
    const { id, argumentsDigest } = await askSeveral(2);
    await decide(cast.reviewer, id, "approve");
    const edit = await decide(cast.otherReviewer, id, "approve", { edited: EDITED, seenDigest: argumentsDigest });
    expect(outcomeOf(edit)).toBe("done");
    expect(await votesOf(id)).toEqual({ standing: ["Ruben"], voided: ["Rita"] });
    const row = await storedRow(id);
    expect([row.state, row.effective_arguments]).toEqual(["pending", EDITED]);
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "vote.given", "vote.voided", "vote.given"]);

    const stale = await post(cast.reviewer, id, { verdict: "approve", seen_digest: argumentsDigest });
    expect([stale.status, stale.json.code]).toEqual([409, "arguments_changed"]);
    const seen = stale.json.confirmation.effective_arguments_digest;
    const last = await post(cast.reviewer, id, { verdict: "approve", seen_digest: seen });
    expect([last.status, last.json.state, last.json.decision.edited]).toEqual([200, "approved", true]);
    expect(last.json.effective_arguments).toEqual({ order_id: "A-7", amount: 20 });
    expect(outcomeOf(await claim(cast.agent, id))).toBe("arguments_differ");
    expect(outcomeOf(await claim(cast.agent, id, { arguments: EDITED }))).toBe("done");
  });

  test("an edit back to what was proposed leaves no edit, and voids too", async () => {
    const { id, argumentsDigest } = await askSeveral(2);
    await decide(cast.reviewer, id, "approve", { edited: EDITED });
    await decide(cast.otherReviewer, id, "approve", { edited: '{"order_id":"A-7","amount":40.0}' });
    expect(await votesOf(id)).toEqual({ standing: ["Ruben"], voided: ["Rita"] });
    expect(await storedRow(id)).toMatchObject({ effective_arguments: null, effective_arguments_digest: null });
    expect(outcomeOf(await decide(third, id, "approve", { seenDigest: argumentsDigest }))).toBe("done");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  });

  test("a vote of somebody who has lost the role, the account or the group no longer counts", async () => {
    const [role, account, member] = [
      await makePerson("Lostrole", "reviewer"),
      await makePerson("Lostaccount", "reviewer"),
      await makePerson("Lostgroup", "reviewer"),
    ];
    const groupId = await makeGroup("losing", [role, account, member, cast.reviewer, cast.otherReviewer]);
    const { id } = await askSeveral(4, [{ groupId }]);
    for (const person of [role, account, member]) expect(outcomeOf(await decide(person, id, "approve"))).toBe("done");
    await setRole(role.email, "auditor", OPERATOR);
    await disablePerson(account.email, OPERATOR);
    await query("DELETE FROM group_member WHERE person_id = $1", [member.id]);
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
    expect((await storedRow(id)).state).toBe("pending");
    expect(await votesOf(id)).toEqual({
      standing: ["Rita"],
      voided: ["Lostrole", "Lostaccount", "Lostgroup"],
    });
    expect((await kindsOf(id)).filter((kind) => kind === "vote.voided")).toHaveLength(3);
  });

  test("nobody counts twice over a delegation", async () => {
    const groupId = await makeGroup("doubling", [cast.reviewer, third]);
    await standIn(cast.otherReviewer, cast.reviewer);
    const { id } = await askSeveral(2, [{ groupId }]);
    await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await decide(cast.otherReviewer, id, "approve"))).toBe("repeated");
    expect((await storedRow(id)).state).toBe("pending");
    const other = await askSeveral(2, [{ groupId }]);
    const stood = await post(cast.otherReviewer, other.id, { verdict: "approve" });
    expect(stood.json.approvals.given[0]).toMatchObject({ by: { name: "Ruben" }, on_behalf_of: { name: "Rita" } });
    expect(outcomeOf(await decide(cast.reviewer, other.id, "approve"))).toBe("repeated");
    expect(outcomeOf(await decide(third, other.id, "approve"))).toBe("done");
    expect((await storedRow(other.id)).state).toBe("approved");
  });

  test("AUTH-02: nobody votes on their own request, and the owner whom an agent is given to meanwhile counts no longer", async () => {
    const mine = await ask(cast.otherAgent, { onBehalfOf: `Rita <${cast.reviewer.email}>` });
    await askGroups(mine, { approvals: 2 });
    for (const verdict of ["approve", "deny"] as const) {
      expect(outcomeOf(await decide(cast.reviewer, mine.id, verdict))).toBe("self_approval");
    }
    expect(outcomeOf(await decide(cast.reviewer, mine.id, "approve", { edited: EDITED }))).toBe("self_approval");
    await decide(third, mine.id, "approve");
    await own(third, cast.otherAgent);
    expect(outcomeOf(await decide(cast.otherReviewer, mine.id, "approve"))).toBe("done");
    expect(await votesOf(mine.id)).toEqual({ standing: ["Ruben"], voided: ["Thea"] });
  });

  test("an audit that refuses takes the vote back with it", async () => {
    const { id } = await askSeveral(2);
    await query(`CREATE FUNCTION test_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the audit is full'; END $$`);
    await query(`CREATE TRIGGER test_full BEFORE INSERT ON audit_event FOR EACH ROW
      WHEN (NEW.kind = 'vote.given') EXECUTE FUNCTION test_full()`);
    const answer = await post(cast.reviewer, id, { verdict: "approve" });
    await query("DROP TRIGGER test_full ON audit_event");
    expect([answer.status, answer.json.code]).toEqual([503, "store_unavailable"]);
    expect(await votesOf(id)).toEqual({ standing: [], voided: [] });
    expect(outcomeOf(await decide(cast.reviewer, id, "approve"))).toBe("done");
  });
});

describe("breaking the glass", () => {
  const glass = { break_glass: true, reason: "the site is down" };

  test("an admin decides past tiers and approvals; it stands on the row, in the audit and as an alert", async () => {
    const groupId = await makeGroup("past", [cast.reviewer]);
    const { id } = await askSeveral(3, [{ groupId }]);
    expect(outcomeOf(await decide(cast.admin, id, "approve"))).toBe("not_in_tier");
    const broken = await post(cast.admin, id, { verdict: "approve", ...glass });
    expect([broken.status, broken.json.state, broken.json.decision.break_glass]).toEqual([200, "approved", true]);
    expect((await kindsOf(id)).slice(-2)).toEqual(["confirmation.approved", "decision.break_glass"]);
    const alerts = await query<{ kind: string; detail: string }>(
      "SELECT kind, detail FROM alert WHERE confirmation_id = $1",
      [id],
    );
    expect(alerts).toEqual([{ kind: "break_glass", detail: expect.stringContaining("the site is down") }]);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  });

  test("with one approval needed, and to deny, it does the same", async () => {
    const groupId = await makeGroup("past one", [cast.reviewer]);
    const confirmation = await ask(cast.agent);
    await askGroups(confirmation, { tiers: [{ groupId }] });
    const broken = await post(cast.admin, confirmation.id, { verdict: "deny", ...glass });
    expect([broken.status, broken.json.state, broken.json.decision.break_glass]).toEqual([200, "denied", true]);
    expect((await query("SELECT 1 FROM alert WHERE confirmation_id = $1", [confirmation.id])).length).toBe(1);
  });

  test("it is an admin's alone, needs a reason, and is never for one's own request", async () => {
    const { id } = await askSeveral(2);
    const byReviewer = await post(cast.reviewer, id, { verdict: "approve", ...glass });
    expect([byReviewer.status, byReviewer.json.code]).toEqual([403, "forbidden"]);
    for (const body of [
      { break_glass: true },
      { break_glass: true, reason: " " },
      { break_glass: false, reason: "x" },
    ]) {
      expect((await post(cast.admin, id, { verdict: "approve", ...body })).status).toBe(422);
    }
    for (const onBehalfOf of [cast.admin.email, `mailto:${cast.admin.email.toUpperCase()}`]) {
      const mine = await ask(cast.agent, { onBehalfOf });
      const answer = await post(cast.admin, mine.id, { verdict: "approve", ...glass });
      expect([answer.status, answer.json.code]).toEqual([403, "self_approval"]);
    }
    await standIn(cast.admin, cast.otherReviewer);
    const theirs = await ask(cast.agent, { onBehalfOf: cast.otherReviewer.email });
    expect((await post(cast.admin, theirs.id, { verdict: "deny", ...glass })).json.code).toBe("self_approval");
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "decision.refused"]);
  });
});
