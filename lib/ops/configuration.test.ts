import { expect, it } from "vitest";
import { parseConfiguration } from "./configuration";

it("tools are read from YAML and from JSON alike", () => {
  const tools = [{ name: "issue_refund", idempotent: true }];
  expect(parseConfiguration("tools:\n  - name: issue_refund\n    idempotent: true\n", "f")).toEqual({ tools });
  expect(parseConfiguration(JSON.stringify({ tools }), "f")).toEqual({ tools });
});

it.each([
  ["an unknown key", "tools:\n  - name: a\n    idempotent: true\n    color: red\n", "f:4: tools.0.color"],
  ["an unknown section", "tools: []\nrules: []\n", "f:2: rules"],
  ["a word where true or false belongs", "tools:\n  - name: a\n    idempotent: often\n", "f:3: tools.0.idempotent"],
  ["a key that comes twice", "tools: []\ntools: []\n", "f: Map keys must be unique at line 2"],
  ["an empty file", "", "f: the file"],
])("%s is refused at its place", (_what, text, place) => {
  expect(() => parseConfiguration(text, "f")).toThrow(place);
});
