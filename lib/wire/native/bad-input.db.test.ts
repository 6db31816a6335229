import { beforeAll, describe, expect, test } from "vitest";
import { ask, type Cast, countAll, decide, makeCast } from "@/lib/flow/fixtures";
import { query } from "@/lib/ops/testing/database";
import { type RestAnswer, rest } from "../in-process-rest";

/*
 * Whatever a caller can send is answered by a 4xx with a documented code, in the shape of a problem; it adds no row, and
 * the next good request works.
 */

let cast: Cast;
let pending: string;
let approved: string;
let claimed: string;
beforeAll(async () => {
  cast = await makeCast();
  pending = (await ask(cast.agent)).id;
  approved = (await ask(cast.agent)).id;
  claimed = (await ask(cast.agent)).id;
  await decide(cast.reviewer, approved, "approve");
  await decide(cast.reviewer, claimed, "approve");
  await rest("POST", `/confirmations/${claimed}/claim`, {
    as: cast.agent.key,
    body: '{"arguments":{"order_id":"A-7","amount":40}}',
  });
});

const GOOD = { tool: "t", arguments: {} };
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const withTool = (tool: string) => JSON.stringify({ ...GOOD, tool });
const withArguments = (text: string) => `{"tool":"t","arguments":${text}}`;
const withField = (name: string, value: unknown) => JSON.stringify({ ...GOOD, [name]: value });
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

type Row = [what: string, body: string | Uint8Array, status: number, code: string, path?: string];

/** What a title tells comes first. */
const titled = (rows: Row[]) =>
  rows.map(([what, body, status, code, path]) => [what, status, code, body, path] as const);

const SUBMISSIONS: Row[] = [
  // What is no JSON, or not the whole of it.
  ["a truncated body", '{"tool":"t","arguments":{"a":1', 400, "invalid_json"],
  ["a body that ends inside a text", '{"tool":"t', 400, "invalid_json"],
  ["two documents", '{"tool":"t","arguments":{}}{}', 400, "invalid_json"],
  ["a trailing comma", '{"tool":"t","arguments":{},}', 400, "invalid_json"],
  ["single quotes", "{'tool':'t'}", 400, "invalid_json"],
  ["a comment", '{"tool":"t",/* x */"arguments":{}}', 400, "invalid_json"],
  ["NaN", withArguments('{"a":NaN}'), 400, "invalid_json"],
  ["Infinity", withArguments('{"a":-Infinity}'), 400, "invalid_json"],
  ["a number with a leading zero", withArguments('{"a":01}'), 400, "invalid_json"],
  ["a number with a plus", withArguments('{"a":+1}'), 400, "invalid_json"],
  ["a number that ends at its point", withArguments('{"a":1.}'), 400, "invalid_json"],
  ["a hexadecimal number", withArguments('{"a":0x10}'), 400, "invalid_json"],
  ["an unescaped line break in a text", withArguments('{"a":"b\nc"}'), 400, "invalid_json"],
  ["an unknown escape", withArguments('{"a":"\\x41"}'), 400, "invalid_json"],
  ["undefined", withArguments("undefined"), 400, "invalid_json"],
  ["an HTML page", "<!doctype html><title>no</title>", 400, "invalid_json"],
  ["blanks alone", "   \n", 400, "invalid_json"],
  ["a byte order mark", bytes([0xef, 0xbb, 0xbf], JSON.stringify(GOOD)), 400, "invalid_json"],
  ["UTF-16", Buffer.from(JSON.stringify(GOOD), "utf16le"), 400, "invalid_json"],
  ["a byte that is no UTF-8", bytes('{"tool":"t","arguments":{"a":"', [0xff], '"}}'), 400, "invalid_json"],
  ["an overlong encoding", bytes('{"tool":"t","arguments":{"a":"', [0xc0, 0xaf], '"}}'), 400, "invalid_json"],
  [
    "a surrogate encoded in UTF-8",
    bytes('{"tool":"t","arguments":{"a":"', [0xed, 0xa0, 0x80], '"}}'),
    400,
    "invalid_json",
  ],
  ["a character cut in half", bytes('{"tool":"t","arguments":{"a":"', [0xf0, 0x9f], '"}}'), 400, "invalid_json"],
  // Keys.
  ["a key twice", '{"tool":"t","tool":"u","arguments":{}}', 400, "duplicate_key"],
  ["a key twice in the arguments", withArguments('{"a":1,"a":2}'), 400, "duplicate_key", "/arguments/a"],
  ["a key twice far down", withArguments('{"a":[{"b":{"c":1,"c":1}}]}'), 400, "duplicate_key", "/arguments/a/0/b/c"],
  ["a key twice, once escaped", withArguments('{"a":1,"\\u0061":2}'), 400, "duplicate_key", "/arguments/a"],
  ["__proto__ twice", withArguments('{"__proto__":1,"__proto__":2}'), 400, "duplicate_key", "/arguments/__proto__"],
  ["a key of 100 kB", withArguments(`{"${"k".repeat(100_000)}":1}`), 413, "too_large"],
  ["a key of 1 025 characters", withArguments(`{"${"k".repeat(1_025)}":1}`), 413, "too_large"],
  // Half characters.
  ["SIGN-12: a lone high surrogate", withArguments('{"t":"\\ud83d"}'), 400, "lone_surrogate", "/arguments/t"],
  ["SIGN-12: a lone low surrogate in a key", withArguments('{"\\udc00":1}'), 400, "lone_surrogate"],
  ["surrogates in the wrong order", withArguments('{"t":"\\ude00\\ud83d"}'), 400, "lone_surrogate"],
  ["a lone surrogate in the tool's name", '{"tool":"a\\ud800","arguments":{}}', 400, "lone_surrogate", "/tool"],
  // Depth and size.
  ["SHOW-11: 5 000 levels", withArguments(`{"a":${nested(5_000)}}`), 400, "too_deep"],
  ["SHOW-11: 50 000 levels", withArguments(`{"a":${nested(50_000)}}`), 400, "too_deep"],
  ["50 000 levels of objects", withArguments(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`), 400, "too_deep"],
  ["50 000 levels that are never closed", "[".repeat(50_000), 400, "too_deep"],
  ["65 levels of arguments", withArguments(`{"a":${nested(64)}}`), 400, "too_deep"],
  ["SHOW-12: a text of 5 MB", withArguments(`{"a":"${"x".repeat(5_000_000)}"}`), 413, "too_large"],
  ["a body of just over 1 MiB", withArguments(`{"a":"${"x".repeat(1_048_576)}"}`), 413, "too_large"],
  ["arguments of just over 256 KiB", withArguments(`{"a":"${"x".repeat(262_144)}"}`), 413, "too_large", "/arguments"],
  [
    "a context of just over 256 KiB",
    `{"tool":"t","arguments":{},"context":{"a":"${"x".repeat(262_144)}"}}`,
    413,
    "too_large",
    "/context",
  ],
  ["SHOW-12: 10 001 members", withArguments(members(10_001)), 413, "too_large", "/arguments"],
  ["10 001 items", withArguments(`{"a":[${Array(10_000).fill("0").join()}]}`), 413, "too_large", "/arguments"],
  ["20 200 members", withArguments(members(20_200)), 413, "too_large"],
  ["a number of 1 001 digits", withArguments(`{"a":0.${"1".repeat(1_000)}}`), 413, "too_large", "/arguments/a"],
  // Numbers that no double holds.
  ["1e400", withArguments('{"a":1e400}'), 422, "invalid_request", "/arguments/a"],
  ["-1e400", withArguments('{"a":-1e400}'), 422, "invalid_request", "/arguments/a"],
  ["1e-400", withArguments('{"a":1e-400}'), 422, "invalid_request", "/arguments/a"],
  [
    "an exponent of a thousand digits",
    withArguments(`{"a":1e${"9".repeat(900)}}`),
    422,
    "invalid_request",
    "/arguments/a",
  ],
  // Shapes.
  ["no body", "", 422, "invalid_request", "/tool"],
  ["an empty object", "{}", 422, "invalid_request", "/tool"],
  ["an array for a body", "[]", 422, "invalid_request", ""],
  ["null for a body", "null", 422, "invalid_request", ""],
  ["a number for a body", "7", 422, "invalid_request", ""],
  ["a text for a body", '"approve"', 422, "invalid_request", ""],
  ["no arguments", '{"tool":"t"}', 422, "invalid_request", "/arguments"],
  ["SHOW-09: null for arguments", withArguments("null"), 422, "invalid_request", "/arguments"],
  ["an array for arguments", withArguments("[]"), 422, "invalid_request", "/arguments"],
  ["a text for arguments", withArguments('"{}"'), 422, "invalid_request", "/arguments"],
  ["an array for a context", withField("context", []), 422, "invalid_request", "/context"],
  ["null for an optional field", withField("target", null), 422, "invalid_request", "/target"],
  ["an unknown field", withField("priority", 1), 422, "invalid_request", "/priority"],
  ["BIND-10: a state of one's own", withField("state", "approved"), 422, "invalid_request", "/state"],
  [
    "__proto__ for a field",
    '{"tool":"t","arguments":{},"__proto__":{"state":"approved"}}',
    422,
    "invalid_request",
    "/__proto__",
  ],
  ["constructor for a field", withField("constructor", {}), 422, "invalid_request", "/constructor"],
  // The tool's name.
  ["no tool", '{"arguments":{}}', 422, "invalid_request", "/tool"],
  ["an empty tool", withTool(""), 422, "invalid_request", "/tool"],
  ["a tool of blanks", withTool("   "), 422, "invalid_request", "/tool"],
  ["a tool of 129 characters", withTool("t".repeat(129)), 422, "invalid_request", "/tool"],
  ["a number for a tool", withField("tool", 7), 422, "invalid_request", "/tool"],
  ["null for a tool", withField("tool", null), 422, "invalid_request", "/tool"],
  ["SHOW-02: a bidirectional override in the tool", withTool("inv\u202efdp"), 422, "invalid_request", "/tool"],
  ["a bidirectional isolate in the tool", withTool("\u2066note\u2069"), 422, "invalid_request", "/tool"],
  ["SHOW-01: a zero-width space in the tool", withTool("pay\u200bment"), 422, "invalid_request", "/tool"],
  ["a soft hyphen in the tool", withTool("pay\u00adment"), 422, "invalid_request", "/tool"],
  ["a byte order mark in the tool", withTool("\ufefftool"), 422, "invalid_request", "/tool"],
  ["SHOW-06: an escape in the tool", withTool("a\u001b[2K"), 422, "invalid_request", "/tool"],
  ["a line break in the tool", withTool("a\nb"), 422, "invalid_request", "/tool"],
  ["a tab in the tool", withTool("a\tb"), 422, "invalid_request", "/tool"],
  ["a NUL in the tool", withTool("a\u0000b"), 422, "invalid_request", "/tool"],
  // Other texts.
  ["a NUL in the session", withField("session", "a\u0000b"), 422, "invalid_request", "/session"],
  ["a NUL in the reasoning", withField("reasoning", "\u0000"), 422, "invalid_request", "/reasoning"],
  ["an empty target", withField("target", ""), 422, "invalid_request", "/target"],
  ["a target of 513 characters", withField("target", "x".repeat(513)), 422, "invalid_request", "/target"],
  ["a session of 257 characters", withField("session", "x".repeat(257)), 422, "invalid_request", "/session"],
  ["a list for a group", withField("group", ["a"]), 422, "invalid_request", "/group"],
  ["a number for a subject", withField("on_behalf_of", 1), 422, "invalid_request", "/on_behalf_of"],
  [
    "a reasoning of 16 385 characters",
    withField("reasoning", "x".repeat(16_385)),
    422,
    "invalid_request",
    "/reasoning",
  ],
  ["supersedes what is no id", withField("supersedes", "latest"), 422, "invalid_request", "/supersedes"],
  // Durations.
  ...["0s", "1.5h", "31d", "-5m", "5", "", "1h30m", "PT5M", "5 m", "1e3s", "999999999999999999999s", "24H"].map(
    (text): Row => [
      `a decision window of ${JSON.stringify(text)}`,
      withField("decision_window", text),
      422,
      "invalid_request",
      "/decision_window",
    ],
  ),
  [
    "a decision window of 3600 as a number",
    withField("decision_window", 3600),
    422,
    "invalid_request",
    "/decision_window",
  ],
  ["a wait window of 11m", withField("wait_window", "11m"), 422, "invalid_request", "/wait_window"],
  ["a wait window of 601s", withField("wait_window", "601s"), 422, "invalid_request", "/wait_window"],
  ["a wait window of 0s", withField("wait_window", "0s"), 422, "invalid_request", "/wait_window"],
];

function expectProblem(answer: RestAnswer, status: number, code: string, path?: string): void {
  expect([answer.status, answer.json?.code, answer.json?.detail]).toEqual([status, code, expect.any(String)]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.json).toMatchObject({
    type: `urn:countersign:problem:${code}`,
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    request_id: answer.headers.get("x-request-id"),
  });
  expect(answer.json.request_id).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.json.errors !== undefined || path !== undefined) {
    for (const each of answer.json.errors)
      expect(each).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  if (path !== undefined) expect(answer.json.errors.map((each: { path: string }) => each.path)).toContain(path);
  // Nothing of the inside gets out.
  expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|prisma|select |zod/i);
  expect(answer.text.length).toBeLessThan(20_000);
}

/** Refused as documented, with no row and no decision, and no harm done to what comes next. */
async function refused(call: () => Promise<RestAnswer>, status: number, code: string, path?: string): Promise<void> {
  const before = (await countAll()).confirmations;
  const states = () => query("SELECT id, state, execution_state FROM confirmation ORDER BY id");
  const standing = await states();
  expectProblem(await call(), status, code, path);
  expect((await countAll()).confirmations).toBe(before);
  expect(await states()).toEqual(standing);
}

const submit = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  rest("POST", "/confirmations", { as: cast.agent.key, body, headers });

describe("a submission", () => {
  test("there are at least sixty bad ones", () => {
    expect(SUBMISSIONS.length).toBeGreaterThan(60);
  });

  test.each(titled(SUBMISSIONS))("with %s is answered %i %s", async (_what, status, code, body, path) => {
    await refused(() => submit(body), status, code, path);
  });

  test("that is good works after all of them", async () => {
    const answer = await submit(JSON.stringify(GOOD));
    expect([answer.status, answer.json.state]).toEqual([201, "pending"]);
  });

  test.each([
    ["text/plain", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["JSON in another encoding", "application/json; charset=utf-16"],
    ["almost JSON", "application/json5"],
    ["XML", "application/xml"],
    ["nothing", ""],
  ])("said to be %s is answered 415, whatever is in it", async (_what, type) => {
    await refused(() => submit(JSON.stringify(GOOD), { "content-type": type }), 415, "unsupported_media_type");
  });

  test.each(["application/json", "application/json; charset=utf-8", 'APPLICATION/JSON;charset="UTF-8"'])(
    "said to be %s is taken",
    async (type) => {
      expect((await submit(JSON.stringify(GOOD), { "content-type": type })).status).toBe(201);
    },
  );

  test.each([
    ["of 256 characters", "k".repeat(256)],
    ["with a blank", "a b"],
    ["that is not ASCII", "schl\u00fcssel"],
    ["that is empty", ""],
    ["of blanks", "   "],
    ["with a tab", "a\tb"],
  ])("with an Idempotency-Key %s is answered 422", async (_what, key) => {
    const call = () => submit(JSON.stringify(GOOD), { "idempotency-key": key });
    await refused(call, 422, "invalid_request", "Idempotency-Key");
  });

  test.each(["0", "soon", "-1s", "1.5s", "60", "10x", ""])("with wait=%j is answered 422", async (wait) => {
    const path = `/confirmations?wait=${encodeURIComponent(wait)}`;
    const call = () => rest("POST", path, { as: cast.agent.key, body: GOOD });
    await refused(call, 422, "invalid_request", "/wait");
  });

  test("at every limit is taken", async () => {
    for (const body of [
      withTool("t".repeat(128)),
      withTool("名前 – Straße"),
      withArguments(`{"a":${nested(63)}}`),
      withArguments(members(10_000)),
      withArguments(`{"a":"${"x".repeat(262_144 - 8)}"}`),
      withField("decision_window", "30d"),
      withField("decision_window", "1s"),
      withField("wait_window", "10m"),
      withArguments('{"a":1e308,"b":-1e-300,"c":0e999}'),
    ]) {
      expect((await submit(body)).status).toBe(201);
    }
    expect((await submit(JSON.stringify(GOOD), { "idempotency-key": "k".repeat(255) })).status).toBe(201);
  });

  test("with __proto__ among its arguments is kept as it is, and changes nothing else", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x"}';
    const answer = await submit(withArguments(text));
    expect([answer.status, answer.text.includes(`"arguments":${text}`)]).toEqual([201, true]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("a query", () => {
  test.each([
    ["limit=0", "/limit"],
    ["limit=201", "/limit"],
    ["limit=abc", "/limit"],
    ["limit=-1", "/limit"],
    ["limit=1.5", "/limit"],
    ["limit=", "/limit"],
    ["limit=1&limit=2", "/limit"],
    ["state=open", "/state"],
    ["state=PENDING", "/state"],
    ["state=pending&state=denied", "/state"],
    ["cursor=abc", "/cursor"],
    ["cursor=%20", "/cursor"],
    [`cursor=${Buffer.from("n.not-an-id").toString("base64url")}`, "/cursor"],
    [`cursor=${Buffer.from(`c.${"0".repeat(8)}-0000-7000-8000-000000000000.1`).toString("base64url")}`, "/cursor"],
    [`cursor=${"a".repeat(257)}`, "/cursor"],
    ["q=%00", "/q"],
    [`q=${"x".repeat(257)}`, "/q"],
    ["tool=%00", "/tool"],
    ["session=", "/session"],
    ["agent=%00", "/agent"],
    ["offset=20", "/offset"],
    ["__proto__=1", "/__proto__"],
    ["__proto__=1&__proto__=2", "/__proto__"],
  ])("%s is answered 422 and names the parameter", async (search, path) => {
    for (const as of [cast.agent.key, cast.reviewer.token]) {
      await refused(() => rest("GET", `/confirmations?${search}`, { as }), 422, "invalid_request", path);
    }
  });

  test.each(["wait=abc", "wait=-5s", "wait=1s&wait=2s", "hold=1s"])(
    "%s on one confirmation is answered 422",
    async (search) => {
      await refused(
        () => rest("GET", `/confirmations/${pending}?${search}`, { as: cast.agent.key }),
        422,
        "invalid_request",
      );
    },
  );

  test.each([
    "not-an-id",
    "0",
    "%00",
    "..%2F..",
    "00000000-0000-7000-8000-00000000000g",
    "00000000-0000-7000-8000-000000000000",
    "'%20OR%201=1--",
    "a".repeat(5_000),
  ])("for the id %j is answered 404", async (id) => {
    for (const as of [cast.agent.key, cast.reviewer.token]) {
      await refused(() => rest("GET", `/confirmations/${id}`, { as }), 404, "not_found");
      await refused(() => rest("GET", `/confirmations/${id}/events`, { as }), 404, "not_found");
    }
    const verdict = { as: cast.reviewer.token, body: { verdict: "approve" } };
    await refused(() => rest("POST", `/confirmations/${id}/decision`, verdict), 404, "not_found");
  });
});

describe("a credential", () => {
  const key = (prefix: string) => `${prefix}${"x".repeat(43)}`;
  test.each([
    ["none", undefined],
    ["an unknown agent's key", `Bearer ${key("csa_")}`],
    ["an unknown person's token", `Bearer ${key("csr_")}`],
    ["another scheme", "Basic YTpi"],
    ["no secret", "Bearer "],
    ["a secret of another make", "Bearer sk_live_1234"],
    ["an SQL fragment", "Bearer csa_' OR 1=1--"],
    ["a secret of a megabyte", `Bearer csa_${"x".repeat(1_000_000)}`],
  ])("that is %s is answered 401", async (_what, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const call = () => rest("POST", "/confirmations", { body: GOOD, headers });
    await refused(call, 401, "unauthenticated");
    await refused(() => rest("GET", "/confirmations", { headers }), 401, "unauthenticated");
    expect((await call()).headers.get("www-authenticate")).toBe("Bearer");
  });

  test("of a person files nothing, claims nothing and reports nothing; of an agent decides nothing", async () => {
    const person = { as: cast.admin.token, body: GOOD };
    await refused(() => rest("POST", "/confirmations", person), 403, "not_an_agent");
    await refused(() => rest("POST", `/confirmations/${approved}/claim`, person), 403, "not_an_agent");
    await refused(() => rest("POST", `/confirmations/${claimed}/outcome`, person), 403, "not_an_agent");
    const agent = { as: cast.agent.key, body: { verdict: "approve" } };
    await refused(() => rest("POST", `/confirmations/${pending}/decision`, agent), 403, "not_a_reviewer");
    const auditor = { as: cast.auditor.token, body: { verdict: "approve" } };
    await refused(() => rest("POST", `/confirmations/${pending}/decision`, auditor), 403, "not_a_reviewer");
    const cancel = { as: cast.reviewer.token, body: {} };
    await refused(() => rest("POST", `/confirmations/${pending}/cancel`, cancel), 403, "forbidden");
  });
});

describe("a decision", () => {
  test.each(
    titled([
      ["verdict 1", '{"verdict":1}', 422, "invalid_request", "/verdict"],
      ["verdict true", '{"verdict":true}', 422, "invalid_request", "/verdict"],
      ["verdict APPROVE", '{"verdict":"APPROVE"}', 422, "invalid_request", "/verdict"],
      ["verdict {}", '{"verdict":{}}', 422, "invalid_request", "/verdict"],
      ["BIND-08: approved 1", '{"approved":1}', 422, "invalid_request", "/approved"],
      ["no verdict", "{}", 422, "invalid_request", "/verdict"],
      ["two verdicts", '{"verdict":"deny","verdict":"approve"}', 400, "duplicate_key", "/verdict"],
      ["SIGN-11: a NUL in the reason", '{"verdict":"deny","reason":"a\\u0000b"}', 422, "invalid_request", "/reason"],
      [
        "a reason of 4 001 characters",
        JSON.stringify({ verdict: "deny", reason: "x".repeat(4_001) }),
        422,
        "invalid_request",
        "/reason",
      ],
      ["a number for a reason", '{"verdict":"deny","reason":5}', 422, "invalid_request", "/reason"],
      ["a denial without a reason", '{"verdict":"deny"}', 422, "invalid_request", "/reason"],
      [
        "a denial with arguments",
        '{"verdict":"deny","reason":"no","arguments":{}}',
        422,
        "invalid_request",
        "/arguments",
      ],
      [
        "a digest of another make",
        '{"verdict":"approve","seen_digest":"md5:1"}',
        422,
        "invalid_request",
        "/seen_digest",
      ],
      [
        "a digest in capitals",
        `{"verdict":"approve","seen_digest":"sha256:${"A".repeat(64)}"}`,
        422,
        "invalid_request",
        "/seen_digest",
      ],
      [
        "edited arguments that are too large",
        `{"verdict":"approve","arguments":{"a":"${"x".repeat(262_144)}"}}`,
        413,
        "too_large",
        "/arguments",
      ],
      [
        "edited arguments with a lone surrogate",
        '{"verdict":"approve","arguments":{"a":"\\ud800"}}',
        400,
        "lone_surrogate",
        "/arguments/a",
      ],
      [
        "edited arguments beyond any double",
        '{"verdict":"approve","arguments":{"a":1e400}}',
        422,
        "invalid_request",
        "/arguments/a",
      ],
      ["another's id in the body", `{"verdict":"approve","id":"x"}`, 422, "invalid_request", "/id"],
    ]),
  )("with %s is answered %i %s, and nothing is decided", async (_what, status, code, body, path) => {
    const call = () => rest("POST", `/confirmations/${pending}/decision`, { as: cast.reviewer.token, body });
    await refused(call, status, code, path);
  });
});

describe("a claim, an outcome and a withdrawal", () => {
  test.each(
    titled([
      ["neither arguments nor their digest", "{}", 422, "invalid_request", "/arguments"],
      ["both", `{"arguments":{},"arguments_digest":"sha256:${"0".repeat(64)}"}`, 422, "invalid_request", "/arguments"],
      ["null for arguments", '{"arguments":null}', 422, "invalid_request", "/arguments"],
      ["a digest that is none", '{"arguments_digest":"sha256:xyz"}', 422, "invalid_request", "/arguments_digest"],
      ["a number for a target", '{"arguments":{},"target":1}', 422, "invalid_request", "/target"],
      ["an unknown field", '{"arguments":{},"force":true}', 422, "invalid_request", "/force"],
      ["other arguments", '{"arguments":{"amount":4000}}', 409, "arguments_differ"],
    ]),
  )("a claim with %s is answered %i %s and uses nothing up", async (_what, status, code, body, path) => {
    const call = () => rest("POST", `/confirmations/${approved}/claim`, { as: cast.agent.key, body });
    await refused(call, status, code, path);
  });

  test.each(
    titled([
      ["no result", "{}", 422, "invalid_request", "/result"],
      ["an unknown result", '{"result":"done"}', 422, "invalid_request", "/result"],
      ["a boolean result", '{"result":true}', 422, "invalid_request", "/result"],
      ["an unknown phase", '{"result":"failed","phase":"later"}', 422, "invalid_request", "/phase"],
      [
        "the phase that only people bring",
        '{"result":"failed","phase":"reconciled"}',
        422,
        "invalid_request",
        "/phase",
      ],
      ["a NUL in the detail", '{"result":"failed","detail":"\\u0000"}', 422, "invalid_request", "/detail"],
      ["an empty reference", '{"result":"succeeded","reference":""}', 422, "invalid_request", "/reference"],
      ["an attempt that is no number", '{"result":"succeeded","attempt":"2"}', 422, "invalid_request", "/attempt"],
      ["an attempt before the first", '{"result":"succeeded","attempt":0}', 422, "invalid_request", "/attempt"],
    ]),
  )("an outcome with %s is answered %i %s and settles nothing", async (_what, status, code, body, path) => {
    const call = () => rest("POST", `/confirmations/${claimed}/outcome`, { as: cast.agent.key, body });
    await refused(call, status, code, path);
  });

  test.each(
    titled([
      ["a NUL in the reason", '{"reason":"\\u0000"}', 422, "invalid_request", "/reason"],
      ["a list for a reason", '{"reason":[]}', 422, "invalid_request", "/reason"],
      ["an unknown field", '{"state":"cancelled"}', 422, "invalid_request", "/state"],
      ["a truncated body", '{"reason":"x', 400, "invalid_json"],
    ]),
  )("a withdrawal with %s is answered %i %s and withdraws nothing", async (_what, status, code, body, path) => {
    const call = () => rest("POST", `/confirmations/${pending}/cancel`, { as: cast.agent.key, body });
    await refused(call, status, code, path);
  });
});

describe("after all that", () => {
  test("the good calls all work", async () => {
    const decided = await rest("POST", `/confirmations/${pending}/decision`, {
      as: cast.reviewer.token,
      body: { verdict: "approve" },
    });
    const presented = { as: cast.agent.key, body: '{"arguments":{"order_id":"A-7","amount":40.00}}' };
    const taken = await rest("POST", `/confirmations/${approved}/claim`, presented);
    const reported = await rest("POST", `/confirmations/${claimed}/outcome`, {
      as: cast.agent.key,
      body: { result: "succeeded" },
    });
    expect([decided.status, taken.status, reported.status]).toEqual([200, 200, 200]);
  });
});
