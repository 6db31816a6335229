import { describe, expect, it } from "vitest";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import { editedFrom, freeRuleId, isEdited, writtenPolicy } from "./draft-model";

const DETAIL = {
  digest: "sha256:1",
  rules: [{ id: "small", effect: "allow" as const, when: "args.n <= 5", reason: "r" }],
  tests: [{ rule: "small", given_text: '{"tool":"t","arguments":{"n":7205759403792793601}}', expect: "ask" as const }],
};

describe("a draft in the page", () => {
  it("goes out and comes back as it was, with every digit a test was written with", () => {
    const { text, faults } = writtenPolicy(editedFrom(DETAIL));
    expect(faults).toEqual([]);
    expect(text).toContain("7205759403792793601");
    expect(readPolicyDocument(text)).toMatchObject({ ok: true, document: { rules: DETAIL.rules } });
    expect(isEdited(editedFrom(DETAIL), DETAIL)).toBe(false);
  });

  it("is edited as soon as one letter differs", () => {
    const edited = editedFrom(DETAIL);
    expect(isEdited({ ...edited, rules: edited.rules.map((rule) => ({ ...rule, when: "args.n <= 6" })) }, DETAIL)).toBe(
      true,
    );
    expect(isEdited({ ...edited, tests: [] }, DETAIL)).toBe(true);
  });

  it("names the place of a request that is no JSON, and never sends it", () => {
    const edited = editedFrom(DETAIL);
    const broken = writtenPolicy({
      ...edited,
      tests: edited.tests.map((test) => ({ ...test, given: '{\n "tool": ' })),
    });
    expect(broken.faults).toMatchObject([{ field: "tests", index: 0, code: "given_unreadable", line: 2 }]);
    expect(readPolicyDocument(broken.text).ok).toBe(true);
    const list = writtenPolicy({ ...edited, tests: edited.tests.map((test) => ({ ...test, given: "[]" })) });
    expect(list.faults).toMatchObject([{ index: 0, code: "given_no_object" }]);
  });

  it("gives a new rule an id that none has", () => {
    expect(freeRuleId([{ id: "rule-2" }])).toBe("rule-3");
    expect(freeRuleId([])).toBe("rule-1");
  });
});
