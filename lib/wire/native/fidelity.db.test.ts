import { beforeAll, describe, expect, test } from "vitest";
import { type Cast, decide, makeCast } from "@/lib/flow/fixtures";
import { query } from "@/lib/ops/testing/database";
import { disconnect } from "@/lib/store/database";
import { rest } from "../in-process-rest";

/* What an agent sent comes back character for character, and a digest made before storing still matches after it. */

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

async function submit(argumentsText: string) {
  const body = `{"tool":"t","arguments":${argumentsText}}`;
  const created = await rest("POST", "/confirmations", { as: cast.agent.key, body });
  expect(created.status).toBe(201);
  return created;
}

const claim = (id: string, argumentsText: string) =>
  rest("POST", `/confirmations/${id}/claim`, { as: cast.agent.key, body: `{"arguments":${argumentsText}}` });

describe("arguments", () => {
  test.each([
    ["SIGN-11: a NUL in a value", '{"q":"a\\u0000b"}'],
    ["SIGN-11: a NUL in a key", '{"a\\u0000b":1}'],
    ["SIGN-12: a whole surrogate pair, escaped", '{"t":"\\ud83d\\ude00"}'],
    ["a whole surrogate pair, as UTF-8", '{"t":"😀"}'],
    ["SIGN-13: keys that jsonb would reorder", '{"zeta":1,"a":{"10":1,"9":2,"bb":3}}'],
    ["EDIT-05: an integer beyond 2^53", '{"account":7205759403792793601}'],
    ["numbers in every spelling", '{"a":1.0,"b":1e0,"c":-0.0,"d":2.50,"e":1E+2,"f":0.1000}'],
    ["blanks and line breaks", '{ "a" :\n\t[ 1 , 2 ] }'],
    ["SHOW-09: empty texts, nulls and empty containers", '{"a":"","b":null,"c":{},"d":[]}'],
    ["SHOW-01: invisible characters", '{"owner":"Nord\u200bwind","to":"exam\u2060ple.org"}'],
    ["a slash escaped and one not", '{"a":"\\/","b":"/"}'],
  ])("with %s come back as they were sent, by every call, and are claimed with the same text", async (_what, text) => {
    const created = await submit(text);
    const { id } = created.json;
    await decide(cast.reviewer, id, "approve");
    const read = await rest("GET", `/confirmations/${id}`, { as: cast.agent.key });
    const listed = await rest("GET", "/confirmations?limit=1", { as: cast.agent.key });
    const taken = await claim(id, text);
    for (const answer of [created, read, listed, taken]) expect(answer.text).toContain(`"arguments":${text}`);
    expect(taken.status).toBe(200);
    expect(taken.json.grant.arguments_digest).toBe(created.json.arguments_digest);
    const person = await rest("GET", `/confirmations/${id}`, { as: cast.reviewer.token });
    expect(person.text).toContain(`"arguments":${text}`);
    expect(person.json.masked).toEqual([]);
  });

  test("SIGN-13: match their digest after the process has let go of everything", async () => {
    const text = '{"zeta":1,"a":{"10":1,"9":2,"bb":3}}';
    const created = await submit(text);
    await decide(cast.reviewer, created.json.id, "approve");
    await disconnect();
    const read = await rest("GET", `/confirmations/${created.json.id}`, { as: cast.agent.key });
    expect(read.json.arguments_digest).toBe(created.json.arguments_digest);
    expect((await claim(created.json.id, text)).status).toBe(200);
  });

  test("SHOW-13: are previewed without half characters, wherever the cut falls", async () => {
    for (let length = 70; length < 90; length++) {
      const { status } = await submit(JSON.stringify({ text: `${"a".repeat(length)}😀tail` }));
      expect(status).toBe(201);
    }
    const [{ previews }] = await query<{ previews: string }>(
      "SELECT string_agg(preview, '\n') AS previews FROM confirmation",
    );
    expect(previews).not.toMatch(/\ufffd|\\ud83d(?!\\ude00)/i);
    expect(previews.isWellFormed()).toBe(true);
  });

  test("SECR-07: are never changed by a mask: the agent claims what it sent", async () => {
    const text = '{"file":"token=ghp_abcdefghijklmnopqrstuvwxyz0123456789","password":"qX-71a"}';
    const { json } = await submit(text);
    await decide(cast.reviewer, json.id, "approve");
    const person = await rest("GET", `/confirmations/${json.id}`, { as: cast.reviewer.token });
    expect(person.text).not.toContain("qX-71a");
    expect(person.json.masked).toContain("/password");
    expect((await claim(json.id, text)).text).toContain(`"arguments":${text}`);
  });
});

describe("an answer", () => {
  test("has the documented shape: absent instead of null, instants in UTC with milliseconds, a request id", async () => {
    const { json, headers, text } = await submit('{"a":null}');
    expect(Object.keys(json).sort()).toEqual(
      [
        "agent",
        "arguments",
        "arguments_digest",
        "created_at",
        "decidable_until",
        "id",
        "intent_fingerprint",
        "links",
        "operation_digest",
        "policy",
        "server_time",
        "state",
        "tool",
        "wait_ends_at",
      ].sort(),
    );
    expect(text.replace('"arguments":{"a":null}', "")).not.toContain("null");
    for (const instant of ["created_at", "server_time", "wait_ends_at", "decidable_until"]) {
      expect(json[instant]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(json.links.self).toMatch(new RegExp(`/api/v1/confirmations/${json.id}$`));
  });

  test("to a claim is the grant, and says in words what is not promised", async () => {
    const { json } = await submit('{"a":1.0}');
    await decide(cast.reviewer, json.id, "approve");
    const taken = await claim(json.id, '{"a":1}');
    expect(Object.keys(taken.json.grant).sort()).toEqual(
      [
        "arguments",
        "arguments_digest",
        "attempt",
        "execution_id",
        "idempotency_key",
        "intent_fingerprint",
        "outcome_due_by",
        "start_by",
        "token",
      ].sort(),
    );
    expect(taken.text).toContain('"grant":{"execution_id"');
    expect(taken.json.notice).toMatch(/At most one execution is not/);
    expect(taken.json.execution).toMatchObject({ state: "submitted", attempt: 1 });
  });
});
