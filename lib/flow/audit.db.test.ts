import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { AUDIT_KINDS } from "@/lib/kernel/audit-kinds";
import { moveClock, resetClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { setTools } from "@/lib/store/tools";
import { rest } from "@/lib/wire/in-process-rest";
import { cancelConfirmation } from "./cancel-confirmation";
import { ask, type Cast, claim, context, decide, kindsOf, makeCast, outcomeOf, report, storedRow } from "./fixtures";
import { readAudit } from "./read-events";
import { reconcileExecution } from "./reconcile-execution";
import { sweep } from "./sweep";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterEach(resetClock);

describe("AUD-02: an actor on every line", () => {
  test("whoever causes it, and by whatever way: a person, an agent, the gate, the operator, never nobody", async () => {
    const operator = { kind: "operator", name: "manage" } as const;
    await setTools([{ name: "charge_card", idempotent: true }], operator);
    const run = async () => {
      const { id } = await ask(cast.agent, { tool: "charge_card" });
      await decide(cast.reviewer, id, "approve");
      await decide(cast.otherReviewer, id, "deny");
      await cancelConfirmation(context(cast.agent), { id, reason: null });
      await claim(cast.agent, id, { arguments: "{}" });
      await claim(cast.agent, id);
      await report(cast.agent, id, { result: "outcome_unknown" });
      return id;
    };
    const reconcile = (id: string, act: "it_happened" | "it_did_not" | "set_aside" | "allow_retry") =>
      reconcileExecution(context(cast.admin), { id, act, reason: "checked" });
    const [happened, not, aside, retried] = [await run(), await run(), await run(), await run()];
    await reconcile(happened, "it_happened");
    await report(cast.agent, happened, { result: "failed", phase: "answered" });
    await reconcile(not, "it_did_not");
    await reconcile(aside, "set_aside");
    await reconcile(retried, "allow_retry");
    await claim(cast.agent, retried);
    await report(cast.agent, retried);
    const failed = await run();
    await report(cast.agent, failed, { result: "failed", phase: "pre_send" });
    const denied = await ask(cast.agent);
    await decide(cast.admin, denied.id, "deny");
    const cancelled = await ask(cast.agent);
    await cancelConfirmation(context(cast.admin), { id: cancelled.id, reason: "stop" });
    await ask(cast.agent, { decisionWindowSeconds: 10 });
    await moveClock(11_000);
    await sweep({ requestId: "sweep-1" });

    const rows = await query<{ kind: string; actors: string[]; unnamed: number; unidentified: number }>(
      `SELECT kind, array_agg(DISTINCT actor_kind ORDER BY actor_kind) AS actors,
              count(*) FILTER (WHERE coalesce(actor_name, '') = '')::int AS unnamed,
              count(*) FILTER (WHERE actor_kind IN ('person', 'agent') AND actor_id IS NULL)::int AS unidentified
       FROM audit_event WHERE confirmation_id IS NOT NULL GROUP BY kind ORDER BY kind`,
    );
    expect(Object.fromEntries(rows.map(({ kind, actors }) => [kind, actors.join()]))).toEqual({
      "cancel.refused": "agent",
      "claim.refused": "agent",
      "confirmation.approved": "person",
      "confirmation.cancelled": "person",
      "confirmation.denied": "person",
      "confirmation.submitted": "agent",
      "confirmation.timed_out": "gate",
      "decision.refused": "person",
      "escalation.notified": "gate",
      "escalation.required": "gate",
      "execution.claimed": "agent",
      "execution.failed": "agent",
      "execution.outcome_unknown": "agent",
      "execution.skipped": "gate",
      "execution.succeeded": "agent",
      "outcome.refused": "agent",
      "reconciliation.did_not_happen": "person",
      "reconciliation.happened": "person",
      "reconciliation.retry_allowed": "person",
      "reconciliation.set_aside": "person",
    });
    for (const { unnamed, unidentified } of rows) expect([unnamed, unidentified]).toEqual([0, 0]);
    const kinds = await query<{ kind: string }>("SELECT DISTINCT kind FROM audit_event");
    for (const { kind } of kinds) expect(Object.keys(AUDIT_KINDS)).toContain(kind);
  });

  test("AUD-06: every refused attempt stays in the history, with who tried what and why it was refused", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "deny", { reason: "wrong customer" });
    await decide(cast.otherReviewer, id, "approve");
    await claim(cast.agent, id);
    await moveClock(30 * 86_400_000);
    const { json } = await rest("GET", `/confirmations/${id}/events`, { as: cast.auditor.token });
    expect(json.data).toMatchObject([
      { kind: "confirmation.submitted", actor: { kind: "agent", name: "refund-bot" } },
      { kind: "confirmation.denied", actor: { name: "Rita" }, data: { reason: "wrong customer" } },
      { kind: "decision.refused", actor: { name: "Ruben" }, data: { verdict: "approve", code: "already_decided" } },
      { kind: "claim.refused", actor: { name: "refund-bot" }, data: { code: "not_approved" } },
    ]);
  });

  test("no event of a confirmation holds its arguments", async () => {
    const { id } = await ask(cast.agent, { arguments: '{"password":"qX-71a","amount":12}' });
    await decide(cast.reviewer, id, "approve", { edited: '{"password":"[masked]","amount":13}' });
    await claim(cast.agent, id, { arguments: '{"password":"qX-71a","amount":13}' });
    const events = await readAudit(context(cast.admin), { confirmationId: id, limit: 50 });
    expect(events).toHaveLength(3);
    for (const { data } of events) expect(data).not.toMatch(/qX-71a|amount/);
  });

  test("the whole audit is for people who are signed in, newest first, and an agent reads its own histories only", async () => {
    const { id } = await ask(cast.agent);
    const [newest] = await readAudit(context(cast.auditor), { limit: 1 });
    expect(newest).toMatchObject({ confirmation_id: id, kind: "confirmation.submitted" });
    expect((await rest("GET", `/confirmations/${id}/events`, { as: cast.agent.key })).json.data).toHaveLength(1);
    expect((await rest("GET", `/confirmations/${id}/events`, { as: cast.otherAgent.key })).status).toBe(404);
  });
});

describe("AUD-01: the audit event is part of the change", () => {
  test("a claim, an outcome and a withdrawal that cannot be recorded do not happen either", async () => {
    const [toCancel, toClaim, toReport] = [await ask(cast.agent), await ask(cast.agent), await ask(cast.agent)];
    await decide(cast.reviewer, toClaim.id, "approve");
    await decide(cast.reviewer, toReport.id, "approve");
    await claim(cast.agent, toReport.id);
    const ids = [toCancel.id, toClaim.id, toReport.id];
    const before = await Promise.all(ids.map(storedRow));
    await query(`CREATE FUNCTION test_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`);
    await query("CREATE TRIGGER test_full BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION test_full()");
    try {
      const failed = await Promise.all([
        rest("POST", `/confirmations/${toCancel.id}/cancel`, { as: cast.agent.key, body: {} }),
        rest("POST", `/confirmations/${toClaim.id}/claim`, {
          as: cast.agent.key,
          body: { arguments_digest: toClaim.argumentsDigest },
        }),
        rest("POST", `/confirmations/${toReport.id}/outcome`, { as: cast.agent.key, body: { result: "succeeded" } }),
        rest("POST", "/confirmations", { as: cast.agent.key, body: { tool: "never_filed", arguments: {} } }),
      ]);
      expect(failed.map(({ status, json }) => [status, json.code])).toEqual(Array(4).fill([503, "store_unavailable"]));
      expect(await Promise.all(ids.map(storedRow))).toEqual(before);
    } finally {
      await query("DROP TRIGGER test_full ON audit_event");
    }
    const [{ filed }] = await query("SELECT count(*)::int AS filed FROM confirmation WHERE tool = 'never_filed'");
    expect(filed).toBe(0);
    expect(outcomeOf(await claim(cast.agent, toClaim.id))).toBe("done");
  });
});

describe("PLAT-04: two sweeps at once over a thousand rows", () => {
  test("expire each row once, with one event of each of the four kinds, while agents go on asking", async () => {
    const { id } = await ask(cast.agent, { tool: "swept", decisionWindowSeconds: 10 });
    await query(
      `INSERT INTO confirmation
       SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
       FROM confirmation AS c, generate_series(1, 999) WHERE c.id = $1`,
      [id],
    );
    await moveClock(11_000);
    const [one, two, asked, listed] = await Promise.all([
      sweep(),
      sweep(),
      rest("POST", "/confirmations", { as: cast.otherAgent.key, body: { tool: "meanwhile", arguments: {} } }),
      rest("GET", "/confirmations?tool=swept&state=pending", { as: cast.reviewer.token }),
    ]);
    expect([asked.status, listed.status, listed.json.data]).toEqual([201, 200, []]);
    const late = await sweep();
    expect(one.expired + two.expired + late.expired).toBe(1_000);
    const rows = await query<{ kind: string; events: number; ids: number }>(
      `SELECT kind, count(*)::int AS events, count(DISTINCT confirmation_id)::int AS ids
       FROM audit_event JOIN confirmation AS c ON c.id = confirmation_id
       WHERE c.tool = 'swept' AND c.state = 'expired' AND kind <> 'confirmation.submitted' GROUP BY kind ORDER BY kind`,
    );
    expect(rows).toEqual([
      { kind: "confirmation.timed_out", events: 1_000, ids: 1_000 },
      { kind: "escalation.notified", events: 1_000, ids: 1_000 },
      { kind: "escalation.required", events: 1_000, ids: 1_000 },
      { kind: "execution.skipped", events: 1_000, ids: 1_000 },
    ]);
    expect((await kindsOf(id)).filter((kind) => kind === "confirmation.timed_out")).toHaveLength(1);
  });
});
