import { describe, expect, it } from "vitest";
import { diffPolicies } from "./diff";
import type { PolicyDocument, PolicyTest, Rule } from "./document";

const rule = (id: string, changes: Partial<Rule> = {}): Rule => ({
  id,
  effect: "ask",
  when: "true",
  reason: "r",
  ...changes,
});
const tested = (amount: number, changes: Partial<PolicyTest> = {}): PolicyTest => ({
  given: { tool: "t", arguments: { amount } },
  expect: "ask",
  ...changes,
});

describe("what changes from one policy to another", () => {
  it("is told by rules and tests, in the order of their names", () => {
    const before: PolicyDocument = {
      rules: [rule("gone-b"), rule("kept"), rule("changed"), rule("gone-a")],
      tests: [tested(1), tested(2), tested(3)],
    };
    const after: PolicyDocument = {
      rules: [rule("changed", { effect: "deny", reason: "s" }), rule("new-b"), rule("new-a"), rule("kept")],
      tests: [tested(4), tested(2, { expect: "deny" }), tested(1)],
    };
    const diff = diffPolicies(before, after);
    expect(diff.same).toBe(false);
    expect(diff.rules.added.map(({ id }) => id)).toEqual(["new-a", "new-b"]);
    expect(diff.rules.removed.map(({ id }) => id)).toEqual(["gone-a", "gone-b"]);
    expect(diff.rules.changed).toEqual([
      { id: "changed", before: rule("changed"), after: after.rules[0], fields: ["effect", "reason"] },
    ]);
    expect(diff.tests).toEqual({
      added: [tested(4)],
      removed: [tested(3)],
      changed: [{ before: tested(2), after: tested(2, { expect: "deny" }) }],
    });
  });

  it("is nothing where only the order differs, or how a test's JSON is written", () => {
    const before: PolicyDocument = { rules: [rule("a"), rule("b")], tests: [tested(1), tested(2)] };
    const after: PolicyDocument = {
      rules: [rule("b"), rule("a")],
      tests: [tested(2), { expect: "ask", given: { arguments: { amount: 1 }, tool: "t" } }],
    };
    const { same, rules, tests } = diffPolicies(before, after);
    expect({ same, rules, tests }).toEqual({
      same: true,
      rules: { added: [], removed: [], changed: [] },
      tests: { added: [], removed: [], changed: [] },
    });
  });

  it("counts equal tests", () => {
    const once: PolicyDocument = { rules: [], tests: [tested(1)] };
    expect(diffPolicies(once, { rules: [], tests: [tested(1), tested(1)] }).tests.added).toEqual([tested(1)]);
  });
});
