import { expect, it } from "vitest";
import { parseConfiguration } from "./configuration";

const NO_WINDOWS = { decisionSeconds: null, startSeconds: null, outcomeSeconds: null };

it("tools are read from YAML and from JSON alike", () => {
  const read = { tools: [{ name: "issue_refund", idempotent: true, schema: null, windows: NO_WINDOWS }] };
  expect(parseConfiguration("tools:\n  - name: issue_refund\n    idempotent: true\n", "f")).toEqual(read);
  expect(parseConfiguration('{"tools":[{"name":"issue_refund","idempotent":true}]}', "f")).toEqual(read);
});

it("a tool is described whole: its risk, its schema, what to mask, its windows", () => {
  const text = `
tools:
  - name: issue_refund
    risk: high
    reversible: false
    idempotent: true
    edits: true
    schema: { type: object, required: [order_id], properties: { order_id: { type: string } } }
    masked: [/card/number]
    windows: { decision: 4h, start: 10m, outcome: 5m }
`;
  expect(parseConfiguration(text, "f").tools).toEqual([
    {
      name: "issue_refund",
      risk: "high",
      reversible: false,
      idempotent: true,
      edits: true,
      schema: '{"type":"object","required":["order_id"],"properties":{"order_id":{"type":"string"}}}',
      masked: ["/card/number"],
      windows: { decisionSeconds: 14_400, startSeconds: 600, outcomeSeconds: 300 },
    },
  ]);
});

it.each([
  ["an unknown key", "tools:\n  - name: a\n    idempotent: true\n    color: red\n", "f:4: tools.0.color"],
  ["an unknown section", "tools: []\nrules: []\n", "f:2: rules"],
  ["a word where true or false belongs", "tools:\n  - name: a\n    idempotent: often\n", "f:3: tools.0.idempotent"],
  [
    "a window beyond its limits",
    "tools:\n  - name: a\n    windows: { decision: 31d }\n",
    "f:3: tools.0.windows.decision",
  ],
  ["a schema that is none", "tools:\n  - name: a\n    schema: { type: nonsense }\n", "f:3: tools.0.schema"],
  ["a mask that points nowhere", "tools:\n  - name: a\n    masked: [card]\n", "f:3: tools.0.masked.0"],
  ["a key that comes twice", "tools: []\ntools: []\n", "f: Map keys must be unique at line 2"],
  ["an empty file", "", "f: the file"],
])("%s is refused at its place", (_what, text, place) => {
  expect(() => parseConfiguration(text, "f")).toThrow(place);
});
