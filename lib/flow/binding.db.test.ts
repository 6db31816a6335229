import { beforeAll, describe, expect, test } from "vitest";
import { rest } from "@/lib/wire/in-process-rest";
import { ask, type Cast, claim, countAll, decide, kindsOf, makeCast, outcomeOf, report, storedRow } from "./fixtures";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Sends a body as it is written, not as JavaScript would write it. */
const send = (path: string, as: string, body: string, headers: Record<string, string> = {}) =>
  rest("POST", path, { as, body, headers });

async function submit(body: string): Promise<string> {
  const created = await send("/confirmations", cast.agent.key, body);
  expect(created.status).toBe(201);
  return created.json.id;
}

const decideByRest = (id: string, body: string) => send(`/confirmations/${id}/decision`, cast.reviewer.token, body);
const claimByRest = (id: string, body: string) => send(`/confirmations/${id}/claim`, cast.agent.key, body);

/** What must not move when something is refused: the row, but for what was recorded beside it. */
async function unchanged(id: string, work: () => Promise<unknown>): Promise<void> {
  const before = await storedRow(id);
  await work();
  expect(await storedRow(id)).toEqual(before);
}

describe("an approval is for one run", () => {
  test("BIND-01: it is claimed once; again, in parallel, and after the report it is used up, and nothing moves", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("done");
    await unchanged(id, async () => {
      expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed");
      const many = await Promise.all(Array.from({ length: 10 }, (_, n) => claim(cast.agent, id, { key: `k-${n}` })));
      expect(new Set(many.map(outcomeOf))).toEqual(new Set(["already_claimed"]));
    });
    await report(cast.agent, id);
    await unchanged(id, async () => expect(outcomeOf(await claim(cast.agent, id))).toBe("already_claimed"));
    expect((await kindsOf(id)).filter((kind) => kind === "claim.refused")).toHaveLength(12);
  });

  test("BIND-01: the same claim under one Idempotency-Key is the same grant again, because its answer may be lost", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    const body = '{"arguments":{"amount":40,"order_id":"A-7"}}';
    const call = () => send(`/confirmations/${id}/claim`, cast.agent.key, body, { "idempotency-key": "claim-1" });
    const [first, again] = await Promise.all([call(), call()]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json.grant).toEqual(first.json.grant);
    expect(first.json.grant).toMatchObject({ attempt: 1, execution_id: first.json.grant.idempotency_key });
    expect(first.json.notice).toMatch(/at most one claim.*At most one execution is not/i);
    expect((await kindsOf(id)).filter((kind) => kind === "execution.claimed")).toHaveLength(1);
    const other = await send(`/confirmations/${id}/claim`, cast.agent.key, body, { "idempotency-key": "claim-2" });
    expect([other.status, other.json.code]).toEqual([409, "already_claimed"]);
  });
});

describe("an approval is for exactly these arguments", () => {
  test("BIND-02: another amount is refused, recorded and uses nothing up; the right one in another key order is granted", async () => {
    const id = await submit('{"tool":"send_invoice","arguments":{"invoice":"INV-31","amount":120.5}}');
    await decide(cast.reviewer, id, "approve");
    await unchanged(id, async () => {
      const other = await claimByRest(id, '{"arguments":{"invoice":"INV-31","amount":1205}}');
      expect([other.status, other.json.code]).toEqual([409, "arguments_differ"]);
    });
    expect((await kindsOf(id)).at(-1)).toBe("claim.refused");
    expect((await claimByRest(id, '{"arguments":{"amount":120.50,"invoice":"INV-31"}}')).status).toBe(200);
  });

  test.each([
    '{"rate":2.5,"hours":1}',
    '{"hours":1.0,"rate":2.50}',
    '{ "rate" : 25e-1,\n"hours" : 1e0 }',
    '{"hours":10E-1,"r\\u0061te":2.500}',
  ])("BIND-04: arguments are compared by value, however they are written: %s", async (presented) => {
    const id = await submit('{"tool":"bill","arguments":{"hours":1.0,"rate":2.50}}');
    await decide(cast.reviewer, id, "approve");
    expect((await claimByRest(id, `{"arguments":${presented}}`)).status).toBe(200);
  });

  test("two integers that a double cannot tell apart are two values", async () => {
    const id = await submit('{"tool":"pay","arguments":{"account":7205759403792793601}}');
    await decide(cast.reviewer, id, "approve");
    const other = await claimByRest(id, '{"arguments":{"account":7205759403792793602}}');
    expect(other.json.code).toBe("arguments_differ");
    expect((await claimByRest(id, '{"arguments":{"account":7205759403792793601}}')).status).toBe(200);
  });

  test("a claim may present the digest instead, and only that one", async () => {
    const { id, argumentsDigest } = await ask(cast.agent);
    await decide(cast.reviewer, id, "approve");
    const other = await claimByRest(id, JSON.stringify({ arguments_digest: `sha256:${"0".repeat(64)}` }));
    expect(other.json.code).toBe("arguments_differ");
    expect((await claimByRest(id, JSON.stringify({ arguments_digest: argumentsDigest }))).status).toBe(200);
  });

  test("an approval for one place is none for another", async () => {
    const { id } = await ask(cast.agent, { target: "billing" });
    await decide(cast.reviewer, id, "approve");
    expect(outcomeOf(await claim(cast.agent, id, { target: "payroll" }))).toBe("target_differs");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("target_differs");
    expect(outcomeOf(await claim(cast.agent, id, { target: "billing" }))).toBe("done");
  });
});

describe("a decision is bound to one id", () => {
  test("BIND-05: decided in whatever order, each id gets its own verdict; without an id nothing is decided", async () => {
    const a = await ask(cast.agent, { tool: "archive_ticket", session: "s-5", turnGroup: "turn" });
    const b = await ask(cast.agent, { tool: "post_notice", session: "s-5", turnGroup: "turn" });
    await decide(cast.reviewer, b.id, "deny");
    await decide(cast.reviewer, a.id, "approve");
    expect([(await storedRow(a.id)).state, (await storedRow(b.id)).state]).toEqual(["approved", "denied"]);
    const [c, d] = await Promise.all([ask(cast.agent, { turnGroup: "turn" }), ask(cast.agent, { turnGroup: "turn" })]);
    const before = await countAll();
    for (const id of ["", "undefined", "0", "null", `${c.id},${d.id}`]) {
      const answer = await decideByRest(encodeURIComponent(id) || "%20", '{"verdict":"approve"}');
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
    expect(await countAll()).toEqual(before);
    expect([(await storedRow(c.id)).state, (await storedRow(d.id)).state]).toEqual(["pending", "pending"]);
  });

  test("BIND-07: one yes is remembered for nothing: the same tool is asked again, with other and with the same arguments", async () => {
    const fetching = (url: string) => ask(cast.agent, { tool: "http_fetch", arguments: JSON.stringify({ url }) });
    const first = await fetching("https://docs.example.org/a");
    await decide(cast.reviewer, first.id, "approve");
    for (const url of ["https://paste.example.net/x", "https://docs.example.org/a"]) {
      expect((await fetching(url)).state).toBe("pending");
    }
  });

  test("BIND-12: what was denied is not claimable, and a report without a claim is refused, kept and shown to people", async () => {
    const { id } = await ask(cast.agent);
    await decide(cast.reviewer, id, "deny");
    expect(outcomeOf(await claim(cast.agent, id))).toBe("not_approved");
    const reported = await send(`/confirmations/${id}/outcome`, cast.agent.key, '{"result":"succeeded"}');
    expect([reported.status, reported.json.code]).toEqual([409, "not_claimed"]);
    expect((await storedRow(id)).execution_state).toBeNull();
    const seen = await rest("GET", `/confirmations/${id}/events`, { as: cast.reviewer.token });
    expect(seen.json.data.at(-1)).toMatchObject({
      kind: "outcome.refused",
      actor: { kind: "agent", name: "refund-bot" },
      data: { code: "not_claimed", result: "succeeded" },
    });
  });
});

describe("only the documented words decide", () => {
  test.each([
    '{"approved":1}',
    '{"approved":"false"}',
    '{"approved":"no"}',
    '{"approved":true}',
    '{"verdict":true}',
    '{"verdict":1}',
    '{"verdict":"APPROVE"}',
    '{"verdict":"approved"}',
    '{"verdict":"yes"}',
    '{"verdict":null}',
    '{"verdict":["approve"]}',
    '{"verdict":{"approve":true}}',
    '{"verdict":"approve","verdict":"deny"}',
    "{}",
    "",
    "null",
    "true",
    '"approve"',
  ])("BIND-08: %s approves nothing", async (body) => {
    const { id } = await ask(cast.agent);
    await unchanged(id, async () => {
      const answer = await decideByRest(id, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    });
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);
  });

  test("BIND-10: an agent cannot bring the approval along, and has no way to rewrite what it asked", async () => {
    const before = await countAll();
    const smuggled = await send(
      "/confirmations",
      cast.agent.key,
      '{"tool":"t","arguments":{},"status":"approved","decided_by":"r1","decision":{"approved":true},"state":"approved"}',
    );
    expect([smuggled.status, smuggled.json.code]).toEqual([422, "invalid_request"]);
    expect(smuggled.json.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      "/decided_by",
      "/decision",
      "/state",
      "/status",
    ]);
    expect(await countAll()).toEqual(before);
    const { id } = await ask(cast.agent);
    await unchanged(id, async () => {
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        const answer = await rest(method, `/confirmations/${id}`, { as: cast.agent.key, body: { state: "approved" } });
        expect(answer.status).toBe(405);
      }
      expect((await send(`/confirmations/${id}/decision`, cast.agent.key, '{"verdict":"approve"}')).status).toBe(403);
    });
  });

  test("AUTH-05: nobody decides by an agent's key, its own or another's, whatever page it claims to come from", async () => {
    const { id } = await ask(cast.agent);
    for (const key of [cast.agent.key, cast.otherAgent.key]) {
      const headers = { origin: "http://localhost:3000", cookie: "next-auth.session-token=x" };
      const answer = await send(`/confirmations/${id}/decision`, key, '{"verdict":"approve"}', headers);
      expect([answer.status, answer.json.code]).toEqual([403, "not_a_reviewer"]);
    }
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);
  });

  test("no agent sees or touches another's: its id answers as if it were not there", async () => {
    const { id } = await ask(cast.agent);
    const other = cast.otherAgent.key;
    const answers = await Promise.all([
      rest("GET", `/confirmations/${id}`, { as: other }),
      rest("GET", `/confirmations/${id}?wait=30s`, { as: other }),
      rest("GET", `/confirmations/${id}/events`, { as: other }),
      send(`/confirmations/${id}/cancel`, other, "{}"),
      send(`/confirmations/${id}/claim`, other, '{"arguments":{}}'),
      send(`/confirmations/${id}/outcome`, other, '{"result":"succeeded"}'),
    ]);
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(Array(6).fill([404, "not_found"]));
    const listed = await rest("GET", `/confirmations?agent=${cast.agent.id}`, { as: other });
    expect(listed.json.data).toEqual([]);
    expect(await kindsOf(id)).toEqual(["confirmation.submitted"]);
  });
});

describe("a reviewer's edit", () => {
  test("EDIT-01: the agent gets what holds, what it had proposed and what was changed, and can run only what holds", async () => {
    const id = await submit('{"tool":"mail","arguments":{"to":"ops-a@example.org","cc":[]}}');
    const edited = '{"to":"ops-b@example.org","cc":[]}';
    const decided = await decideByRest(id, `{"verdict":"approve","arguments":${edited}}`);
    expect(decided.status).toBe(200);
    const told = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    expect(told.json).toMatchObject({
      state: "approved",
      arguments: { to: "ops-a@example.org", cc: [] },
      effective_arguments: { to: "ops-b@example.org", cc: [] },
      decision: { edited: true, changes: [{ path: "/to", from: "ops-a@example.org", to: "ops-b@example.org" }] },
    });
    expect(told.json.effective_arguments_digest).not.toBe(told.json.arguments_digest);
    const original = await claimByRest(id, '{"arguments":{"to":"ops-a@example.org","cc":[]}}');
    expect(original.json.code).toBe("arguments_differ");
    const granted = await claimByRest(id, `{"arguments":${edited}}`);
    expect(granted.json.grant).toMatchObject({
      arguments: { to: "ops-b@example.org", cc: [] },
      arguments_digest: told.json.effective_arguments_digest,
    });
    const row = await storedRow(id);
    expect([row.arguments, row.effective_arguments]).toEqual(['{"to":"ops-a@example.org","cc":[]}', edited]);
  });

  test("EDIT-02: changes arguments and nothing else: another tool is refused, and nothing is decided", async () => {
    const id = await submit('{"tool":"read_table","arguments":{"table":"t1"}}');
    await unchanged(id, async () => {
      for (const body of [
        '{"verdict":"approve","tool":"drop_table","arguments":{"table":"t1"}}',
        '{"verdict":"approve","target":"prod"}',
        '{"verdict":"deny","reason":"no","arguments":{"table":"t2"}}',
      ]) {
        const answer = await decideByRest(id, body);
        expect([answer.status, answer.json.code]).toEqual([422, "invalid_request"]);
      }
    });
    // Inside the arguments these are members like any other, and change no tool.
    await decideByRest(id, '{"verdict":"approve","arguments":{"tool":"drop_table","args":{"table":"t1"}}}');
    expect((await storedRow(id)).tool).toBe("read_table");
  });

  test.each([
    ['{"amount": 40,,}', 400, "invalid_json"],
    ["[]", 422, "invalid_request"],
    ["null", 422, "invalid_request"],
    ['"x"', 422, "invalid_request"],
    ["7", 422, "invalid_request"],
    ["", 400, "invalid_json"],
  ])("EDIT-03: that is %j is refused with its place, and never taken for {}", async (edited, status, code) => {
    const id = await submit('{"tool":"pay","arguments":{"amount":40}}');
    await unchanged(id, async () => {
      const answer = await decideByRest(id, `{"verdict":"approve","arguments":${edited}}`);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
      if (status === 400) expect(answer.json.detail).toMatch(/line 1, column \d+/);
      else expect(answer.json.errors).toEqual([{ path: "/arguments", message: "must be an object" }]);
    });
  });

  test("EDIT-05: of one member leaves an integer beyond 2^53 as it was written, everywhere", async () => {
    const id = await submit('{"tool":"pay","arguments":{"account":7205759403792793601,"note":"a"}}');
    await decideByRest(id, '{"verdict":"approve","arguments":{"account":7205759403792793601,"note":"b"}}');
    const texts = [
      await rest("GET", `/confirmations/${id}`, { as: cast.agent.key }),
      await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token }),
      await rest("GET", "/confirmations?limit=1", { as: cast.agent.key }),
      await claimByRest(id, '{"arguments":{"note":"b","account":7205759403792793601}}'),
    ];
    for (const { status, text } of texts) {
      expect(status).toBe(200);
      expect(text).toContain('"effective_arguments":{"account":7205759403792793601,"note":"b"}');
      expect(text).not.toMatch(/72057594037927936(?!01)/);
      expect(text).toContain('"changes":[{"path":"/note","from":"a","to":"b"}]');
    }
  });

  test("keeps every untouched value as the agent wrote it", async () => {
    const id = await submit('{"tool":"pay","arguments":{"a":1.0,"b":2e2,"c":"\\u00fc","d":0.10}}');
    await decideByRest(id, '{"verdict":"approve","arguments":{"a":1,"b":200,"c":"ü","d":0.2}}');
    expect((await storedRow(id)).effective_arguments).toBe('{"a":1.0,"b":2e2,"c":"\\u00fc","d":0.2}');
  });

  test("that changes nothing is none", async () => {
    const id = await submit('{"tool":"pay","arguments":{"a":1.0}}');
    const answer = await decideByRest(id, '{"verdict":"approve","arguments":{"a":1}}');
    expect([answer.json.state, answer.json.decision.edited]).toEqual(["approved", undefined]);
    expect((await storedRow(id)).effective_arguments).toBeNull();
  });

  test("EDIT-08: after the approval is refused for agent, reviewer and admin, and nothing moves", async () => {
    const id = await submit('{"tool":"pay","arguments":{"amount":40}}');
    await decide(cast.reviewer, id, "approve");
    await unchanged(id, async () => {
      const edit = '{"verdict":"approve","arguments":{"amount":4000}}';
      for (const token of [cast.reviewer.token, cast.admin.token]) {
        const answer = await send(`/confirmations/${id}/decision`, token, edit);
        expect([answer.status, answer.json.code]).toEqual([409, "already_decided"]);
      }
      const patched = await rest("PATCH", `/confirmations/${id}`, { as: cast.agent.key, body: { arguments: {} } });
      expect(patched.status).toBe(405);
    });
  });
});

describe("what the reviewer saw", () => {
  test("must be what is on record: another digest decides nothing", async () => {
    const { id, argumentsDigest } = await ask(cast.agent);
    await unchanged(id, async () => {
      const stale = await decideByRest(
        id,
        JSON.stringify({ verdict: "approve", seen_digest: `sha256:${"1".repeat(64)}` }),
      );
      expect([stale.status, stale.json.code]).toEqual([409, "arguments_changed"]);
    });
    expect((await decideByRest(id, JSON.stringify({ verdict: "approve", seen_digest: argumentsDigest }))).status).toBe(
      200,
    );
  });
});
