import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { reconcileActs } from "@/lib/kernel/execution";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { countWaiting } from "@/lib/store/confirmations";
import { setTools } from "@/lib/store/tools";
import { rest } from "@/lib/wire/in-process-rest";
import {
  ask,
  type Cast,
  claim,
  context,
  decide,
  kindsOf,
  makeCast,
  outcomeOf,
  type Person,
  report,
  storedRow,
} from "./fixtures";
import { listForConsole } from "./list-confirmations";
import { reconcileExecution } from "./reconcile-execution";
import { sweep } from "./sweep";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
  await setTools(
    [
      { name: "charge_card", idempotent: true },
      { name: "send_letter", idempotent: false },
    ],
    { kind: "operator", name: "test" },
  );
});
afterEach(resetClock);

async function claimed(tool = "issue_refund"): Promise<string> {
  const { id } = await ask(cast.agent, { tool });
  await decide(cast.reviewer, id, "approve");
  expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  return id;
}

async function unknown(tool?: string): Promise<string> {
  const id = await claimed(tool);
  await report(cast.agent, id, { result: "outcome_unknown" });
  return id;
}

const executionOf = async (id: string) => (await storedRow(id)).execution_state;

async function reconcile(
  id: string,
  act: "it_happened" | "it_did_not" | "set_aside" | "allow_retry",
  who: Person = cast.reviewer,
) {
  const answer = await reconcileExecution(context(who), { id, act, reason: "looked at the target" });
  return outcomeOf(answer as Parameters<typeof outcomeOf>[0]);
}

async function toSettle(): Promise<string[]> {
  const { rows } = await listForConsole(context(cast.reviewer), { unsettled: true, limit: 200 });
  return rows.map(({ confirmation }) => confirmation.id);
}

describe("an unknown outcome", () => {
  test("EXEC-01: is never claimed again, and the same call asked anew is pending and marked as a likely repeat", async () => {
    const id = await unknown();
    expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
    expect(outcomeOf(await claim(cast.agent, id, { key: "another" }))).toBe("already_claimed");
    expect(await executionOf(id)).toBe("outcome_unknown");
    const anew = await ask(cast.agent, { arguments: '{"amount":40,"order_id":"A-7"}', session: "another run" });
    expect([anew.state, anew.likelyRepeatOf]).toEqual(["pending", id]);
    const shown = await rest("GET", `/confirmations/${anew.id}`, { as: cast.reviewer.token });
    expect(shown.json.likely_repeat_of).toBe(id);
    const different = await ask(cast.agent, { arguments: '{"amount":41,"order_id":"A-7"}' });
    expect(different.likelyRepeatOf).toBeNull();

    await reconcile(id, "it_happened");
    expect((await ask(cast.agent, { session: "later" })).likelyRepeatOf).toBeNull();
  });

  test("EXEC-02: is settled by a person with a reason and an audit line, with no retry where a repeat could happen twice", async () => {
    const id = await unknown("send_letter");
    expect(await toSettle()).toContain(id);
    expect(reconcileActs("outcome_unknown", false)).toEqual(["it_happened", "it_did_not", "set_aside"]);
    expect(await reconcile(id, "allow_retry")).toBe("not_reconcilable");
    expect(await reconcile(id, "it_did_not", cast.auditor)).toBe("not_a_reviewer");
    expect(await reconcile(id, "it_did_not")).toBe("done");
    expect(await executionOf(id)).toBe("failed");
    expect((await kindsOf(id)).at(-1)).toBe("reconciliation.did_not_happen");
    const history = await rest("GET", `/confirmations/${id}/events`, { as: cast.auditor.token });
    expect(history.json.data.at(-1)).toMatchObject({
      actor: { kind: "person", name: "Rita" },
      data: { reason: "looked at the target" },
    });
    expect(await toSettle()).not.toContain(id);
    expect(await reconcile(id, "it_happened")).toBe("not_reconcilable");
  });

  test("set aside stays in the queue until somebody settles it, and cannot be retried", async () => {
    const id = await unknown("charge_card");
    expect(await reconcile(id, "set_aside")).toBe("done");
    expect([await executionOf(id), (await toSettle()).includes(id)]).toEqual(["suspended", true]);
    expect(await reconcile(id, "allow_retry")).toBe("not_reconcilable");
    expect(outcomeOf(await report(cast.agent, id, { result: "outcome_unknown" }))).toBe("repeated");
    expect(await executionOf(id)).toBe("suspended");
    expect(await reconcile(id, "it_happened")).toBe("done");
    expect(await executionOf(id)).toBe("succeeded");
  });

  test("of a tool that takes an idempotency key can be retried once, with the same key and the next attempt", async () => {
    const id = await unknown("charge_card");
    const first = await storedRow(id);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
    expect(await reconcile(id, "allow_retry")).toBe("done");
    const retried = await Promise.all(
      Array.from({ length: 5 }, (_, n) => claim(cast.agent, id, { key: `retry-${n}` })),
    );
    expect(retried.map(outcomeOf).sort()).toEqual([...Array(4).fill("already_claimed"), "done"]);
    const second = await storedRow(id);
    expect([second.execution_state, second.attempt, second.retry_until]).toEqual(["submitted", 2, null]);
    expect(second.execution_id).toBe(first.execution_id);
    expect(outcomeOf(await report(cast.agent, id))).toBe("done");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
  });

  test("is not retried after the retry's own boundary", async () => {
    const id = await unknown("charge_card");
    await reconcile(id, "allow_retry");
    const { retry_until } = await storedRow(id);
    await stopClock(retry_until as Date);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
    await stopClock(new Date((retry_until as Date).getTime() - 1));
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
  });
});

describe("a report", () => {
  test.each([
    ['{"result":"failed","phase":"pre_send","detail":"ENOTFOUND"}', "failed"],
    ['{"result":"failed","phase":"answered","detail":"card declined"}', "failed"],
    ['{"result":"failed","phase":"post_send","detail":"ETIMEDOUT"}', "outcome_unknown"],
    ['{"result":"failed","detail":"ECONNRESET"}', "outcome_unknown"],
    ['{"result":"outcome_unknown"}', "outcome_unknown"],
    ['{"result":"succeeded","reference":"re_31"}', "succeeded"],
  ])("EXEC-03: %s is recorded as %s", async (body, state) => {
    const id = await claimed();
    const answer = await rest("POST", `/confirmations/${id}/outcome`, { as: cast.agent.key, body });
    expect([answer.status, answer.json.execution.state]).toEqual([200, state]);
    expect(await executionOf(id)).toBe(state);
  });

  test("EXEC-04: of success settles an unknown outcome, both steps stay in the history, and nothing follows", async () => {
    const id = await unknown();
    expect(outcomeOf(await report(cast.agent, id, { reference: "re_32" }))).toBe("done");
    const failed = await rest("POST", `/confirmations/${id}/outcome`, {
      as: cast.agent.key,
      body: { result: "failed", phase: "answered" },
    });
    expect([failed.status, failed.json.code]).toEqual([409, "outcome_settled"]);
    expect(await kindsOf(id)).toEqual([
      "confirmation.submitted",
      "confirmation.approved",
      "execution.claimed",
      "execution.outcome_unknown",
      "execution.succeeded",
      "outcome.refused",
    ]);
    expect(await executionOf(id)).toBe("succeeded");
    expect(await reconcile(id, "it_did_not")).toBe("not_reconcilable");
  });

  test("EXEC-07: of failure shows decision and execution apart: approved, and failed", async () => {
    const id = await claimed();
    await report(cast.agent, id, { result: "failed", phase: "answered", detail: "permission denied" });
    const shown = await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token });
    expect(shown.json).toMatchObject({
      state: "approved",
      decision: { status: "approved" },
      execution: { state: "failed", detail: "permission denied" },
    });
    expect(await kindsOf(id)).not.toContain("execution.succeeded");
  });

  test("said twice is recorded once", async () => {
    const id = await claimed();
    const answers = await Promise.all([report(cast.agent, id), report(cast.agent, id)]);
    expect(answers.map(outcomeOf).sort()).toEqual(["done", "repeated"]);
    expect((await kindsOf(id)).filter((kind) => kind === "execution.succeeded")).toHaveLength(1);
  });
});

describe("EXEC-06: an agent that dies after its claim", () => {
  test("leaves an unknown outcome after the sweep, under the approval that still names its reviewer, and no second grant", async () => {
    const id = await claimed();
    await moveClock(10 * 60_000 + 1_000);
    const before = await countWaiting();
    expect(before.outcomeUnknown).toBeGreaterThan(0);
    expect(await toSettle()).toContain(id);
    expect((await sweep()).outcome_unknown).toBeGreaterThan(0);
    const row = await storedRow(id);
    expect(row).toMatchObject({ state: "approved", decided_by_name: "Rita", execution_state: "outcome_unknown" });
    expect(row.outcome_at).toEqual(row.outcome_due_by);
    expect((await countWaiting()).outcomeUnknown).toBe(before.outcomeUnknown);
    expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
    expect((await kindsOf(id)).at(-2)).toBe("execution.outcome_unknown");
  });

  test("and comes back can still say that it succeeded", async () => {
    const id = await claimed();
    await moveClock(10 * 60_000 + 1_000);
    expect(outcomeOf(await report(cast.agent, id))).toBe("done");
    expect(await kindsOf(id)).toEqual([
      "confirmation.submitted",
      "confirmation.approved",
      "execution.claimed",
      "execution.outcome_unknown",
      "execution.succeeded",
    ]);
  });

  test.each([
    [-1, "submitted"],
    [0, "outcome_unknown"],
    [1, "outcome_unknown"],
  ])(
    "reads at outcome_due_by %+i ms as %s for people and for the agent, with no sweep",
    async (milliseconds, state) => {
      const id = await claimed();
      await stopClock(new Date(((await storedRow(id)).outcome_due_by as Date).getTime() + milliseconds));
      const person = await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token });
      expect(await executionOf(id)).toBe("submitted");
      const agent = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
      expect([person.json.execution.state, agent.json.execution.state]).toEqual([state, state]);
      expect(await executionOf(id)).toBe(state);
    },
  );
});
