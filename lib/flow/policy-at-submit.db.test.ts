import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/id";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { setTools } from "@/lib/store/tools";
import { rest } from "@/lib/wire/in-process-rest";
import { ask, type Cast, claim, decide, kindsOf, makeCast, outcomeOf, putInForce, storedRow } from "./fixtures";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterEach(resetClock);

const OPERATOR = { kind: "operator", name: "test" } as const;
const SMALL = { id: "small-refunds", effect: "allow", when: 'tool == "issue_refund" && args.amount <= 50.0' } as const;

type Event = { kind: string; actor_kind: string; actor_id: string | null; actor_name: string; data: string };
const eventsOf = (id: string) =>
  query<Event>("SELECT * FROM audit_event WHERE confirmation_id = $1 ORDER BY id", [id]) as Promise<Event[]>;
const alertsOf = (kind: string) =>
  query<{ subject: string; detail: string; confirmation_id: string | null }>(
    "SELECT * FROM alert WHERE kind = $1 AND acknowledged_at IS NULL ORDER BY at, subject",
    [kind],
  );

describe("the policy in force decides as a request is submitted", () => {
  test("what it allows is approved at once, names rule, version and values, and can be claimed", async () => {
    const version = await putInForce([SMALL]);
    const answer = await rest("POST", "/confirmations?wait=30s", {
      as: cast.agent.key,
      body: '{"tool":"issue_refund","arguments":{"order_id":"A-7","amount":40.0}}',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      state: "approved",
      policy: { version, effect: "allow", rule: "small-refunds" },
      decision: {
        status: "approved",
        by: { kind: "policy", id: String(version), name: "small-refunds" },
        reason_code: "policy_allowed",
        reason: "because of small-refunds",
        at: answer.json.created_at,
      },
      execution: { state: "planned", attempt: 1 },
    });
    const [, approved] = await eventsOf(answer.json.id);
    expect(approved).toMatchObject({
      kind: "confirmation.approved",
      actor_kind: "policy",
      actor_id: String(version),
      actor_name: "small-refunds",
    });
    expect(JSON.parse(approved?.data ?? "")).toMatchObject({
      policy_version: version,
      policy_rule: "small-refunds",
      policy_values: { tool: "issue_refund", "args.amount": 40 },
    });
    expect(outcomeOf(await claim(cast.agent, answer.json.id))).toBe("done");
  });

  test("what it denies is denied, and what it asks waits under the rule that asked", async () => {
    const version = await putInForce([
      { id: "no-drops", effect: "deny", when: 'tool == "run_sql" && args.sql.matches("(?is).*\\\\bdrop\\\\b.*")' },
      { id: "sql", effect: "ask", when: 'tool == "run_sql"' },
    ]);
    const denied = await ask(cast.agent, { tool: "run_sql", arguments: '{"sql":"DROP TABLE orders"}' });
    expect(denied).toMatchObject({
      state: "denied",
      decidedByKind: "policy",
      decidedById: String(version),
      decidedByName: "no-drops",
      reasonCode: "policy_denied",
      reason: "because of no-drops",
    });
    const asked = await ask(cast.agent, { tool: "run_sql", arguments: '{"sql":"SELECT 1"}' });
    expect(asked).toMatchObject({ state: "pending", policyVersion: version, policyEffect: "ask", policyRule: "sql" });
    const [submitted] = await eventsOf(asked.id);
    expect(JSON.parse(submitted?.data ?? "")).toMatchObject({ policy_version: version, policy_rule: "sql" });
    expect(JSON.parse(asked.policyTrace ?? "")).toMatchObject({ matched: ["sql"], errors: [] });
  });

  test("POL-01: a rule for one exact tool matches that tool alone", async () => {
    await putInForce([{ id: "notes", effect: "allow", when: 'tool == "note"' }]);
    const states: Record<string, string> = {};
    for (const tool of ["note", "note_delete", "notebook_run", "NOTE", " note", "note("]) {
      states[tool] = (await ask(cast.agent, { tool })).state;
    }
    expect(states).toEqual({
      note: "approved",
      note_delete: "pending",
      notebook_run: "pending",
      NOTE: "pending",
      " note": "pending",
      "note(": "pending",
    });
  });

  test("POL-05: the strictest matching rule wins, and no match asks", async () => {
    await putInForce([
      { id: "select", effect: "ask", when: 'tool == "sql" && args.sql.startsWith("select ")' },
      { id: "reads", effect: "allow", when: 'tool.startsWith("read_")' },
      { id: "sql", effect: "deny", when: 'tool == "sql"' },
    ]);
    const outcome = async (tool: string, sql = "") => {
      const { id, state } = await ask(cast.agent, { tool, arguments: JSON.stringify({ sql }) });
      const last = (await eventsOf(id)).at(-1);
      return [state, last?.actor_name];
    };
    expect(await outcome("sql", "select *")).toEqual(["denied", "sql"]);
    expect(await outcome("sql", "delete")).toEqual(["denied", "sql"]);
    expect(await outcome("read_file")).toEqual(["approved", "reads"]);
    expect(await outcome("unknown_tool")).toEqual(["pending", "refund-bot"]);
  });

  test("POL-08: a rule that cannot be evaluated asks, and admins are alerted once a rule; so does no rule at all", async () => {
    const version = await putInForce([
      { id: "region", effect: "allow", when: 'tool == "deploy" && args.region.name == "eu"' },
      { id: "size", effect: "allow", when: 'tool == "deploy" && args.size < 3' },
    ]);
    for (let at = 0; at < 3; at++) {
      const { state, policyEffect } = await ask(cast.agent, { tool: "deploy", arguments: "{}" });
      expect([state, policyEffect]).toEqual(["pending", "ask"]);
    }
    const alerts = await alertsOf("policy_error");
    expect(alerts.map(({ subject }) => subject)).toEqual([`${version}:region`, `${version}:size`]);
    expect(alerts[0].detail).toMatch(/Rule "region" of policy version \d+ could not be evaluated, first on request/);
    // Acknowledged, the next failure is news again.
    await query(
      "UPDATE alert SET acknowledged_at = at, acknowledged_by_id = $1, acknowledged_by_name = 'Ada' WHERE kind = 'policy_error'",
      [cast.admin.id],
    );
    await ask(cast.agent, { tool: "deploy", arguments: "{}" });
    expect(await alertsOf("policy_error")).toHaveLength(2);

    await putInForce([]);
    expect((await ask(cast.agent, { tool: "deploy" })).state).toBe("pending");
    await query("UPDATE policy_version SET status = 'retired', retired_at = now() WHERE status = 'active'");
    expect((await ask(cast.agent, { tool: "deploy" })).state).toBe("pending");
  });

  test("a rule that reads the time reads the operation's own", async () => {
    await putInForce([{ id: "by-day", effect: "allow", when: "now < timestamp('2026-12-01T18:00:00Z')" }]);
    const states = [];
    for (const at of ["2026-12-01T17:59:59.999Z", "2026-12-01T18:00:00.000Z"]) {
      await stopClock(new Date(at));
      states.push((await ask(cast.agent, { tool: "deploy" })).state);
    }
    expect(states).toEqual(["approved", "pending"]);
  });

  test("no event and no trace of it holds a secret that a rule looked at", async () => {
    await putInForce([{ id: "keyed", effect: "deny", when: 'args.password == "correct horse"' }]);
    const { id, policyTrace } = await ask(cast.agent, { arguments: '{"password":"correct horse"}' });
    expect(policyTrace).not.toContain("correct horse");
    expect(JSON.stringify(await eventsOf(id))).not.toContain("correct horse");
  });
});

describe("POL-07: the rules change while a request waits or is approved", () => {
  const pay = { tool: "issue_refund", arguments: '{"order_id":"A-7","amount":40.0}' };

  test("a laxer version approves nothing that waits", async () => {
    const first = await putInForce([]);
    const { id } = await ask(cast.agent, pay);
    const second = await putInForce([{ id: "all", effect: "allow", when: "true" }]);
    await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(await storedRow(id)).toMatchObject({ state: "pending", policy_version: first });
    await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
    expect(second).toBe(first + 1);
  });

  test("a version that denies stops the claim of what a person approved, and names rule and version", async () => {
    await putInForce([]);
    const { id } = await ask(cast.agent, pay);
    await decide(cast.reviewer, id, "approve");
    const version = await putInForce([{ id: "freeze", effect: "deny", when: 'tool == "issue_refund"' }]);
    const body = { arguments: { order_id: "A-7", amount: 40.0 } };
    const refused = await rest("POST", `/confirmations/${id}/claim`, { as: cast.agent.key, body });
    expect([refused.status, refused.json.code]).toEqual([403, "no_longer_permitted"]);
    expect(refused.json.detail).toContain(`rule "freeze" of policy version ${version}`);
    expect((await kindsOf(id)).at(-1)).toBe("claim.refused");
    expect((await storedRow(id)).execution_state).toBe("planned");
    // It was not used up: once nothing stands in the way any more, it is claimed.
    await putInForce([]);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  });

  test("what the policy alone approved is not claimed under one that asks, and what a person approved is", async () => {
    await putInForce([SMALL]);
    const byPolicy = await ask(cast.agent, pay);
    expect(byPolicy.state).toBe("approved");
    await putInForce([{ id: "ask-all", effect: "ask", when: "true" }]);
    const byPerson = await ask(cast.agent, pay);
    await decide(cast.reviewer, byPerson.id, "approve");
    expect(outcomeOf(await claim(cast.agent, byPolicy.id))).toBe("no_longer_permitted");
    expect(outcomeOf(await claim(cast.agent, byPerson.id))).toBe("done");
  });

  test("the claim asks about the arguments that will run, not those that were proposed", async () => {
    await putInForce([{ id: "big", effect: "deny", when: "args.amount > 100.0" }]);
    const { id } = await ask(cast.agent, pay);
    const edited = '{"order_id":"A-7","amount":500}';
    await decide(cast.reviewer, id, "approve", { edited });
    expect(outcomeOf(await claim(cast.agent, id, { arguments: edited }))).toBe("no_longer_permitted");
  });
});

describe("the tiers and approvals of a tool", () => {
  async function group(name: string, members: { id: string }[]): Promise<string> {
    const [{ id }] = await query<{ id: string }>(
      "INSERT INTO person_group (id, name, created_at) VALUES ($1, $2, countersign_now()) RETURNING id",
      [newId(new Date()), name],
    );
    for (const member of members) await query("INSERT INTO group_member VALUES ($1, $2)", [id, member.id]);
    return id;
  }
  const tiersOf = (id: string) =>
    query("SELECT * FROM confirmation_tier WHERE confirmation_id = $1 ORDER BY position", [id]);

  test("are fixed as it is submitted; one with nobody is skipped and said so", async () => {
    await putInForce([]);
    const onCall = await group("on-call", [cast.reviewer]);
    const watchers = await group("watchers", [cast.auditor]);
    const tiers = [
      { group: "watchers", waitSeconds: 60 },
      { group: "on-call", waitSeconds: 120 },
      { group: "gone", waitSeconds: 60 },
    ];
    await setTools([{ name: "tiered", ...UNKNOWN_TOOL, approvals: 2, tiers }], OPERATOR);
    const asked = await ask(cast.agent, { tool: "tiered" });
    expect(asked).toMatchObject({ approvalsNeeded: 2, tierCount: 3 });
    const [start, after] = [asked.createdAt, new Date(asked.createdAt.getTime() + 120_000)];
    expect(await tiersOf(asked.id)).toMatchObject([
      { position: 1, group_id: watchers, group_name: "watchers", asks_at: start, asked_at: null, skipped: true },
      { position: 2, group_id: onCall, group_name: "on-call", asks_at: start, asked_at: null, skipped: false },
      { position: 3, group_id: null, group_name: "gone", asks_at: after, asked_at: null, skipped: true },
    ]);
    expect(await kindsOf(asked.id)).toEqual([
      "confirmation.submitted",
      "escalation.tier_skipped",
      "escalation.tier_skipped",
    ]);
    expect(await alertsOf("nobody_to_ask")).toEqual([]);
    // A later change of the tool changes nothing of it.
    await setTools([{ name: "tiered" }], OPERATOR);
    expect(await tiersOf(asked.id)).toHaveLength(3);
    expect((await ask(cast.agent, { tool: "tiered" })).tierCount).toBe(0);
  });

  test("ESC-05: with nobody in any of them it waits, and admins are alerted", async () => {
    await setTools([{ name: "lonely", tiers: [{ group: "gone", waitSeconds: 60 }] }], OPERATOR);
    const asked = await ask(cast.agent, { tool: "lonely" });
    expect(asked).toMatchObject({ state: "pending", tierCount: 1 });
    expect(await alertsOf("nobody_to_ask")).toMatchObject([
      { confirmation_id: asked.id, detail: "A request for lonely waits, and nobody in gone can decide." },
    ]);
    await moveClock(100_000_000);
    const expired = await rest("GET", `/confirmations/${asked.id}`, { as: cast.agent.key });
    expect(expired.json.state).toBe("expired");
  });

  test("ESC-05: with no reviewer or admin at all it waits, and an alert says so", async () => {
    await query("UPDATE person SET disabled_at = countersign_now() WHERE role <> 'auditor'");
    const asked = await ask(cast.agent, { tool: "plain" });
    await query("UPDATE person SET disabled_at = NULL");
    expect((await alertsOf("nobody_to_ask")).at(-1)).toMatchObject({
      confirmation_id: asked.id,
      detail: "A request for plain waits, and there is no active reviewer or admin.",
    });
  });

  test("are nothing to what the policy decides", async () => {
    await setTools([{ name: "tiered", approvals: 2, tiers: [{ group: "on-call", waitSeconds: 60 }] }], OPERATOR);
    await putInForce([{ id: "fine", effect: "allow", when: "true" }]);
    const { id } = await ask(cast.agent, { tool: "tiered" });
    expect(await tiersOf(id)).toEqual([]);
    await putInForce([]);
  });
});
