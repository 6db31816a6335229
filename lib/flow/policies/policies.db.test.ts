import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { evaluatePolicy } from "@/lib/kernel/policy/evaluate";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import type { Refused } from "@/lib/kernel/refusal";
import { query } from "@/lib/ops/testing/database";
import { disablePerson, setRole } from "@/lib/store/people";
import { compiledPolicy, findActivePolicy, findPolicy } from "@/lib/store/policies";
import { ask, type Cast, context, exact, makeCast, makePerson, putInForce } from "../fixtures";
import { activateFromFile } from "./activate-from-file";
import { activatePolicy } from "./activate-policy";
import { type Beginning, beginDraft } from "./begin-draft";
import { discardDraft } from "./discard-draft";
import { documentOf, type PolicyDone, type SeenVersion } from "./open-draft";
import { proposeDraft } from "./propose-draft";
import { readPolicies, readPolicy } from "./read-policies";
import { rebaseDraft } from "./rebase-draft";
import { replayPolicy } from "./replay-policy";
import { saveDraft } from "./save-draft";

const OPERATOR = { kind: "operator", name: "manage" } as const;

let cast: Cast;
let second: PersonPrincipal;
beforeAll(async () => {
  cast = await makeCast();
  second = await makePerson("Bea", "admin");
});
beforeEach(async () => {
  await query("UPDATE person SET role = 'admin', disabled_at = NULL WHERE name IN ('Ada', 'Bea')");
  await query("UPDATE person_token SET revoked_at = NULL");
});

const SMALL = {
  id: "small",
  effect: "allow",
  when: 'tool == "issue_refund" && args.amount <= 50',
  reason: "r",
} as const;
const small = (limit: number) => ({ ...SMALL, when: `tool == "issue_refund" && args.amount <= ${limit}` });
const policy = (...rules: PolicyDocument["rules"]): PolicyDocument => ({ rules, tests: [] });

function did(answer: PolicyDone | Refused): number {
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return answer.number;
}
const codeOf = (answer: { ok: true } | Refused) => (answer.ok ? "done" : answer.refusal.code);

async function seen(number: number): Promise<SeenVersion> {
  const read = await readPolicy(context(cast.admin), number);
  if (!read.ok) throw new Error("not there");
  return { number, seenDigest: read.stand.digest };
}

async function drafted(document: PolicyDocument, person = cast.admin as PersonPrincipal): Promise<number> {
  const number = did(await beginDraft(context(person), { from: "nothing" }));
  did(await saveDraft(context(person), { ...(await seen(number)), document }));
  return number;
}

async function proposed(document: PolicyDocument, person = cast.admin as PersonPrincipal): Promise<number> {
  const number = await drafted(document, person);
  did(await proposeDraft(context(person), await seen(number)));
  return number;
}

const eventsOf = (number: number) =>
  query<{ kind: string; actor_name: string; data: string }>(
    "SELECT kind, actor_name, data FROM audit_event WHERE kind LIKE 'policy.%' AND data::json ->> 'number' = $1 ORDER BY id",
    [String(number)],
  );

describe("a version's way into force", () => {
  test("draft, proposed, active: each step by whom it was, in the audit, and the version before is retired", async () => {
    const before = await findActivePolicy();
    const number = await proposed(policy(small(10)));
    did(await activatePolicy(context(second), await seen(number)));
    expect(await findActivePolicy()).toMatchObject({
      number,
      status: "active",
      source: "page",
      proposed: { name: "Ada" },
      activated: { name: "Bea", id: second.id },
    });
    expect(await findPolicy(before.number)).toMatchObject({ status: "retired" });
    const events = await eventsOf(number);
    expect(events.map(({ kind, actor_name }) => [kind, actor_name])).toEqual([
      ["policy.drafted", "Ada"],
      ["policy.saved", "Ada"],
      ["policy.proposed", "Ada"],
      ["policy.activated", "Bea"],
    ]);
    expect(JSON.parse(events.at(-1)?.data ?? "")).toMatchObject({ retired: before.number, rules_added: ["small"] });
  });

  test("what the audit cannot keep does not happen", async () => {
    const number = await proposed(policy(small(11)));
    const active = await findActivePolicy();
    await query(`CREATE FUNCTION no_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`);
    await query("CREATE TRIGGER full_log BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION no_more()");
    try {
      const one = await seen(number);
      await expect(activatePolicy(context(second), one)).rejects.toThrow();
      await expect(discardDraft(context(second), one)).rejects.toThrow();
      await expect(saveDraft(context(second), { ...one, document: policy() })).rejects.toThrow();
      await expect(beginDraft(context(second), { from: "nothing" })).rejects.toThrow();
    } finally {
      await query("DROP FUNCTION no_more() CASCADE");
    }
    expect((await findActivePolicy()).number).toBe(active.number);
    expect(await findPolicy(number)).toMatchObject({ status: "proposed" });
    expect(await findPolicy(number + 1)).toBeNull();
  });

  test("where two admins stand, neither who proposed it nor who wrote it last brings it into force", async () => {
    const number = await drafted(policy(small(12)), second);
    did(await proposeDraft(context(cast.admin), await seen(number)));
    const one = await seen(number);
    expect(codeOf(await activatePolicy(context(cast.admin), one))).toBe("second_admin_needed");
    expect(codeOf(await activatePolicy(context(second), one))).toBe("second_admin_needed");
    await setRole(second.email, "reviewer", OPERATOR);
    expect(codeOf(await activatePolicy(context(second), one))).not.toBe("done");
    // Nobody else is left, so that one person's word has to do; the audit says that it was their own.
    did(await activatePolicy(context(cast.admin), one));
    const events = await eventsOf(number);
    expect(JSON.parse(events.at(-1)?.data ?? "")).toMatchObject({ proposed_by: "Ada" });
  });

  test("of two who activate at the same moment one wins, and there is one version in force", async () => {
    const third = await makePerson("Cleo", "admin");
    const [a, b] = [await proposed(policy(small(13))), await proposed(policy(small(14)))];
    const [seenA, seenB] = [await seen(a), await seen(b)];
    const answers = await Promise.all([
      activatePolicy(context(second), seenA),
      activatePolicy(context(third), seenA),
      activatePolicy(context(second), seenB),
      activatePolicy(context(third), seenB),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const code of answers.map(codeOf)) expect(["done", "policy_settled", "policy_stale"]).toContain(code);
    const active = await query("SELECT number FROM policy_version WHERE status = 'active'");
    expect(active).toHaveLength(1);
    await disablePerson("cleo@example.com", OPERATOR);
  });

  test("a role or a session lost since the page was opened changes nothing", async () => {
    const number = await proposed(policy(small(15)));
    const one = await seen(number);
    await query("UPDATE person_token SET revoked_at = countersign_now() WHERE person_id = $1::uuid", [second.id]);
    expect(codeOf(await activatePolicy(context(second), one))).toBe("forbidden");
    await query("UPDATE person_token SET revoked_at = NULL");
    await query("UPDATE person SET role = 'auditor' WHERE id = $1::uuid", [second.id]);
    for (const act of [activatePolicy, discardDraft, rebaseDraft]) {
      const code = codeOf(await act(context(second), one));
      if (act === rebaseDraft) expect(code).toBe("done");
      else expect(code).toBe("forbidden");
    }
    expect(codeOf(await saveDraft(context(second), { ...one, document: policy() }))).toBe("forbidden");
    expect(codeOf(await beginDraft(context(second), { from: "active" }))).toBe("forbidden");
    expect(await findPolicy(number)).toMatchObject({ status: "proposed" });
  });

  test("reviewers and auditors read, and change nothing", async () => {
    const number = await proposed(policy(small(16)));
    const one = await seen(number);
    for (const person of [cast.reviewer, cast.auditor]) {
      const acts = [
        beginDraft(context(person), { from: "active" }),
        saveDraft(context(person), { ...one, document: policy() }),
        proposeDraft(context(person), one),
        activatePolicy(context(person), one),
        discardDraft(context(person), one),
        rebaseDraft(context(person), one),
      ];
      for (const answer of await Promise.all(acts)) expect(codeOf(answer)).toBe("forbidden");
      const read = await readPolicy(context(person), number);
      expect(read).toMatchObject({
        ok: true,
        stand: { abilities: { edit: false, propose: false, activate: false, rebase: false } },
      });
      expect((await readPolicies(context(person))).versions[0]).toMatchObject({ number });
    }
  });
});

describe("a draft", () => {
  test("can be saved with faults and proposed with none", async () => {
    const number = await drafted(policy({ ...SMALL, when: "args.amount <= " }));
    const refused = await proposeDraft(context(cast.admin), await seen(number));
    expect(refused).toMatchObject({ ok: false, refusal: { code: "policy_invalid", errors: [{ path: "rules/0" }] } });
    expect(await findPolicy(number)).toMatchObject({ status: "draft" });
  });

  test("with a failing test is not proposed; and is not activated, should it have come that far", async () => {
    const test = {
      rule: "small",
      given: { tool: "issue_refund", arguments: { amount: 60 } },
      expect: "allow",
    } as const;
    const failing: PolicyDocument = { rules: [small(50)], tests: [test] };
    const number = await drafted(failing);
    const refused = await proposeDraft(context(cast.admin), await seen(number));
    expect(refused).toMatchObject({ ok: false, refusal: { code: "policy_invalid", errors: [{ path: "tests/0" }] } });
    await query(
      "UPDATE policy_version SET status = 'proposed', proposed_at = countersign_now(), proposed_by_name = 'x' WHERE number = $1",
      [number],
    );
    expect(codeOf(await activatePolicy(context(second), await seen(number)))).toBe("policy_invalid");
  });

  test("that somebody saved meanwhile is not overwritten, and is not activated as what it was", async () => {
    const number = await drafted(policy(small(20)));
    const opened = await seen(number);
    did(await saveDraft(context(second), { ...opened, document: policy(small(21)) }));
    const mine = await saveDraft(context(cast.admin), { ...opened, document: policy(small(22)) });
    expect(mine).toMatchObject({
      ok: false,
      refusal: { code: "policy_changed", detail: expect.stringContaining("Bea") },
    });
    expect(codeOf(await proposeDraft(context(cast.admin), opened))).toBe("policy_changed");
    const kept = await findPolicy(number);
    expect(kept && documentOf(kept).rules[0]?.when).toContain("21");
  });

  test("of two who save at once one is told", async () => {
    const number = await drafted(policy(small(23)));
    const opened = await seen(number);
    const answers = await Promise.all([
      saveDraft(context(cast.admin), { ...opened, document: policy(small(24)) }),
      saveDraft(context(second), { ...opened, document: policy(small(25)) }),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(["done", "policy_changed"]);
  });

  test("that is changed after it was proposed has to be proposed again", async () => {
    const number = await proposed(policy(small(26)));
    did(await saveDraft(context(second), { ...(await seen(number)), document: policy(small(27)) }));
    expect(await findPolicy(number)).toMatchObject({ status: "draft", proposed: null, edited: { name: "Bea" } });
    expect(codeOf(await activatePolicy(context(cast.admin), await seen(number)))).toBe("policy_settled");
  });

  test("begun on an older version is refused until it is brought up to date, which keeps both sides' changes", async () => {
    const first = await proposed(policy(small(30), { ...SMALL, id: "both", reason: "then" }));
    did(await activatePolicy(context(second), await seen(first)));
    const mine = did(await beginDraft(context(cast.admin), { from: "active" }));
    const mineDocument = policy({ ...SMALL, id: "both", reason: "mine" }, small(30), {
      ...SMALL,
      id: "mine",
      effect: "deny",
    });
    did(await saveDraft(context(cast.admin), { ...(await seen(mine)), document: mineDocument }));
    did(await proposeDraft(context(cast.admin), await seen(mine)));
    const theirs = await proposed(policy(small(31), { ...SMALL, id: "both", reason: "theirs" }));
    did(await activatePolicy(context(second), await seen(theirs)));

    const stale = await activatePolicy(context(second), await seen(mine));
    expect(codeOf(stale)).toBe("policy_stale");
    expect(await readPolicy(context(cast.admin), mine)).toMatchObject({
      stand: { stale: true, abilities: { rebase: true } },
    });
    expect(await rebaseDraft(context(cast.admin), await seen(mine))).toMatchObject({ ok: true, conflicts: ["both"] });
    const now = await findPolicy(mine);
    expect(now).toMatchObject({ status: "draft", basedOn: theirs });
    const rules = now ? documentOf(now).rules : [];
    expect(rules.map(({ id, reason }) => [id, reason])).toEqual([
      ["both", "mine"],
      ["small", "r"],
      ["mine", "r"],
    ]);
    expect(rules.find(({ id }) => id === "small")?.when).toContain("31");
    did(await proposeDraft(context(cast.admin), await seen(mine)));
    did(await activatePolicy(context(second), await seen(mine)));
  });

  test("that was discarded stays readable and comes to nothing", async () => {
    const number = await proposed(policy(small(40)));
    did(await discardDraft(context(cast.admin), await seen(number)));
    const one = await seen(number);
    expect(codeOf(await activatePolicy(context(second), one))).toBe("policy_settled");
    expect(codeOf(await saveDraft(context(second), { ...one, document: policy() }))).toBe("policy_settled");
    expect(await findPolicy(number)).toMatchObject({ status: "discarded" });
  });

  test("from a confirmation is the version in force and one rule for exactly its case, with secrets left out", async () => {
    const asked = await ask(cast.agent, {
      tool: "send_mail",
      arguments: '{"to":"a@example.net","amount":12.5,"password":"hunter2-hunter2"}',
    });
    const beginning: Beginning = { from: "confirmation", id: asked.id };
    const inForce = documentOf(await findActivePolicy());
    const number = did(await beginDraft(context(cast.admin), beginning));
    const version = await findPolicy(number);
    expect(version?.document).not.toContain("hunter2");
    const document = version ? documentOf(version) : policy();
    expect(document.rules.slice(0, -1)).toEqual(inForce.rules);
    expect(document.rules.at(-1)).toMatchObject({
      effect: "allow",
      when: expect.stringContaining("args.amount == 12.5"),
    });
    const read = await readPolicy(context(cast.admin), number);
    expect(read).toMatchObject({ stand: { checked: { faults: [], passed: true } } });
    const [event] = await query<{ confirmation_id: string }>(
      "SELECT confirmation_id FROM audit_event WHERE kind = 'policy.drafted' ORDER BY id DESC LIMIT 1",
    );
    expect(event.confirmation_id).toBe(asked.id);
    expect(codeOf(await beginDraft(context(cast.admin), { from: "confirmation", id: crypto.randomUUID() }))).toBe(
      "not_found",
    );
  });
});

describe("a policy from a file", () => {
  test("is in force at once, makes no version when nothing changes, and is refused with faults", async () => {
    const document = policy({ ...SMALL, id: "from-file" });
    const first = await activateFromFile(document, OPERATOR);
    expect(first).toMatchObject({ ok: true, changed: true });
    expect(await findActivePolicy()).toMatchObject({ source: "file", activated: { name: "manage", id: null } });
    const { number } = await findActivePolicy();
    expect(await activateFromFile({ ...document }, OPERATOR)).toMatchObject({ ok: true, changed: false, number });
    expect(codeOf(await activateFromFile(policy({ ...SMALL, when: "1 +" }), OPERATOR))).toBe("policy_invalid");
    expect((await findActivePolicy()).number).toBe(number);
    expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(["policy.activated"]);
  });
});

describe("the version that submits ask", () => {
  const input = {
    tool: "issue_refund",
    target: null,
    arguments: exact('{"amount":1}'),
    agent: { name: "refund-bot" },
    subject: null,
    session: null,
    risk: null,
    reversible: null,
    now: new Date(0),
  };

  test("is compiled once for all who ask at once", async () => {
    const { number } = await findActivePolicy();
    const [one, other] = await Promise.all([compiledPolicy(number), compiledPolicy(number)]);
    expect(one).toBe(other);
    expect(await compiledPolicy(number)).toBe(one);
  });

  test("asks about everything, and names the error, where its stored text cannot be used any more", async () => {
    const rule = { id: "x", effect: "allow", when: "1 +", reason: "r" };
    const broken = JSON.stringify({ rules: [rule, { ...rule, id: "y", effect: "deny" }], tests: [] });
    const cases = [
      ['{"rules":', "ask", "(policy)"],
      [broken.replace('"deny"', '"ask"'), "ask", "x"],
      [broken, "deny", "y"],
    ] as const;
    for (const [document, effect, decider] of cases) {
      const { number } = await findActivePolicy();
      const made = await activateFromFile(policy({ ...SMALL, id: `v${number}` }), OPERATOR);
      if (!made.ok) throw new Error("not made");
      await query("UPDATE policy_version SET document = $2 WHERE number = $1", [made.number, document]);
      const verdict = evaluatePolicy(await compiledPolicy(made.number), input);
      expect(verdict).toMatchObject({ effect, rule: decider });
      expect(verdict.errors.map(({ rule }) => rule)).toContain(decider);
      expect(await readPolicy(context(cast.admin), made.number)).toMatchObject({ ok: true });
      await expect(readPolicies(context(cast.admin))).resolves.toBeDefined();
    }
  });

  test("is never a draft", async () => {
    const number = await drafted(policy(small(50)));
    await expect(compiledPolicy(number)).rejects.toThrow("never in force");
  });
});

describe("replay", () => {
  beforeAll(async () => {
    await activateFromFile(policy(), OPERATOR);
  });

  test("says what would be decided otherwise, each at its own time, and passes over what a limit ended", async () => {
    await putInForce([]);
    const early = await ask(cast.otherAgent, { tool: "replayed", arguments: '{"amount":5}' });
    const late = await ask(cast.otherAgent, { tool: "replayed", arguments: '{"amount":500}' });
    const limited = await ask(cast.otherAgent, { tool: "replayed", arguments: '{"amount":6}' });
    await query("UPDATE confirmation SET created_at = '2026-01-05T09:00:00Z' WHERE id = $1::uuid", [early.id]);
    await query(
      "UPDATE confirmation SET state = 'denied', decided_at = created_at, decided_by_kind = 'gate', decided_by_name = 'gate', reason_code = 'deny_limit', policy_effect = NULL, policy_trace = NULL WHERE id = $1::uuid",
      [limited.id],
    );
    const number = await drafted(
      policy({
        id: "then",
        effect: "allow",
        when: 'tool == "replayed" && now < timestamp("2026-01-06T00:00:00Z")',
        reason: "r",
      }),
    );
    const parts = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const part = await replayPolicy(context(cast.reviewer), { number, cursor, limit: 2 });
      if (!part.ok) throw new Error(part.refusal.code);
      parts.push(part);
      cursor = part.nextCursor;
      more = cursor !== null;
    }
    const differing = parts.flatMap((part) => part.differing);
    expect(differing.map(({ id, before, after }) => [id, before.effect, after.effect, after.rule])).toEqual([
      [early.id, "ask", "allow", "then"],
    ]);
    expect(parts.reduce((sum, { passedOver }) => sum + passedOver, 0)).toBe(1);
    const [{ count }] = await query<{ count: number }>("SELECT count(*)::int AS count FROM confirmation");
    expect(parts.reduce((sum, { examined }) => sum + examined, 0)).toBe(count);
    expect(late.id).toBeDefined();
  });

  test("of rules with faults is refused", async () => {
    const number = await drafted(policy({ ...SMALL, when: "nonsense(" }));
    const part = await replayPolicy(context(cast.admin), { number, cursor: null, limit: 100 });
    expect(codeOf(part)).toBe("policy_invalid");
  });
});

test("rules that could not be evaluated lately are counted by rule, with the newest case", async () => {
  const asked = [await ask(cast.agent), await ask(cast.agent)];
  // What was asked under the policies above that cannot be used says so too.
  await query("UPDATE confirmation SET policy_trace = NULL");
  const trace = JSON.stringify({ matched: [], errors: [{ rule: "big", message: "no such key: region" }], values: {} });
  await query("UPDATE confirmation SET policy_trace = $1 WHERE id = ANY($2::uuid[])", [
    trace,
    asked.map(({ id }) => id),
  ]);
  const { errors } = await readPolicies(context(cast.auditor));
  expect(errors).toMatchObject([
    { rule: "big", count: 2, message: "no such key: region", confirmationId: asked[1]?.id },
  ]);
});
