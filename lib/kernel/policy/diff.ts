/** What changes from one policy to another. The order of rules and tests means nothing, so moving one is no change. */
import { canonicalText } from "../exact-json/canonical";
import { readExactJson } from "../exact-json/reader";
import { writeExactJson } from "../exact-json/writer";
import type { PolicyDocument, PolicyTest, Rule } from "./document";

export type RuleChange = { id: string; before: Rule; after: Rule; fields: ("effect" | "when" | "reason")[] };
/** A test is known by its rule and what is given; what changes is what it expects. */
export type TestChange = { before: PolicyTest; after: PolicyTest };

export type PolicyDiff = {
  same: boolean;
  rules: { added: Rule[]; removed: Rule[]; changed: RuleChange[] };
  tests: { added: PolicyTest[]; removed: PolicyTest[]; changed: TestChange[] };
};

/** From `a` to `b`: rules by id, tests by what they give, each list in the order of these. */
export function diffPolicies(a: PolicyDocument, b: PolicyDocument): PolicyDiff {
  const rules = paired(a.rules, b.rules, (rule) => rule.id);
  const tests = paired(a.tests, b.tests, keyOfTest);
  const changed = rules.both.flatMap(([before, after]) => {
    const fields = (["effect", "when", "reason"] as const).filter((field) => before[field] !== after[field]);
    return fields.length === 0 ? [] : [{ id: before.id, before, after, fields }];
  });
  const expectations = tests.both
    .filter(([before, after]) => before.expect !== after.expect)
    .map(([before, after]) => ({ before, after }));
  const lists = [rules.added, rules.removed, changed, tests.added, tests.removed, expectations];
  return {
    same: lists.every((list) => list.length === 0),
    rules: { added: rules.added, removed: rules.removed, changed },
    tests: { added: tests.added, removed: tests.removed, changed: expectations },
  };
}

/** Pairs what has the same key; of several with one key, the first with the first. */
function paired<T>(before: readonly T[], after: readonly T[], keyOf: (each: T) => string) {
  const waiting = new Map<string, T[]>();
  for (const each of before) waiting.set(keyOf(each), [...(waiting.get(keyOf(each)) ?? []), each]);
  const both: [T, T][] = [];
  const added: T[] = [];
  for (const each of byKey(after, keyOf)) {
    const partner = waiting.get(keyOf(each))?.shift();
    if (partner === undefined) added.push(each);
    else both.push([partner, each]);
  }
  return { both, added, removed: byKey([...waiting.values()].flat(), keyOf) };
}

function byKey<T>(list: readonly T[], keyOf: (each: T) => string): T[] {
  return list
    .map((each): [string, T] => [keyOf(each), each])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, each]) => each);
}

function keyOfTest({ rule, given }: PolicyTest): string {
  const read = readExactJson(writeExactJson(given), { maxDepth: 100 });
  return JSON.stringify([rule ?? "", read.ok ? canonicalText(read.value) : writeExactJson(given)]);
}
