import { describe, expect, it } from "vitest";
import type { PolicyDocument } from "./document";
import { runPolicyTests } from "./run-tests";

const rules: PolicyDocument["rules"] = [
  { id: "small-refunds", effect: "allow", when: 'tool == "issue_refund" && args.amount <= 50.0', reason: "routine" },
  { id: "nights", effect: "deny", when: 'tool == "deploy" && now.getHours("Europe/Berlin") < 6', reason: "asleep" },
];

const outcomes = (document: PolicyDocument) => {
  const run = runPolicyTests(document);
  if (!run.ok) throw new Error("has faults");
  return run.results.map(({ passed, decided }) => [passed, decided.effect, decided.rule]);
};

describe("the tests kept with a policy", () => {
  it("pass when effect and named rule are those that decide", () => {
    const tests: PolicyDocument["tests"] = [
      { rule: "small-refunds", given: { tool: "issue_refund", arguments: { amount: 49.99 } }, expect: "allow" },
      { given: { tool: "issue_refund", arguments: { amount: "49.99" } }, expect: "ask" },
      { rule: "nights", given: { tool: "issue_refund", arguments: { amount: 1 } }, expect: "allow" },
      { given: { tool: "issue_refund", arguments: { amount: 51 } }, expect: "allow" },
    ];
    expect(outcomes({ rules, tests })).toEqual([
      [true, "allow", "small-refunds"],
      [true, "ask", "small-refunds"],
      [false, "allow", "small-refunds"],
      [false, "ask", null],
    ]);
    expect(runPolicyTests({ rules, tests })).toMatchObject({ ok: true, passed: false });
    expect(runPolicyTests({ rules, tests: tests.slice(0, 2) })).toMatchObject({ ok: true, passed: true });
  });

  it("take the time they give, and know none otherwise, so that they say the same at any hour", () => {
    const at = (instant: string) => ({ tool: "deploy", at: instant });
    const tests: PolicyDocument["tests"] = [
      { rule: "nights", given: at("2026-07-01T03:59:59.999Z"), expect: "deny" },
      { given: at("2026-07-01T06:00:00+02:00"), expect: "ask" },
      { given: { tool: "deploy" }, expect: "deny" },
    ];
    expect(outcomes({ rules, tests })).toEqual([
      [true, "deny", "nights"],
      [true, "ask", null],
      [true, "deny", "nights"],
    ]);
  });

  it("give every fact of a request", () => {
    const when =
      'tool == "t" && target == "db" && agent == "bot" && subject == "u@example.org" && session == "s" && risk == "high" && !reversible && args.n == 1';
    const given = {
      tool: "t",
      target: "db",
      agent: "bot",
      on_behalf_of: "u@example.org",
      session: "s",
      risk: "high",
      reversible: false,
      arguments: { n: 1 },
    };
    const all: PolicyDocument = { rules: [{ id: "all", effect: "allow", when, reason: "r" }], tests: [] };
    expect(outcomes({ ...all, tests: [{ given, expect: "allow" }] })).toEqual([[true, "allow", "all"]]);
    for (const name of Object.keys(given).filter((each) => each !== "tool")) {
      const less = Object.fromEntries(Object.entries(given).filter(([key]) => key !== name));
      expect(outcomes({ ...all, tests: [{ given: less, expect: "ask" }] })[0]?.[0], name).toBe(true);
    }
  });

  it("are not run where the document has faults", () => {
    const run = runPolicyTests({ rules: [{ id: "x", effect: "allow", when: "(", reason: "r" }], tests: [] });
    expect(run).toMatchObject({ ok: false, faults: [{ rule: "x", field: "when" }] });
  });
});
