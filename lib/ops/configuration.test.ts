import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ConfiguredTool, DEFAULT_LIMITS, faultsBeside, type WholeConfiguration } from "@/lib/kernel/configuration";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import { RISKS, UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { readConfiguration } from "./configuration";
import { configurationDiff, lineDiff } from "./configuration-diff";
import { writeConfiguration } from "./configuration-text";

const read = (text: string) => readConfiguration(text, "f").configuration;
const HOUR = 3_600;

/** The file of the issue that asked for it. */
const WHOLE = `
tools:
  - name: issue_refund
    risk: high                      # low | medium | high | critical
    reversible: false
    idempotent: true                # the target takes an idempotency key
    edits: true
    schema: { type: object, required: [order_id, amount], properties: { order_id: { type: string }, amount: { type: number, minimum: 0 } } }
    masked: [/card/number]          # JSON Pointers, beside the general rules
    windows: { decision: 4h, start: 10m, outcome: 5m }
    approvals: 2
    tiers: [{ group: support, wait: 30m }, { group: on-call, wait: 1h }]
    caps: { per_day: 20 }
groups:
  - { name: support, members: [a@example.org, B@Example.org] }
  - { name: on-call, members: [] }
limits:
  deny: { count: 3, within: 10m }
  pending: { per_agent: 100, total: 5000 }
  resubmit: { max: 3, min_interval: 1m }
policy:
  rules:
    - { id: small-refunds, effect: allow, when: 'tool == "issue_refund" && args.amount <= 50.0', reason: small refunds are routine }
    - { id: no-drops, effect: deny, when: 'tool == "run_sql" && args.sql.matches("(?is).*\\\\bdrop\\\\b.*")', reason: never by an agent }
  tests:
    - { rule: small-refunds, given: { tool: issue_refund, arguments: { amount: 49.99 } }, expect: allow }
`;

describe("a file", () => {
  it("describes tools, groups, limits and policy whole", () => {
    const { tools, groups, limits, policy } = read(WHOLE);
    expect(tools).toEqual([
      {
        name: "issue_refund",
        description: null,
        risk: "high",
        reversible: false,
        idempotent: true,
        edits: true,
        schema:
          '{"type":"object","required":["order_id","amount"],"properties":{"order_id":{"type":"string"},"amount":{"type":"number","minimum":0}}}',
        masked: ["/card/number"],
        windows: { decisionSeconds: 4 * HOUR, startSeconds: 600, outcomeSeconds: 300 },
        disabled: false,
        approvals: 2,
        tiers: [
          { group: "support", waitSeconds: 1_800 },
          { group: "on-call", waitSeconds: HOUR },
        ],
        capPerDay: 20,
      },
    ]);
    expect(groups?.[0]).toEqual({ name: "support", members: ["a@example.org", "b@example.org"] });
    expect(limits).toEqual({
      deny: { count: 3, withinSeconds: 600 },
      pending: { perAgent: 100, total: 5_000 },
      resubmit: { max: 3, minIntervalSeconds: 60, after: ["denied", "expired", "cancelled"] },
    });
    expect(policy?.rules.map(({ id }) => id)).toEqual(["small-refunds", "no-drops"]);
  });

  it("is read from JSON as from YAML, and says nothing of the sections it leaves out", () => {
    expect(read('{"tools":[{"name":"a","idempotent":true}]}')).toEqual(
      read("tools:\n  - name: a\n    idempotent: true\n"),
    );
    expect(read("tools:\n  - name: a\n")).toEqual({ tools: [{ name: "a", ...UNKNOWN_TOOL }] });
    expect(read("limits:\n  deny: { count: 5 }\n").limits).toEqual({ deny: { count: 5, withinSeconds: 600 } });
    expect(read("{}")).toEqual({});
  });

  it.each([
    ["an unknown key", "tools:\n  - name: a\n    idempotent: true\n    color: red\n", "f:4: tools.0.color"],
    ["an unknown section", "tools: []\nrules: []\n", "f:2: rules"],
    ["an unknown key deep inside", "tools:\n  - name: a\n    windows:\n      wait: 1m\n", "f:4: tools.0.windows.wait"],
    ["a word where true or false belongs", "tools:\n  - name: a\n    idempotent: often\n", "f:3: tools.0.idempotent"],
    [
      "a window beyond its limits",
      "tools:\n  - name: a\n    windows: { decision: 31d }\n",
      "f:3: tools.0.windows.decision",
    ],
    ["a schema that is none", "tools:\n  - name: a\n    schema: { type: nonsense }\n", "f:3: tools.0.schema"],
    ["a mask that points nowhere", "tools:\n  - name: a\n    masked: [card]\n", "f:3: tools.0.masked.0"],
    ["a tool without a name", "tools:\n  - risk: low\n", "f:2: tools.0.name"],
    ["a name that hides something", 'tools:\n  - name: "a\\u200bb"\n', "f:2: tools.0.name: must be plain visible text"],
    ["a tool that comes twice", "tools:\n  - name: a\n  - name: a\n", "f:3: tools.1.name: comes twice"],
    ["no approval at all", "tools:\n  - { name: a, approvals: 0 }\n", "f:2: tools.0.approvals"],
    ["eleven approvals", "tools:\n  - { name: a, approvals: 11 }\n", "f:2: tools.0.approvals"],
    [
      "a wait that is no duration",
      "tools:\n  - name: a\n    tiers:\n      - { group: g, wait: 90 }\n",
      "f:4: tools.0.tiers.0.wait",
    ],
    ["a wait of nothing", "tools:\n  - name: a\n    tiers: [{ group: g, wait: 0s }]\n", "f:3: tools.0.tiers.0.wait"],
    ["a member who is no e-mail", "groups:\n  - { name: g, members: [nobody] }\n", "f:2: groups.0.members.0"],
    [
      "a member named twice",
      "groups:\n  - { name: g, members: [a@b.example, A@b.example] }\n",
      "f:2: groups.0.members.1: comes twice",
    ],
    ["a limit of none", "limits:\n  deny: { count: 0, within: 10m }\n", "f:2: limits.deny.count"],
    ["an end there is not", "limits:\n  resubmit: { max: 1, after: [lost] }\n", "f:2: limits.resubmit.after.0"],
    [
      "a rule that does not compile",
      "policy:\n  rules:\n    - id: a\n      effect: ask\n      reason: why\n      when: tool =\n",
      "f:6: policy.rules.0.when",
    ],
    [
      "a rule without a reason",
      "policy:\n  rules:\n    - { id: a, effect: ask, when: 'true' }\n",
      "f:3: policy.rules.0.reason",
    ],
    [
      "an effect there is not",
      "policy:\n  rules:\n    - { id: a, effect: maybe, when: 'true', reason: b }\n",
      "f:3: policy.rules.0.effect",
    ],
    [
      "a test that fails",
      "policy:\n  rules:\n    - { id: a, effect: deny, when: 'tool == \"x\"', reason: b }\n  tests:\n    - { given: { tool: x }, expect: allow }\n",
      "f:5: policy.tests.0: the test fails: it expects allow, and the rules say deny by a",
    ],
    [
      "a test of a rule that is not there",
      "policy:\n  tests:\n    - { rule: b, given: { tool: x }, expect: ask }\n",
      "f:3: policy.tests.0",
    ],
    ["a key that comes twice", "tools: []\ntools: []\n", "f: Map keys must be unique at line 2"],
    ["an empty file", "", "f: the file"],
    ["an empty section", "tools:\n", "f:1: tools"],
  ])("%s is refused at its place", (_what, text, place) => {
    expect(() => read(text)).toThrow(place);
  });

  it("tells of everything that is wrong at once", () => {
    expect(() => read("tools:\n  - { name: a, color: red }\n  - { name: b, risk: grave }\n")).toThrow(
      /f:2: tools\.0\.color.*\n.*f:3: tools\.1\.risk/,
    );
  });
});

describe("ESC-02: the waits of a tool's tiers", () => {
  const tiers = (...hours: number[]) => hours.map((each, at) => ({ group: `g${at}`, waitSeconds: each * HOUR }));
  const tool = (more: Partial<ConfiguredTool>): ConfiguredTool => ({ name: "a", ...UNKNOWN_TOOL, ...more });
  const known = { groups: new Set(["g0", "g1"]), emails: new Set<string>(), decisionWindowSeconds: 24 * HOUR };
  const faults = (more: Partial<ConfiguredTool>) => faultsBeside({ tools: [tool(more)] }, known);

  it("stay below its decision window: more is refused, exactly as much too, less is taken", () => {
    expect(faults({ tiers: tiers(20, 6) })).toEqual([
      {
        path: ["tools", 0, "tiers"],
        message: "the waits of its tiers come to 26h and must stay below its decision window of 1d",
      },
    ]);
    expect(faults({ tiers: tiers(20, 4) })).toHaveLength(1);
    expect(faults({ tiers: tiers(20, 3) })).toEqual([]);
  });

  it("go by the tool's own window, where it has one", () => {
    const windows = { decisionSeconds: 48 * HOUR, startSeconds: null, outcomeSeconds: null };
    expect(faults({ tiers: tiers(20, 6), windows })).toEqual([]);
    expect(faults({ tiers: tiers(1), windows: { ...windows, decisionSeconds: HOUR } })).toHaveLength(1);
  });

  it("are those of groups that are there, in the file or stored", () => {
    const tools = [tool({ tiers: tiers(1, 2) })];
    const groups = [{ name: "g1", members: ["a@b.example"] }];
    const path = ["tools", 0, "tiers", 1, "group"];
    expect(faultsBeside({ tools }, { ...known, groups: new Set(["g0"]) })).toMatchObject([{ path }]);
    const emails = new Set(["a@b.example"]);
    expect(faultsBeside({ tools, groups }, { ...known, groups: new Set(["g0"]), emails })).toEqual([]);
    expect(faultsBeside({ groups }, known)).toMatchObject([{ path: ["groups", 0, "members", 0] }]);
  });
});

const seconds = fc.integer({ min: 1, max: 30 * 24 * HOUR });
const within = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }));
/** Texts that YAML could take for something else, and any others. */
const text = fc.oneof(
  fc.constantFrom(
    "yes",
    "null",
    "~",
    "1e3",
    "0x1f",
    "- a",
    "a: b",
    "#",
    "'",
    '"',
    " x ",
    "a\nb\n",
    "!!str",
    "2026-01-01",
  ),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const name = fc.stringMatching(/^[a-z][a-z0-9_. :#-]{0,12}[a-z0-9]$/);
const json = fc.jsonValue({ maxDepth: 3 });
const tool: fc.Arbitrary<ConfiguredTool> = fc.record({
  name,
  description: fc.option(text),
  risk: fc.option(fc.constantFrom(...RISKS)),
  reversible: fc.option(fc.boolean()),
  idempotent: fc.boolean(),
  edits: fc.boolean(),
  schema: fc.option(json.map((value) => JSON.stringify({ type: "object", default: value }))),
  masked: fc.array(fc.constantFrom("/card", "/a~1b/0", "/#/-", "/yes"), { maxLength: 3 }),
  windows: fc.record({
    decisionSeconds: within(1, 30 * 24 * HOUR),
    startSeconds: within(10, 24 * HOUR),
    outcomeSeconds: within(10, 24 * HOUR),
  }),
  disabled: fc.boolean(),
  approvals: fc.integer({ min: 1, max: 10 }),
  tiers: fc.array(fc.record({ group: name, waitSeconds: seconds }), { maxLength: 3 }),
  capPerDay: within(0, 1_000),
});
const whole: fc.Arbitrary<WholeConfiguration> = fc.record({
  tools: fc.uniqueArray(tool, { selector: (each) => each.name, maxLength: 4 }),
  groups: fc.uniqueArray(
    fc.record({ name, members: fc.uniqueArray(fc.constantFrom("a@b.example", "no@b.example"), { maxLength: 2 }) }),
    { selector: (each) => each.name, maxLength: 3 },
  ),
  limits: fc.record({
    deny: fc.record({ count: fc.integer({ min: 1, max: 99 }), withinSeconds: seconds }),
    pending: fc.record({ perAgent: fc.integer({ min: 1, max: 999 }), total: fc.integer({ min: 1, max: 999 }) }),
    resubmit: fc.record({
      max: fc.nat(99),
      minIntervalSeconds: fc.oneof(fc.constant(0), seconds),
      after: fc.uniqueArray(fc.constantFrom("denied" as const, "expired" as const, "cancelled" as const)),
    }),
  }),
  policy: fc
    .uniqueArray(fc.record({ id: name, value: text }), { selector: (each) => each.id, maxLength: 4 })
    .map((ids) => ({
      rules: ids.map(({ id, value }) => ({
        id,
        effect: "ask" as const,
        when: `tool == ${JSON.stringify(id)} && args.x == 7205759403792793601`,
        reason: `why ${value.replaceAll(/[^\x20-\x7e]/g, ".")}`,
      })),
      tests: ids.map(({ id, value }) => ({
        rule: id,
        given: { tool: id, arguments: { x: 7205759403792793601n, note: value } },
        expect: "ask" as const,
      })),
    })),
});
const comparable = ({ policy, ...rest }: WholeConfiguration) => ({ ...rest, policy: writePolicyDocument(policy) });

describe("an export", () => {
  it("is read back as what it was made of, to the last digit, and made again is the same text", () => {
    fc.assert(
      fc.property(whole, (configuration) => {
        const exported = writeConfiguration(configuration);
        const back = read(exported) as WholeConfiguration;
        expect(comparable(back)).toEqual(comparable(configuration));
        expect(writeConfiguration(back)).toBe(exported);
        expect(configurationDiff(configuration, back)).toBe("");
      }),
      { numRuns: 150 },
    );
  });
});

describe("the diff", () => {
  it("names each thing that changes and shows its lines, and is empty where nothing does", () => {
    const before: WholeConfiguration = {
      tools: [{ name: "a", ...UNKNOWN_TOOL, risk: "low" }],
      groups: [{ name: "g", members: [] }],
      limits: DEFAULT_LIMITS,
      policy: { rules: [], tests: [] },
    };
    const after: WholeConfiguration = {
      ...before,
      tools: [{ name: "a", ...UNKNOWN_TOOL, risk: "high" }],
      groups: [],
      policy: { rules: [{ id: "r", effect: "ask", when: "true", reason: "why" }], tests: [] },
    };
    expect(configurationDiff(before, before)).toBe("");
    expect(configurationDiff(before, after)).toBe(
      [
        "@@ tool a @@",
        " name: a",
        "-risk: low",
        "+risk: high",
        "@@ group g @@",
        "-name: g",
        "-members: []",
        "@@ rule r @@",
        "+id: r",
        "+effect: ask",
        '+when: "true"',
        "+reason: why",
      ].join("\n"),
    );
  });

  it("gives back either side: without what is put in the one, without what is taken out the other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (was, is) => {
        const diff = lineDiff(was, is);
        const side = (mark: string) => diff.filter((line) => line[0] !== mark).map((line) => line.slice(1));
        expect([side("+"), side("-")]).toEqual([was, is]);
        if (was.join() === is.join()) expect(diff.every((line) => line.startsWith(" "))).toBe(true);
      }),
    );
  });
});
