import { describe, expect, it } from "vitest";
import { compilePolicy, POLICY_LIMITS, type PolicyFault } from "./compile";
import type { PolicyDocument, PolicyTest, Rule } from "./document";

const good: Rule = { id: "a", effect: "allow", when: 'tool == "x"', reason: "why" };

function faults(rules: Rule[], tests: PolicyTest[] = []): PolicyFault[] {
  const compiled = compilePolicy({ rules, tests });
  return compiled.ok ? [] : compiled.faults;
}

const faultOf = (when: string) => faults([{ ...good, when }])[0];

/** The part of a condition that its fault names. */
function blamed(when: string): string {
  const fault = faultOf(when);
  return fault === undefined ? "no fault" : when.slice(fault.offset, fault.end);
}

describe("a policy's faults", () => {
  it("name rule, field and place, counted by lines and columns from 1", () => {
    expect(faults([good, { ...good, id: "b", when: 'tool == "x" &&\n  taget == "y"' }])).toEqual([
      {
        code: "condition_invalid",
        rule: "b",
        index: 1,
        field: "when",
        message: "Unknown variable: taget",
        offset: 17,
        end: 22,
        line: 2,
        column: 3,
      },
    ]);
  });

  it("are all told at once, each at its field", () => {
    const broken: Rule[] = [
      { ...good, id: "" },
      { ...good, id: "b\u200b" },
      { ...good, id: " c" },
      { ...good, id: "d", effect: JSON.parse('"permit"') },
      { ...good, id: "e", reason: " \u200b" },
      { ...good, id: "f", when: " " },
      good,
      { ...good, when: "tool ==" },
      { ...good, id: "x".repeat(POLICY_LIMITS.idLength + 1) },
      { ...good, id: "g", reason: "x".repeat(POLICY_LIMITS.reasonLength + 1) },
      { ...good, id: "h", when: `tool == "${"x".repeat(POLICY_LIMITS.whenLength)}"` },
    ];
    expect(faults(broken).map(({ index, field, code }) => [index, field, code])).toEqual([
      [0, "id", "id_missing"],
      [1, "id", "id_not_plain"],
      [2, "id", "id_not_plain"],
      [3, "effect", "effect_unknown"],
      [4, "reason", "reason_missing"],
      [5, "when", "condition_missing"],
      [7, "id", "id_taken"],
      [7, "when", "condition_invalid"],
      [8, "id", "too_long"],
      [9, "reason", "too_long"],
      [10, "when", "too_long"],
    ]);
  });

  it("are found in tests: rules there are not, requests that are none, effects that do not exist", () => {
    const tests: PolicyTest[] = [
      { rule: "a", given: { tool: "x" }, expect: "allow" },
      { rule: "gone", given: { tool: "x" }, expect: "allow" },
      { given: {}, expect: "ask" },
      { given: { tool: "x", argments: {} }, expect: "ask" },
      { given: { tool: "x", arguments: [1] }, expect: "ask" },
      { given: { tool: "x", at: "noon" }, expect: "ask" },
      { given: { tool: "x", risk: "huge" }, expect: "ask" },
      { given: { tool: "x" }, expect: JSON.parse('"maybe"') },
    ];
    expect(faults([good], tests).map(({ index, field, code }) => [index, field, code])).toEqual([
      [1, "tests", "test_rule_unknown"],
      [2, "tests", "test_invalid"],
      [3, "tests", "test_invalid"],
      [4, "tests", "test_invalid"],
      [5, "tests", "test_invalid"],
      [6, "tests", "test_invalid"],
      [7, "tests", "test_invalid"],
    ]);
  });

  it("bound how much there may be", () => {
    const many: PolicyDocument = {
      rules: Array.from({ length: POLICY_LIMITS.rules + 1 }, (_, at) => ({ ...good, id: `r${at}` })),
      tests: Array.from({ length: POLICY_LIMITS.tests + 1 }, () => ({ given: { tool: "x" }, expect: "ask" })),
    };
    const compiled = compilePolicy(many);
    expect(compiled.ok || compiled.faults.map(({ field, index }) => [field, index])).toEqual([
      ["rules", null],
      ["tests", null],
    ]);
    expect(faultOf(`${"(".repeat(100)}true${")".repeat(100)}`)?.message).toMatch(/maxDepth/);
    expect(faultOf(`${"!".repeat(2_000)}true`)?.code).toBe("condition_invalid");
  });
});

describe("a condition", () => {
  it("is true or false", () => {
    expect(blamed("size(args)")).toBe("size(args)");
    expect(blamed('tool + "x"')).toBe('tool + "x"');
    expect(blamed("args.flag")).toBe("no fault");
  });

  it("is checked by type, and the place at fault is named", () => {
    expect(blamed('tool == "x" && tool == 5')).toBe("tool == 5");
    expect(blamed("true && target == null")).toBe("target == null");
    expect(blamed('true && tool.matches("a(")')).toBe('"a("');
    expect(blamed('true && args.x.matches("(?=a)")')).toBe('"(?=a)"');
    expect(blamed('args.at > timestamp("noon")')).toBe('"noon"');
    expect(blamed('now.getHours("Mars/Base") > 8')).toBe('"Mars/Base"');
    expect(blamed('true && "a" in tool')).toBe('"a" in tool');
    expect(blamed('args.x > "100"')).toBe('args.x > "100"');
    expect(blamed('tool == "unfinished')).not.toBe("no fault");
    expect(blamed("true && nope(args.x)")).toBe("nope(args.x)");
    expect(blamed('risk == "severe"')).toBe('"severe"');
  });

  it("has only what rules can answer for", () => {
    const foreign = [
      "args.n == 5u",
      'args.s == b"x"',
      'bytes("x").size() == 1',
      "cel.bind(x, 1, x == 1)",
      "args.list.all(tool, tool == 1)",
      "args.list.all(i, args.list.all(i, i == 1))",
      'args == {"a": 1, "a": 2}',
      "args == {1: 2}",
      "type(args) == google.protobuf.Timestamp",
      "has(args)",
    ];
    for (const when of foreign) expect(faultOf(when)?.field, when).toBe("when");
  });

  it("may hold comments, line breaks and letters of any script", () => {
    expect(blamed('// only this one\ntool == "x" // and\n && args["größe"] <= 5')).toBe("no fault");
  });
});
