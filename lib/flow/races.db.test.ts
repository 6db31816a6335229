import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { judgeVerdict } from "@/lib/kernel/decision";
import { judgeClaim } from "@/lib/kernel/execution";
import { NO_REACH } from "@/lib/kernel/tiers";
import { agentActor, personActor } from "@/lib/kernel/transition";
import { moveClock, resetClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { loadForCaller } from "@/lib/store/confirmations";
import { disablePerson, setRole } from "@/lib/store/people";
import { startWakeUp } from "@/lib/wait/wake-up";
import { rest } from "@/lib/wire/in-process-rest";
import { disableAgent } from "./agents/disable-agent";
import { cancelConfirmation } from "./cancel-confirmation";
import { carryOut } from "./carry-out";
import {
  ask,
  type Cast,
  claim,
  context,
  decide,
  kindsOf,
  makeAgent,
  makeCast,
  makePerson,
  outcomeOf,
  storedRow,
} from "./fixtures";
import { followConfirmation } from "./follow-confirmation";
import { listForCaller } from "./list-confirmations";
import { sweep } from "./sweep";

let cast: Cast;
let wakeUp: ReturnType<typeof startWakeUp>;
beforeAll(async () => {
  cast = await makeCast();
  wakeUp = startWakeUp();
});
afterEach(resetClock);
afterAll(() => wakeUp.stop());

const DECIDED = /^confirmation\.(approved|denied|cancelled|timed_out)$/;
const OPERATOR = { kind: "operator", name: "test" } as const;

const decisionsOf = async (id: string) => (await kindsOf(id)).filter((kind) => DECIDED.test(kind));

describe("competing decisions", () => {
  test("RACE-01: of 20 parallel approvals over REST one stands, and every loser is told who decided what", async () => {
    const { id } = await ask(cast.agent);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        rest("POST", `/confirmations/${id}/decision`, {
          as: n % 2 === 0 ? cast.reviewer.token : cast.otherReviewer.token,
          body: { verdict: "approve" },
        }),
      ),
    );
    const winner = (await storedRow(id)).decided_by_name;
    expect(await decisionsOf(id)).toEqual(["confirmation.approved"]);
    for (const { status, json } of answers) {
      if (status === 200) expect(json.decision.by.name).toBe(winner);
      else {
        expect([status, json.code]).toEqual([409, "already_decided"]);
        expect(json.detail).toContain(`approved by ${winner}`);
        expect(json.confirmation.decision.by.name).toBe(winner);
      }
    }
    // The winner's own repeats are answered as done; everybody else's as a conflict.
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);

    const claims = await Promise.all(
      Array.from({ length: 20 }, () =>
        rest("POST", `/confirmations/${id}/claim`, {
          as: cast.agent.key,
          body: { arguments: { order_id: "A-7", amount: 40 } },
        }),
      ),
    );
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await kindsOf(id)).filter((kind) => kind === "execution.claimed")).toHaveLength(1);
  });

  test("RACE-02: an approve and a deny at once leave one verdict, on which row, audit, wait and both answers agree", async () => {
    for (let round = 0; round < 50; round++) {
      const { id } = await ask(cast.agent);
      const wait = followConfirmation(context(cast.agent), { id, holdSeconds: 20 });
      const [approve, deny] = await Promise.all([
        decide(cast.reviewer, id, "approve"),
        decide(cast.otherReviewer, id, "deny"),
      ]);
      const { state, decided_by_id } = await storedRow(id);
      expect([outcomeOf(approve), outcomeOf(deny)].sort()).toEqual(["already_decided", "done"]);
      expect(approve.ok ? "approved" : "denied").toBe(state);
      for (const { stand } of [approve, deny]) {
        expect(stand?.confirmation).toMatchObject({ state, decidedById: decided_by_id });
      }
      expect(await decisionsOf(id)).toEqual([`confirmation.${state}`]);
      const told = await wait;
      expect(told.ok && told.stand.confirmation.state).toBe(state);
    }
  });

  test("RACE-05: a click and a sweep at the boundary leave one end, and the agent is told the one that is stored", async () => {
    const ends = new Set<unknown>();
    for (let round = 0; round < 40; round++) {
      const { id, decidableUntil } = await ask(cast.agent, { decisionWindowSeconds: 3_600 });
      // The clock is moved so that the boundary comes within a few milliseconds from now, and runs on.
      const [{ now }] = await query<{ now: Date }>("SELECT clock_timestamp() AS now");
      await moveClock(decidableUntil.getTime() - now.getTime() - (round % 8) * 6);
      const [clicked, , listed] = await Promise.all([
        decide(cast.reviewer, id, "approve"),
        sweep(),
        listForCaller(context(cast.agent), { limit: 1 }),
        sweep(),
      ]);
      await moveClock(decidableUntil.getTime() - now.getTime() + 60_000);
      const told = await followConfirmation(context(cast.agent), { id, holdSeconds: 0 });
      const { state } = await storedRow(id);
      ends.add(state);
      expect(["approved", "expired"]).toContain(state);
      expect(outcomeOf(clicked)).toBe(state === "approved" ? "done" : "expired");
      expect(told.ok && told.stand.confirmation.state).toBe(state);
      expect(await decisionsOf(id)).toEqual([
        state === "approved" ? "confirmation.approved" : "confirmation.timed_out",
      ]);
      // Whoever was told of an end while it raced was told the one that stands.
      const seen = listed.rows.find(({ confirmation }) => confirmation.id === id)?.confirmation.state;
      expect(["pending", state]).toContain(seen);
      await resetClock();
    }
    expect(ends).toEqual(new Set(["approved", "expired"]));
  });

  test("a withdrawal, a verdict and an admin's withdrawal at once leave one end", async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await ask(cast.agent);
      const answers = await Promise.all([
        cancelConfirmation(context(cast.agent), { id, reason: null }),
        decide(cast.reviewer, id, "approve"),
        cancelConfirmation(context(cast.admin), { id, reason: "stop" }),
      ]);
      const { state } = await storedRow(id);
      expect(await decisionsOf(id)).toEqual([`confirmation.${state}`]);
      expect(answers.filter((answer) => outcomeOf(answer as never) === "done")).toHaveLength(1);
    }
  });
});

describe("a double click", () => {
  test("RACE-08: is answered as approved by you, and records one decision", async () => {
    const { id } = await ask(cast.agent);
    const click = () =>
      rest("POST", `/confirmations/${id}/decision`, { as: cast.reviewer.token, body: { verdict: "approve" } });
    const answers = [...(await Promise.all([click(), click()])), await click()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ json }) => json.decision.by.name)).toEqual(Array(3).fill("Rita"));
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "confirmation.approved"]);
  });

  test("on a withdrawal is answered as withdrawn, and records one", async () => {
    const { id } = await ask(cast.agent);
    const cancel = () =>
      rest("POST", `/confirmations/${id}/cancel`, { as: cast.agent.key, body: { reason: "done by hand" } });
    const answers = [...(await Promise.all([cancel(), cancel()])), await cancel()];
    expect(answers.map(({ status, json }) => [status, json.state])).toEqual(Array(3).fill([200, "cancelled"]));
    expect(await kindsOf(id)).toEqual(["confirmation.submitted", "confirmation.cancelled"]);
  });
});

describe("authority at the very moment", () => {
  test("a reviewer who lost the role a moment ago decides nothing, whatever they still hold in hand", async () => {
    const person = await makePerson("Lola", "reviewer");
    const { id } = await ask(cast.agent);
    await setRole(person.email, "auditor", OPERATOR);
    expect(outcomeOf(await decide(person, id, "approve"))).toBe("not_a_reviewer");
    expect((await storedRow(id)).state).toBe("pending");
    await disablePerson(person.email, OPERATOR);
    expect(outcomeOf(await decide(person, id, "deny"))).toBe("unauthenticated");
    expect(await decisionsOf(id)).toEqual([]);
  });

  test("an agent that was disabled a moment ago can neither ask nor claim", async () => {
    const agent = await makeAgent("short-lived");
    const { id } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    await disableAgent({ name: agent.name }, OPERATOR);
    expect(outcomeOf(await claim(agent, id))).toBe("unauthenticated");
    await expect(ask(agent)).rejects.toThrow("unauthenticated");
    expect((await storedRow(id)).execution_state).toBe("planned");
  });

  test("a reviewer who loses the role between the first read and the write decides nothing", async () => {
    const person = await makePerson("Lena", "reviewer");
    const { id } = await ask(cast.agent);
    const { now, principal, found } = await loadForCaller(id, person);
    if (!principal || !found) throw new Error("not found");
    await setRole(person.email, "auditor", OPERATOR);
    const answer = await carryOut({
      found,
      now,
      requestId: "test",
      judge: (facts) =>
        judgeVerdict({
          facts,
          tiers: [],
          votes: [],
          now,
          person: principal,
          reach: NO_REACH,
          verdict: "approve",
          reason: null,
          seenDigest: null,
          edit: null,
          breakGlass: false,
        }),
      onRefusal: (code) => ({ kind: "decision.refused", actor: personActor(principal), data: { code } }),
    });
    expect(outcomeOf(answer)).toBe("no_longer_permitted");
    expect((await storedRow(id)).state).toBe("pending");
    expect(await decisionsOf(id)).toEqual([]);
  });

  test("an agent that is disabled between the first read and the write claims nothing", async () => {
    const agent = await makeAgent("cut-short");
    const { id, argumentsDigest } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    const { now, principal, found } = await loadForCaller(id, agent);
    if (!principal || !found) throw new Error("not found");
    await disableAgent({ name: agent.name }, OPERATOR);
    const answer = await carryOut({
      found,
      now,
      requestId: "test",
      judge: (facts) =>
        judgeClaim({ facts, now, agent: principal, argumentsDigest, target: null, claimKey: null, barred: null }),
      onRefusal: (code) => ({ kind: "claim.refused", actor: agentActor(principal), data: { code } }),
    });
    expect(outcomeOf(answer)).toBe("no_longer_permitted");
    expect((await storedRow(id)).execution_state).toBe("planned");
  });
});
