import type { PolicyEffect } from "../confirmation";

/** One written rule. The strictest matching rule wins, so their order says nothing. */
export type Rule = {
  /** Names the rule in every decision it makes; unique in its document. */
  id: string;
  effect: PolicyEffect;
  /** CEL, true where the rule matches. */
  when: string;
  /** Told to the agent and to reviewers. */
  reason: string;
};

/** What a rule must say of a request; kept with the rules and run before they are activated. */
export type PolicyTest = {
  /** The rule whose deciding is expected; absent: whichever decides. */
  rule?: string;
  /** JSON of a request: {tool, arguments?, target?, agent?, on_behalf_of?, session?, risk?, at?}. */
  given: Record<string, unknown>;
  expect: PolicyEffect;
};

/** What a policy version holds. */
export type PolicyDocument = { rules: Rule[]; tests: PolicyTest[] };
