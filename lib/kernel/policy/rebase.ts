/** Brings a draft that was begun on an older version onto the one in force. */
import { writeExactJson } from "../exact-json/writer";
import type { PolicyDocument, PolicyTest, Rule } from "./document";

export type Rebased = {
  document: PolicyDocument;
  /** Rules that were changed on both sides, by id; the draft's wording is kept, and somebody has to look. */
  conflicts: string[];
};

/**
 * The draft with what came into force since it was begun. Rules by id and tests by what they give: what one side alone
 * touched is as that side has it; of what both touched the draft's is kept, and of rules it is named.
 */
export function rebasePolicy(base: PolicyDocument, draft: PolicyDocument, active: PolicyDocument): Rebased {
  const rules = merge(base.rules, draft.rules, active.rules, (rule) => rule.id, sameRule);
  const tests = merge(base.tests, draft.tests, active.tests, keyOfTest, (a, b) => a.expect === b.expect);
  return { document: { rules: rules.merged, tests: tests.merged }, conflicts: rules.conflicts };
}

function merge<T>(
  base: readonly T[],
  draft: readonly T[],
  active: readonly T[],
  keyOf: (each: T) => string,
  same: (a: T, b: T) => boolean,
): { merged: T[]; conflicts: string[] } {
  const [was, mine, theirs] = [base, draft, active].map((list) => new Map(list.map((each) => [keyOf(each), each])));
  const alike = (a: T | undefined, b: T | undefined) => (a && b ? same(a, b) : a === b);
  const conflicts: string[] = [];
  const merged: T[] = [];
  for (const key of new Set([...draft, ...active].map(keyOf))) {
    const [before, ours, other] = [was?.get(key), mine?.get(key), theirs?.get(key)];
    const untouched = alike(before, ours);
    if (!untouched && !alike(before, other) && !alike(ours, other)) conflicts.push(key);
    const kept = untouched ? other : ours;
    if (kept) merged.push(kept);
  }
  return { merged, conflicts };
}

function sameRule(a: Rule, b: Rule): boolean {
  return a.effect === b.effect && a.when === b.when && a.reason === b.reason;
}

function keyOfTest({ rule, given }: PolicyTest): string {
  return JSON.stringify([rule ?? "", writeExactJson(given)]);
}
