import { describe, expect, it } from "vitest";
import type { PolicyDocument, PolicyTest, Rule } from "./document";
import { rebasePolicy } from "./rebase";

const rule = (id: string, when = "true", reason = "r"): Rule => ({ id, effect: "ask", when, reason });
const test = (tool: string, expect: PolicyTest["expect"] = "ask"): PolicyTest => ({ given: { tool }, expect });
const policy = (rules: Rule[], tests: PolicyTest[] = []): PolicyDocument => ({ rules, tests });

describe("a draft brought onto the version in force", () => {
  it("takes over what only the other side added, changed or removed", () => {
    const base = policy([rule("a"), rule("b"), rule("c")]);
    const active = policy([rule("a", "false"), rule("c"), rule("new")]);
    const { document, conflicts } = rebasePolicy(base, base, active);
    expect(document).toEqual(active);
    expect(conflicts).toEqual([]);
  });

  it("keeps what only the draft added, changed or removed", () => {
    const base = policy([rule("a"), rule("b"), rule("c")]);
    const draft = policy([rule("a", "false"), rule("c"), rule("mine")]);
    expect(rebasePolicy(base, draft, base)).toEqual({ document: draft, conflicts: [] });
  });

  it("of a rule that both changed keeps the draft's and names it; also where one side removed it", () => {
    const base = policy([rule("a"), rule("b"), rule("c")]);
    const draft = policy([rule("a", "mine"), rule("c", "mine")]);
    const active = policy([rule("a", "theirs"), rule("b", "theirs")]);
    const { document, conflicts } = rebasePolicy(base, draft, active);
    expect(document.rules).toEqual([rule("a", "mine"), rule("c", "mine")]);
    expect(conflicts).toEqual(["a", "c", "b"]);
  });

  it("names nothing where both made the same change", () => {
    const base = policy([rule("a")]);
    const both = policy([rule("a", "false"), rule("b")]);
    expect(rebasePolicy(base, both, both)).toEqual({ document: both, conflicts: [] });
  });

  it("merges tests by what they give", () => {
    const base = policy([], [test("a"), test("b"), test("c")]);
    const draft = policy([], [test("a", "deny"), test("b"), test("c"), test("mine")]);
    const active = policy([], [test("a"), test("b", "allow"), test("theirs")]);
    expect(rebasePolicy(base, draft, active).document.tests).toEqual([
      test("a", "deny"),
      test("b", "allow"),
      test("mine"),
      test("theirs"),
    ]);
  });
});
