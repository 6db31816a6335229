import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { query } from "@/lib/ops/testing/database";
import { type Stage, setStage } from "./stage";
import { storedRow } from "./stored";
import { call, deny, submit, type WireConfirmation } from "./wire";

/* Two server processes, 200 submits at once against each limit: never one over, and not one under either. */

const AT_ONCE = 200;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ count: 2, environment: { COUNTERSIGN_ROLE: "web" } });
  // A pause between what a statement has counted and its commit, in which everybody else would count the same.
  await query(
    "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN NEW; END $$",
  );
  await query("CREATE TRIGGER pause BEFORE INSERT ON confirmation FOR EACH ROW EXECUTE FUNCTION pause()");
});
afterAll(() => stage?.stop());

beforeEach(() =>
  setLimits(
    "deny_count = 1000, deny_within_seconds = DEFAULT, pending_per_agent = 1000000, pending_total = 1000000, resubmit_max = DEFAULT",
  ),
);

const setLimits = (assignments: string) => query(`UPDATE gate_limits SET ${assignments}`);

/** All at once, over both servers in turn, by the agents in turn. */
async function flood(request: (at: number) => object, keys = [stage.seeded.agent.key]): Promise<WireConfirmation[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      submit(stage.at(at % 2).baseUrl, keys[at % keys.length] ?? "", { arguments: { at }, ...request(at) }),
    ),
  );
}

/** How many of each, by state or by the gate's code; each as its row has it. */
async function tally(answers: WireConfirmation[]): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (const { id, state, decision } of answers) {
    const end = decision?.by.kind === "gate" ? decision.reason_code : state;
    ends[end] = (ends[end] ?? 0) + 1;
    const row = await storedRow(id);
    expect([row.state, row.reason_code]).toEqual([state, decision?.reason_code ?? null]);
  }
  return ends;
}

const pendingNow = async () => {
  const [{ n }] = await query<{ n: number }>("SELECT count(*)::int AS n FROM confirmation WHERE state = 'pending'");
  return n;
};

describe("limits over two processes, with 200 submits at once", () => {
  it.each([25, 150])("what one agent has pending is never over %i (DENY-07)", async (most) => {
    const { otherAgent, agent } = stage.seeded;
    const key = most === 25 ? agent.key : otherAgent.key;
    await setLimits(`pending_per_agent = ${most}`);
    expect(await tally(await flood(() => ({ tool: "flood" }), [key]))).toEqual({
      pending: most,
      queue_full: AT_ONCE - most,
    });
  });

  it("what all agents together have pending is never over the total", async () => {
    const before = await pendingNow();
    await setLimits(`pending_total = ${before + 40}`);
    const answers = await flood(() => ({ tool: "flood" }), [stage.seeded.agent.key, stage.seeded.otherAgent.key]);
    expect(await tally(answers)).toEqual({ pending: 40, queue_full: AT_ONCE - 40 });
    expect(await pendingNow()).toBe(before + 40);
  });

  it("what one agent has of a tool a day is never over its cap, by people and by the policy together", async () => {
    await query("INSERT INTO tool (name, cap_per_day) VALUES ('drop_table', 20)");
    const rules = [
      { id: "even", effect: "allow", when: 'tool == "drop_table" && args.at % 2 == 0', reason: "why not" },
    ];
    // As an activation does: a new version, because what one in force says never changes.
    await query("UPDATE policy_version SET status = 'retired', retired_at = countersign_now() WHERE status = 'active'");
    await query(
      `INSERT INTO policy_version (number, status, document, source, created_at, created_by_name, activated_at, activated_by_name)
       VALUES (2, 'active', $1, 'file', countersign_now(), 'test', countersign_now(), 'test')`,
      [JSON.stringify({ rules, tests: [] })],
    );
    const { pending = 0, approved = 0, daily_cap: capped } = await tally(await flood(() => ({ tool: "drop_table" })));
    expect([pending + approved, capped]).toEqual([20, AT_ONCE - 20]);
    expect(approved).toBeGreaterThan(0);
  });

  it("after the denials that count, nobody is asked any more (DENY-03)", async () => {
    const request = { tool: "grant_role", session: "s-1" };
    for (let at = 0; at < 3; at++) {
      const asked = await submit(stage.at(at % 2).baseUrl, stage.seeded.agent.key, request);
      await deny(stage.at(at % 2).baseUrl, stage.seeded.reviewer.token, asked.id);
    }
    await setLimits("deny_count = 3");
    expect(await tally(await flood(() => request))).toEqual({ deny_limit: AT_ONCE });
    expect(await tally(await flood(() => ({ ...request, session: "s-2" })))).toEqual({ pending: AT_ONCE });
  });

  it("one request is made anew as often as it may be, however the many hang on it", async () => {
    const first = await submit(stage.at(0).baseUrl, stage.seeded.agent.key, { tool: "retry" });
    await deny(stage.at(0).baseUrl, stage.seeded.reviewer.token, first.id);
    const answers = await flood(() => ({ tool: "retry", supersedes: first.id }));
    expect(await tally(answers)).toEqual({ pending: 3, resubmission_limit: AT_ONCE - 3 });
    // All at once on the one that was let in last, once it has ended too: still the same first request.
    const again = answers.find(({ state }) => state === "pending");
    await deny(stage.at(0).baseUrl, stage.seeded.reviewer.token, again?.id ?? "");
    expect(await tally(await flood(() => ({ tool: "retry", supersedes: again?.id })))).toEqual({
      resubmission_limit: AT_ONCE,
    });
  });

  it("a key that is sent 200 times at a full queue is one confirmation", async () => {
    await setLimits("pending_per_agent = 1");
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { tool: "flood", arguments: {} };
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        call(stage.at(at % 2).baseUrl, stage.seeded.agent.key, "/api/v1/confirmations", { body, headers }),
      ),
    );
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body: { decision } }) => decision?.reason_code))).toEqual(new Set(["queue_full"]));
  });
});
