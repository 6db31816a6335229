import { expect, test } from "vitest";
import { exactObject } from "../exact-json/value";
import type { Rule } from "./document";
import { evaluatePolicy } from "./evaluate";
import { rulesInForce } from "./in-force";

const rule = (id: string, effect: Rule["effect"], when: string): Rule => ({ id, effect, when, reason: "because" });
const REQUEST = {
  tool: "note",
  target: null,
  arguments: exactObject(new Map()),
  agent: { name: "bot" },
  subject: null,
  session: null,
  risk: null,
  reversible: null,
  now: new Date(0),
};
const says = (...rules: Rule[]) => evaluatePolicy(rulesInForce({ rules, tests: [] }), REQUEST);

test("a rule in force that can no longer be read asks, and a deny rule denies; the others go on deciding (POL-08)", () => {
  const allowed = rule("a-note", "allow", 'tool == "note"');
  expect(says(allowed).effect).toBe("allow");
  expect(says(allowed, rule("b-broken", "allow", "tool ==="))).toMatchObject({
    effect: "ask",
    rule: "b-broken",
    matched: ["a-note"],
    errors: [{ rule: "b-broken" }],
  });
  expect(says(allowed, rule("b-broken", "deny", "tool ==="))).toMatchObject({ effect: "deny", rule: "b-broken" });
});
