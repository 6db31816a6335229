import { describe, expect, test } from "vitest";
import type { PolicyAnswer } from "./decided-at-submit";
import { approvedFacts } from "./sample-confirmation";
import { noLongerPermitted } from "./still-permitted";

const says = (effect: PolicyAnswer["effect"], rule: string | null = null): PolicyAnswer => ({
  version: 7,
  effect,
  rule: rule === null ? null : { id: rule, reason: "not any more" },
  matched: [],
  errors: [],
  values: {},
});
const byPerson = approvedFacts();
const byPolicy = approvedFacts({
  decidedByKind: "policy",
  decidedByName: "small-refunds",
  reasonCode: "policy_allowed",
});
const enabled = { disabled: false };

describe("what was approved, when it is claimed (POL-07)", () => {
  test("by a person stands while the policy asks or allows", () => {
    expect(noLongerPermitted(byPerson, enabled, says("ask"))).toBeNull();
    expect(noLongerPermitted(byPerson, enabled, says("allow", "all"))).toBeNull();
  });

  test("by the policy stands only while the policy allows", () => {
    expect(noLongerPermitted(byPolicy, enabled, says("allow", "all"))).toBeNull();
    expect(noLongerPermitted(byPolicy, enabled, says("ask"))).toMatch(/policy version 7 no longer allows/);
  });

  test("stands for nobody once a rule denies, which is named with its version and reason", () => {
    for (const facts of [byPerson, byPolicy]) {
      expect(noLongerPermitted(facts, enabled, says("deny", "no-drops"))).toMatch(
        /rule "no-drops" of policy version 7 denies it now: not any more/,
      );
    }
  });

  test("stands for nobody once its tool is disabled", () => {
    expect(noLongerPermitted(byPerson, { disabled: true }, says("allow"))).toMatch(/issue_refund was disabled/);
  });
});
