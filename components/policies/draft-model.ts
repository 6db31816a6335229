import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { PolicyDetail, PolicyEffectName, PolicyFaultView } from "@/lib/wire/console/types";

/** What is typed on the page of a draft. Keys tell rules apart while their ids are being written. */
export type EditedRule = { key: string; id: string; effect: PolicyEffectName; when: string; reason: string };
export type EditedTest = { key: string; rule: string; given: string; expect: PolicyEffectName };
export type EditedPolicy = {
  /** Of the version these edits were begun on; the server refuses them on another. */
  seenDigest: string;
  rules: EditedRule[];
  tests: EditedTest[];
};

export function editedFrom(detail: Pick<PolicyDetail, "digest" | "rules" | "tests">): EditedPolicy {
  return {
    seenDigest: detail.digest,
    rules: detail.rules.map((rule, at) => ({ key: `rule-${at}`, ...rule })),
    tests: detail.tests.map(({ rule, given_text, expect }, at) => ({
      key: `test-${at}`,
      rule: rule ?? "",
      given: given_text,
      expect,
    })),
  };
}

/** The document as JSON text; what a test gives goes in as it was typed, so that no digit is lost. */
export type WrittenPolicy = {
  text: string;
  /** Tests whose request is no JSON object; in `text` an empty one stands in their place, so it must not be saved. */
  faults: PolicyFaultView[];
};

export function writtenPolicy({ rules, tests }: Pick<EditedPolicy, "rules" | "tests">): WrittenPolicy {
  const faults: PolicyFaultView[] = [];
  const writtenRules = rules.map(({ id, effect, when, reason }) => JSON.stringify({ id, effect, when, reason }));
  const writtenTests = tests.map(({ rule, given, expect }, index) => {
    const fault = faultOfGiven(given);
    if (fault) faults.push({ ...fault, field: "tests", index });
    const named = rule === "" ? "" : `"rule":${JSON.stringify(rule)},`;
    return `{${named}"given":${fault ? "{}" : given},"expect":"${expect}"}`;
  });
  return { text: `{"rules":[${writtenRules.join(",")}],"tests":[${writtenTests.join(",")}]}`, faults };
}

function faultOfGiven(text: string): Pick<PolicyFaultView, "code" | "message" | "line" | "column"> | undefined {
  const read = readExactJson(text);
  if (!read.ok) {
    const { message, line, column } = read.fault;
    return { code: "given_unreadable", message, line, column };
  }
  if (read.value.kind !== "object") return { code: "given_no_object", message: "A request is a JSON object" };
  return undefined;
}

/** Whether anything was typed that the version does not say. */
export function isEdited(edited: EditedPolicy, detail: Pick<PolicyDetail, "digest" | "rules" | "tests">): boolean {
  return writtenPolicy(edited).text !== writtenPolicy(editedFrom(detail)).text;
}

/** An id that no rule has yet. */
export function freeRuleId(rules: readonly { id: string }[]): string {
  const taken = new Set(rules.map(({ id }) => id));
  for (let n = rules.length + 1; ; n += 1) if (!taken.has(`rule-${n}`)) return `rule-${n}`;
}
