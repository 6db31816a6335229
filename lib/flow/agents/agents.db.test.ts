import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hashSecret } from "@/lib/auth/secrets";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { addKey, noteKeyUse, revokeKey, rotateKey } from "@/lib/store/agent-keys";
import { enableAgent, findAgentByKeyHash, listAgents, listKeys, setOwner } from "@/lib/store/agents";
import { setRole } from "@/lib/store/people";
import { startWakeUp } from "@/lib/wait/wake-up";
import { rest } from "@/lib/wire/in-process-rest";
import {
  type Agent,
  ask,
  type Cast,
  claim,
  context,
  countAll,
  decide,
  kindsOf,
  makeAgent,
  makeCast,
  makePerson,
  outcomeOf,
  storedRow,
} from "../fixtures";
import { followConfirmation } from "../follow-confirmation";
import { disableAgent } from "./disable-agent";

const OPERATOR = { kind: "operator", name: "manage" } as const;
const BODY = { tool: "issue_refund", arguments: { order_id: "A-7" } };

let cast: Cast;
let wakeUp: ReturnType<typeof startWakeUp>;
beforeAll(async () => {
  cast = await makeCast();
  wakeUp = startWakeUp();
});
afterEach(resetClock);
afterAll(() => wakeUp.stop());

let made = 0;
const anAgent = () => makeAgent(`bot-${++made}`);

/** One more key of an agent, as the principal that comes by it. */
async function byNewKey(agent: Agent, more: { lifetimeSeconds?: number; tools?: string[] } = {}) {
  const added = await addKey(
    agent.id,
    { name: "second", lifetimeSeconds: more.lifetimeSeconds ?? null, tools: more.tools ?? [] },
    cast.admin,
  );
  if (!added.ok) throw new Error(added.refusal.detail);
  const principal = await findAgentByKeyHash(hashSecret(added.key));
  if (!principal) throw new Error("the key opens nothing");
  return { ...principal, key: added.key };
}

const submitted = (as: string, body: object = BODY) => rest("POST", "/confirmations", { as, body });
const accountEvents = (agent: { id: string }) =>
  query<{ kind: string; actor_name: string; data: string }>(
    "SELECT kind, actor_name, data FROM audit_event WHERE confirmation_id IS NULL AND data::json->>'agent_id' = $1 ORDER BY id",
    [agent.id],
  );

describe("a key with an end", () => {
  test("opens everything until its end and nothing at it, at the door and within the deciding statement", async () => {
    const agent = await byNewKey(await anAgent(), { lifetimeSeconds: 3_600 });
    const [{ expires_at: end }] = await query<{ expires_at: Date }>("SELECT expires_at FROM agent_key WHERE id = $1", [
      agent.keyId,
    ]);
    const found = async (ms: number) => {
      await stopClock(new Date(end.getTime() + ms));
      return (await findAgentByKeyHash(hashSecret(agent.key))) !== null;
    };
    expect([await found(-1), await found(0), await found(1)]).toEqual([true, false, false]);

    await stopClock(new Date(end.getTime() - 1));
    const { id } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    expect((await submitted(agent.key)).status).toBe(201);
    await stopClock(end);
    expect((await submitted(agent.key)).status).toBe(401);
    await expect(ask(agent)).rejects.toThrow("unauthenticated");
    expect(outcomeOf(await claim(agent, id))).toBe("unauthenticated");
    expect((await storedRow(id)).execution_state).toBe("planned");
  });

  test("is replaced with an overlap: both open until it is over, then the new one alone", async () => {
    const agent = await anAgent();
    const rotated = await rotateKey(agent.keyId, 600, null, cast.admin);
    if (!rotated.ok) throw new Error(rotated.refusal.detail);
    expect((await submitted(agent.key)).status).toBe(201);
    expect((await submitted(rotated.key)).status).toBe(201);
    const [{ expires_at: end }] = await query<{ expires_at: Date }>("SELECT expires_at FROM agent_key WHERE id = $1", [
      agent.keyId,
    ]);
    await stopClock(new Date(end.getTime() - 1));
    expect((await submitted(agent.key)).status).toBe(201);
    await stopClock(end);
    expect((await submitted(agent.key)).status).toBe(401);
    expect((await submitted(rotated.key)).status).toBe(201);
    expect(await rotateKey(agent.keyId, 600, null, cast.admin)).toMatchObject({ refusal: { code: "key_ended" } });
  });

  test("never ends later by being replaced, and at once where no overlap is wanted", async () => {
    const agent = await byNewKey(await anAgent(), { lifetimeSeconds: 60 });
    const endOf = async (keyId: string) =>
      (await query<{ expires_at: Date }>("SELECT expires_at FROM agent_key WHERE id = $1", [keyId]))[0]?.expires_at;
    const before = await endOf(agent.keyId);
    await rotateKey(agent.keyId, 3_600, null, cast.admin);
    expect(await endOf(agent.keyId)).toEqual(before);
    await rotateKey(agent.keyId, 0, null, cast.admin);
    expect((await submitted(agent.key)).status).toBe(401);
  });

  test("that is revoked ends alone; the agent's others go on, and the audit names it once and never shows it", async () => {
    const first = await anAgent();
    const second = await byNewKey(first);
    await Promise.all([revokeKey(first.keyId, cast.admin), revokeKey(first.keyId, cast.admin)]);
    expect((await submitted(first.key)).status).toBe(401);
    expect((await submitted(second.key)).status).toBe(201);
    const events = await accountEvents(first);
    expect(events.map(({ kind }) => kind)).toEqual(["agent.added", "agent.key_added", "agent.key_revoked"]);
    expect(events[2]).toMatchObject({ actor_name: "Ada" });
    expect(JSON.stringify(events)).not.toMatch(/csa_/);
  });
});

describe("a key for some tools", () => {
  test("neither asks for another tool nor claims its approval: 403, and nothing was done", async () => {
    const agent = await anAgent();
    const narrow = await byNewKey(agent, { tools: ["send_mail"] });
    const { id } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    const before = await countAll();
    const refused = await submitted(narrow.key);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    expect(refused.json.detail).toContain("not for issue_refund. Nothing was submitted.");
    expect(await countAll()).toEqual(before);
    const claimed = await rest("POST", `/confirmations/${id}/claim`, {
      as: narrow.key,
      body: { arguments: { order_id: "A-7", amount: 40 } },
    });
    expect([claimed.status, claimed.json.code]).toEqual([403, "forbidden"]);
    expect((await storedRow(id)).execution_state).toBe("planned");
    expect((await kindsOf(id)).at(-1)).toBe("claim.refused");
    expect((await submitted(narrow.key, { ...BODY, tool: "send_mail" })).status).toBe(201);
    // A part of a name is another name.
    expect((await submitted(narrow.key, { ...BODY, tool: "send_mail_2" })).status).toBe(403);
  });

  test("still follows, lists, withdraws and reports what is the agent's", async () => {
    const agent = await anAgent();
    const narrow = await byNewKey(agent, { tools: ["send_mail"] });
    const { id } = await ask(agent);
    const other = await ask(agent);
    expect((await rest("GET", `/confirmations/${id}`, { as: narrow.key })).status).toBe(200);
    expect((await rest("GET", "/confirmations", { as: narrow.key })).json.data).toHaveLength(2);
    expect((await rest("POST", `/confirmations/${other.id}/cancel`, { as: narrow.key, body: {} })).status).toBe(200);
  });

  test("narrowed a moment ago, asks for and claims no more than it may now", async () => {
    const agent = await anAgent();
    const { id } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    await query("UPDATE agent_key SET tools = '{send_mail}' WHERE id = $1", [agent.keyId]);
    await expect(ask(agent)).rejects.toThrow("forbidden");
    expect(outcomeOf(await claim(agent, id))).toBe("forbidden");
    expect((await storedRow(id)).execution_state).toBe("planned");
  });
});

describe("the last use of a key", () => {
  const lastUse = async (keyId: string) =>
    (
      await query<{ at: Date | null; version: string }>(
        "SELECT last_used_at AS at, xmin::text AS version FROM agent_key WHERE id = $1",
        [keyId],
      )
    )[0];

  test("is written at most once a minute, and never for a key that opens nothing", async () => {
    const { keyId } = await anAgent();
    await noteKeyUse(keyId);
    const first = await lastUse(keyId);
    await noteKeyUse(keyId);
    expect(await lastUse(keyId)).toEqual(first);
    await moveClock(59_000);
    await noteKeyUse(keyId);
    expect(await lastUse(keyId)).toEqual(first);
    await moveClock(61_000);
    await noteKeyUse(keyId);
    const second = await lastUse(keyId);
    expect(second?.at?.getTime()).toBeGreaterThan(first?.at?.getTime() ?? 0);
    await revokeKey(keyId, cast.admin);
    await moveClock(200_000);
    await noteKeyUse(keyId);
    expect((await lastUse(keyId))?.at).toEqual(second?.at);
  });

  test("is noted when an agent calls, and by no person's reading", async () => {
    const agent = await anAgent();
    const { json } = await submitted(agent.key);
    await expect.poll(async () => (await lastUse(agent.keyId))?.at).toBeInstanceOf(Date);
    const noted = await lastUse(agent.keyId);
    await moveClock(120_000);
    await rest("GET", `/confirmations/${json.id}`, { as: cast.reviewer.token });
    await listAgents();
    await listKeys(agent.id);
    expect(await lastUse(agent.keyId)).toEqual(noted);
  });
});

describe("who answers for an agent", () => {
  test("is set and taken away by an admin, each recorded once", async () => {
    const agent = await anAgent();
    await setOwner(agent.id, cast.reviewer.id, cast.admin);
    await setOwner(agent.id, cast.reviewer.id, cast.admin);
    expect((await listAgents(agent.id))[0]?.owner).toMatchObject({ email: cast.reviewer.email });
    await setOwner(agent.id, null, cast.admin);
    expect((await listAgents(agent.id))[0]?.owner).toBeNull();
    const events = (await accountEvents(agent)).slice(1);
    expect(events.map(({ kind }) => kind)).toEqual(["agent.owner_changed", "agent.owner_changed"]);
    expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({ to: cast.reviewer.email });
  });

  test("nobody but an admin changes agents and keys, whatever they held a moment ago", async () => {
    const agent = await anAgent();
    const formerly = await makePerson("Former", "admin");
    await setRole(formerly.email, "reviewer", OPERATOR);
    const before = await countAll();
    for (const by of [cast.reviewer, cast.auditor, formerly]) {
      const key = { name: "k", lifetimeSeconds: null, tools: [] };
      const answers = await Promise.all([
        setOwner(agent.id, cast.reviewer.id, by),
        addKey(agent.id, key, by),
        rotateKey(agent.keyId, 60, null, by),
        revokeKey(agent.keyId, by),
        disableAgent({ id: agent.id }, by),
        enableAgent(agent.id, key, by),
      ]);
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, refusal: { code: "forbidden" } });
    }
    expect(await countAll()).toEqual(before);
    expect((await submitted(agent.key)).status).toBe(201);
  });
});

describe("the kill switch", () => {
  test("cancels what is pending by its admin, releases whoever waits, and leaves what is decided alone", async () => {
    const agent = await anAgent();
    const pending = await ask(agent);
    const denied = await ask(agent);
    await decide(cast.reviewer, denied.id, "deny");
    const others = await ask(cast.otherAgent);
    const wait = followConfirmation(context(cast.reviewer), { id: pending.id, holdSeconds: 20 });
    expect(await disableAgent({ id: agent.id }, cast.admin)).toMatchObject({ ok: true, cancelled: 1 });
    expect(await storedRow(pending.id)).toMatchObject({
      state: "cancelled",
      reason_code: "agent_disabled",
      decided_by_kind: "admin",
      decided_by_id: cast.admin.id,
      decided_by_name: "Ada",
    });
    expect(await kindsOf(pending.id)).toEqual(["confirmation.submitted", "confirmation.cancelled"]);
    expect((await storedRow(denied.id)).state).toBe("denied");
    expect((await storedRow(others.id)).state).toBe("pending");
    const told = await wait;
    expect(told.ok && told.stand.confirmation.state).toBe("cancelled");
  });

  test("refuses the claim of an approval made before, and every key", async () => {
    const agent = await anAgent();
    const { id } = await ask(agent);
    await decide(cast.reviewer, id, "approve");
    await disableAgent({ id: agent.id }, cast.admin);
    expect(["no_longer_permitted", "unauthenticated"]).toContain(outcomeOf(await claim(agent, id)));
    expect((await submitted(agent.key)).status).toBe(401);
    expect((await storedRow(id)).execution_state).toBe("planned");
  });

  test("by the operator names the operator", async () => {
    const agent = await anAgent();
    const { id } = await ask(agent);
    await disableAgent({ name: agent.name }, OPERATOR);
    expect(await storedRow(id)).toMatchObject({
      state: "cancelled",
      decided_by_kind: "gate",
      decided_by_name: "manage",
    });
  });

  test("pressed by several at once, and again, is recorded once for each confirmation and once for the agent", async () => {
    const agent = await anAgent();
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask(agent)));
    const presses = await Promise.all(
      Array.from({ length: 4 }, (_, n) => disableAgent({ id: agent.id }, n % 2 ? cast.admin : OPERATOR)),
    );
    expect(presses.reduce((sum, press) => sum + (press.ok ? press.cancelled : 0), 0)).toBe(12);
    expect(await disableAgent({ id: agent.id }, cast.admin)).toMatchObject({ ok: true, cancelled: 0 });
    for (const { id } of asked) {
      expect(await kindsOf(id)).toEqual(["confirmation.submitted", "confirmation.cancelled"]);
    }
    expect((await accountEvents(agent)).filter(({ kind }) => kind === "agent.disabled")).toHaveLength(1);
  });

  test("goes on where one that was cut off had stopped", async () => {
    const agent = await anAgent();
    const { id } = await ask(agent);
    // As a process leaves it that ended between shutting out and cancelling.
    await query("UPDATE agent SET disabled_at = countersign_now() WHERE id = $1", [agent.id]);
    expect((await storedRow(id)).state).toBe("pending");
    expect(await disableAgent({ id: agent.id }, cast.admin)).toMatchObject({ cancelled: 1 });
    expect((await storedRow(id)).reason_code).toBe("agent_disabled");
  });

  test("leaves nothing pending behind, however submissions race with it", async () => {
    for (let round = 0; round < 10; round++) {
      const agent = await anAgent();
      const asking = Array.from({ length: 20 }, () => ask(agent).catch(() => null));
      const [asked] = await Promise.all([
        Promise.all(asking),
        new Promise((resolve) => setTimeout(resolve, round * 3)).then(() => disableAgent({ id: agent.id }, cast.admin)),
      ]);
      const rows = await query("SELECT state FROM confirmation WHERE agent_id = $1", [agent.id]);
      expect(rows.filter(({ state }) => state === "pending")).toEqual([]);
      expect(rows).toHaveLength(asked.filter((each) => each !== null).length);
    }
  });

  test("is undone by a new key alone: the old ones stay revoked", async () => {
    const agent = await anAgent();
    await disableAgent({ id: agent.id }, cast.admin);
    const key = { name: "after the incident", lifetimeSeconds: null, tools: [] };
    expect(await addKey(agent.id, key, cast.admin)).toMatchObject({ refusal: { code: "agent_disabled" } });
    expect(await rotateKey(agent.keyId, 60, null, cast.admin)).toMatchObject({ refusal: { code: "agent_disabled" } });
    const enabled = await enableAgent(agent.id, key, cast.admin);
    if (!enabled.ok) throw new Error(enabled.refusal.detail);
    expect((await submitted(enabled.key)).status).toBe(201);
    expect((await submitted(agent.key)).status).toBe(401);
    expect((await listAgents(agent.id))[0]).toMatchObject({ disabledAt: null, keys: 1, pending: 1 });
  });
});
