import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExactJson } from "../exact-json/reader";
import type { ExactObject } from "../exact-json/value";
import { compilePolicy } from "./compile";
import { celText, type Draft, type DraftFacts, draftRuleFrom } from "./draft";
import { evaluatePolicy } from "./evaluate";
import { runPolicyTests } from "./run-tests";

function object(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error("no object");
  return read.value;
}

const facts = (args: string, changes: Partial<DraftFacts> = {}): DraftFacts => ({
  id: "0192",
  tool: "issue_refund",
  target: "shop",
  arguments: object(args),
  masked: [],
  ...changes,
});

function drafted(draft: Draft): Extract<Draft, { ok: true }> {
  if (!draft.ok) throw new Error(draft.message);
  return draft;
}

/** What the draft says of another call. */
function saysOf(draft: Draft, { tool, target, arguments: args }: DraftFacts) {
  const compiled = compilePolicy({ rules: [drafted(draft).rule], tests: [] });
  if (!compiled.ok) throw new Error("has faults");
  const others = { agent: null, subject: null, session: null, risk: null, reversible: null, now: null };
  return evaluatePolicy(compiled.policy, { tool, target, arguments: args, ...others }).effect;
}

describe("a rule drafted from a confirmation", () => {
  it("asks for this tool, this target and every argument, each on a line of its own", () => {
    const draft = drafted(
      draftRuleFrom(facts('{"amount":49.90,"order id":"A-7","lines":[1,"x"],"to":{"in":null,"n":{}}}')),
    );
    expect(draft.rule).toEqual({
      id: "allow-issue-refund",
      effect: "allow",
      when: [
        'tool == "issue_refund"',
        'target == "shop"',
        "size(args) == 4",
        "args.amount == 49.9",
        'args["order id"] == "A-7"',
        'args.lines == [1, "x"]',
        "size(args.to) == 2",
        'args.to["in"] == null',
        "args.to.n == {}",
      ].join(" &&\n"),
      reason: "As in confirmation 0192",
    });
    expect(draft.leftOut).toEqual([]);
    expect(draft.test && runPolicyTests({ rules: [draft.rule], tests: [draft.test] })).toMatchObject({ passed: true });
  });

  it("says nothing of another tool, target, value or a further argument", () => {
    const asked = facts('{"amount":5}');
    const draft = draftRuleFrom(asked);
    expect(saysOf(draft, asked)).toBe("allow");
    expect(saysOf(draft, facts('{"amount":5.0}'))).toBe("allow");
    for (const tool of ["issue_refund2", "Issue_refund", " issue_refund", "issue_refun", ""]) {
      expect(saysOf(draft, { ...asked, tool }), tool).toBe("ask");
    }
    for (const target of ["shop2", "", null]) expect(saysOf(draft, { ...asked, target })).toBe("ask");
    for (const args of [
      '{"amount":5.01}',
      '{"amount":"5"}',
      "{}",
      '{"amount":5,"force":true}',
      '{"amount":5000000000000000000001}',
    ]) {
      expect(saysOf(draft, facts(args)), args).toBe("ask");
    }
    const without = draftRuleFrom(facts('{"amount":5}', { target: null }));
    expect(saysOf(without, facts('{"amount":5}', { target: null }))).toBe("allow");
    expect(saysOf(without, asked)).toBe("ask");
  });

  it("holds no secret, and says where it left one out", () => {
    const args =
      '{"password":"hunter2-hunter2","card":{"number":"4111111111111111"},"note":"n","keys":[{"token":"abc"},"plain"]}';
    const draft = drafted(draftRuleFrom(facts(args, { masked: ["/note"] })));
    expect(draft.leftOut).toEqual(["/password", "/card/number", "/note", "/keys/0"]);
    expect(JSON.stringify(draft)).not.toMatch(/hunter2|4111|"n"|abc/);
    expect(draft.rule.when).toContain('"password" in args');
    expect(draft.test && runPolicyTests({ rules: [draft.rule], tests: [draft.test] })).toMatchObject({ passed: true });
    expect(saysOf(draft, facts('{"note":"n"}'))).toBe("ask");
  });

  it("is refused where no rule could allow the call, and says why", () => {
    expect(draftRuleFrom(facts('{"a":{"id":7205759403792793601}}'))).toMatchObject({
      ok: false,
      code: "inexact_number",
      path: "/a/id",
    });
    expect(draftRuleFrom(facts(JSON.stringify({ text: "x".repeat(20_000) })))).toMatchObject({ code: "too_large" });
    expect(draftRuleFrom(facts('{"caf\u00e9":1,"cafe\u0301":2}'))).toMatchObject({ code: "not_expressible" });
  });

  it("takes an id that is free", () => {
    expect(drafted(draftRuleFrom(facts("{}"), ["allow-issue-refund", "allow-issue-refund-2"])).rule.id).toBe(
      "allow-issue-refund-3",
    );
    expect(drafted(draftRuleFrom(facts("{}", { tool: "退款" }))).rule.id).toBe("allow");
  });

  it("allows its own call, whatever the call holds, and its test passes", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.constantFrom('"', "\\", "\n", '" || true || "', "\u202e", "\u0000", "а", "$", "'", '\\"', "\u2028"),
        fc.integer(),
        fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e15, max: 1e15 }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "in", "a", "constructor")), tie("any"), {
          maxKeys: 3,
        }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(text, value, { maxKeys: 4 }), text, fc.option(text), (args, tool, target) => {
        const asked = facts(JSON.stringify(args), { tool, target });
        const draft = draftRuleFrom(asked);
        if (!draft.ok) {
          expect(["not_expressible", "too_large"]).toContain(draft.code);
          return;
        }
        expect(saysOf(draft, asked)).toBe("allow");
        expect(saysOf(draft, { ...asked, tool: `${tool}x` })).toBe("ask");
        expect(draft.test && runPolicyTests({ rules: [draft.rule], tests: [draft.test] })).toMatchObject({
          passed: true,
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("text in rules", () => {
  it("is written so that it is read back as it was, and holds no character that cannot be seen", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        '"',
        "\\",
        "\n",
        "\r",
        "\t",
        "'",
        "\u0000",
        "\u200b",
        "\u202e",
        "\u{e0041}",
        "é",
        "e\u0301",
        "а",
        "中",
        "😀",
      ),
    );
    const text = fc.array(unit, { maxLength: 20 }).map((parts) => parts.join("").toWellFormed());
    fc.assert(
      fc.property(text, text, (value, other) => {
        const written = celText(value);
        expect(written).not.toMatch(/[\p{Cc}\u200b\u202e\u{e0041}]/u);
        const rule = { id: "r", effect: "allow" as const, when: `tool == ${written}`, reason: "r" };
        const compiled = compilePolicy({ rules: [rule], tests: [] });
        if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
        const input = facts("{}");
        const say = (tool: string) =>
          evaluatePolicy(compiled.policy, {
            ...input,
            tool,
            agent: null,
            subject: null,
            session: null,
            risk: null,
            reversible: null,
            now: null,
          }).effect;
        expect(say(value)).toBe("allow");
        expect(say(other)).toBe(other === value ? "allow" : "ask");
      }),
      { numRuns: 500 },
    );
  });
});
