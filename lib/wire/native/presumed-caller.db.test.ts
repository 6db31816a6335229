import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { presumedCaller } from "@/lib/auth/presumed-callers";
import { hashSecret } from "@/lib/auth/secrets";
import {
  type Agent,
  ARGUMENTS,
  ask,
  type Cast,
  claim,
  countAll,
  decide,
  makeAgent,
  makeCast,
  makePerson,
  type Person,
  storedRow,
} from "@/lib/flow/fixtures";
import { query } from "@/lib/ops/testing/database";
import { statementsOf } from "@/lib/ops/testing/statement-log";
import { shutOut } from "@/lib/store/agents";
import { disablePerson, setRole } from "@/lib/store/people";
import { rest } from "../in-process-rest";

/*
 * A process that has heard from a key or a token asks about it together with the operation's first read. What was taken
 * away must be gone all the same, at the very next call.
 */

const OPERATOR = { kind: "operator", name: "test" } as const;

let cast: Cast;
let count = 0;
beforeAll(async () => {
  cast = await makeCast();
});

/** Whoever is answered 401 reads the same words as one who was never known. */
async function expectUnknown(method: string, path: string, as: string, body?: unknown) {
  const answer = await rest(method, path, { as, body });
  const stranger = await rest(method, path, { as: `${as.slice(0, 4)}${"x".repeat(43)}`, body });
  const { request_id: _, ...said } = answer.json;
  const { request_id: __, ...saidToStranger } = stranger.json;
  expect([answer.status, said]).toEqual([401, saidToStranger]);
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
}

describe("an agent's key that was in use a moment ago", () => {
  let agent: Agent;
  let pending: string;
  let approved: string;
  let running: string;
  beforeEach(async () => {
    agent = await makeAgent(`bot-${++count}`);
    [pending, approved, running] = [(await ask(agent)).id, (await ask(agent)).id, (await ask(agent)).id];
    for (const id of [approved, running]) await decide(cast.reviewer, id, "approve");
    await claim(agent, running);
    expect((await rest("GET", `/confirmations/${pending}`, { as: agent.key })).status).toBe(200);
    expect(presumedCaller(hashSecret(agent.key))).not.toBeNull();
  });

  const endings: [what: string, end: () => Promise<unknown>][] = [
    ["is revoked", () => query("UPDATE agent_key SET revoked_at = countersign_now() WHERE id = $1", [agent.keyId])],
    ["belongs to an agent that is disabled", () => shutOut({ name: agent.name }, OPERATOR)],
  ];
  const calls: [what: string, call: () => [method: string, path: string, body?: unknown]][] = [
    ["submit", () => ["POST", "/confirmations", { tool: "issue_refund", arguments: {} }]],
    ["claim", () => ["POST", `/confirmations/${approved}/claim`, { arguments: JSON.parse(ARGUMENTS) }]],
    ["cancel", () => ["POST", `/confirmations/${pending}/cancel`, {}]],
    ["outcome", () => ["POST", `/confirmations/${running}/outcome`, { result: "succeeded" }]],
    ["follow", () => ["GET", `/confirmations/${pending}`]],
    ["submit with a body that is no JSON", () => ["POST", "/confirmations", "{"]],
    ["submit with a body of the wrong shape", () => ["POST", "/confirmations", { tool: 1 }]],
    ["claim of an id that is none", () => ["POST", "/confirmations/nothing/claim", {}]],
    ["decide, which no agent does", () => ["POST", `/confirmations/${pending}/decision`, { verdict: "approve" }]],
  ];
  const cases = endings.flatMap(([ending, end]) => calls.map(([what, call]) => [ending, what, end, call] as const));

  test.each(cases)("and now %s opens nothing: %s", async (_ending, _what, end, call) => {
    await end();
    const before = await countAll();
    const [method, path, body] = call();
    await expectUnknown(method, path, agent.key, body);
    expect(presumedCaller(hashSecret(agent.key))).toBeNull();
    await expectUnknown(method, path, agent.key, body);
    expect(await countAll()).toEqual(before);
    expect((await storedRow(pending)).state).toBe("pending");
    expect((await storedRow(approved)).execution_state).toBe("planned");
    expect((await storedRow(running)).execution_state).toBe("submitted");
  });

  test("costs no query of its own: a call is its first read and its change", async () => {
    const sent = await statementsOf(() =>
      rest("POST", `/confirmations/${approved}/claim`, { as: agent.key, body: { arguments: JSON.parse(ARGUMENTS) } }),
    );
    expect(sent.map((statement) => /\bSELECT t\.now\b|\bUPDATE confirmation\b/.exec(statement)?.[0])).toEqual([
      "SELECT t.now",
      "UPDATE confirmation",
    ]);
  });
});

describe("a person's token that was in use a moment ago", () => {
  let person: Person;
  let pending: string;
  beforeEach(async () => {
    person = await makePerson(`Nora-${++count}`, "admin");
    pending = (await ask(cast.agent)).id;
    expect((await rest("GET", `/confirmations/${pending}`, { as: person.token })).status).toBe(200);
    expect(presumedCaller(hashSecret(person.token))).not.toBeNull();
  });
  const approve = () =>
    rest("POST", `/confirmations/${pending}/decision`, { as: person.token, body: { verdict: "approve" } });

  const endings: [what: string, end: () => Promise<unknown>][] = [
    [
      "is revoked",
      () => query("UPDATE person_token SET revoked_at = countersign_now() WHERE id = $1", [person.credential.id]),
    ],
    ["belongs to a person who is disabled", () => disablePerson(person.email, OPERATOR)],
  ];
  const calls: [what: string, call: () => [method: string, path: string, body?: unknown]][] = [
    ["decide", () => ["POST", `/confirmations/${pending}/decision`, { verdict: "approve" }]],
    ["cancel", () => ["POST", `/confirmations/${pending}/cancel`, {}]],
    ["follow", () => ["GET", `/confirmations/${pending}`]],
    ["decide with a body of the wrong shape", () => ["POST", `/confirmations/${pending}/decision`, {}]],
    ["claim, which no person does", () => ["POST", `/confirmations/${pending}/claim`, {}]],
  ];
  const cases = endings.flatMap(([ending, end]) => calls.map(([what, call]) => [ending, what, end, call] as const));

  test.each(cases)("and now %s opens nothing: %s", async (_ending, _what, end, call) => {
    await end();
    const before = await countAll();
    const [method, path, body] = call();
    await expectUnknown(method, path, person.token, body);
    expect(await countAll()).toEqual(before);
    expect((await storedRow(pending)).state).toBe("pending");
  });

  test("decides by the role its person has now: taken away, and given back", async () => {
    await setRole(person.email, "auditor", OPERATOR);
    expect((await approve()).json.code).toBe("not_a_reviewer");
    const cancelled = await rest("POST", `/confirmations/${pending}/cancel`, { as: person.token, body: {} });
    expect(cancelled.json.code).toBe("forbidden");
    expect((await storedRow(pending)).state).toBe("pending");
    await setRole(person.email, "reviewer", OPERATOR);
    expect((await approve()).status).toBe(200);
    expect(await storedRow(pending)).toMatchObject({ state: "approved", decided_by_kind: "reviewer" });
  });

  test("signs with the name its person has now", async () => {
    await query("UPDATE person SET name = 'Nora Lind' WHERE id = $1", [person.id]);
    expect((await approve()).json.decision.by.name).toBe("Nora Lind");
    expect((await storedRow(pending)).decided_by_name).toBe("Nora Lind");
  });
});
