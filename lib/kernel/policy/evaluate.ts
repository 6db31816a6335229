/** What a policy says of one request. The strictest rule that matches decides; no order of rules can change it. */
import type { PolicyEffect } from "../confirmation";
import type { CompiledPolicy, CompiledRule } from "./compile";
import { notTruth } from "./expression";
import { type Json, valuesLookedAt } from "./looked-at";
import type { GivenInput } from "./request";
import { Timestamp } from "./time";
import { type Failure, Scope } from "./value";

export type PolicyVerdict = {
  effect: PolicyEffect;
  /** The rule that decided; null where none matched and a person is asked for that reason. */
  rule: string | null;
  /** That rule's reason, to be told to the agent and to reviewers. */
  reason: string | null;
  /** Every rule that matched, by id. */
  matched: string[];
  /** Every rule that could not be evaluated, by id, and why. Messages hold no values of the request. */
  errors: { rule: string; message: string }[];
  /** What the deciding rule looked at, as people may see it: `tool`, `args.amount`, `args["order id"]`. */
  values: Record<string, Json>;
};

const STRICTNESS: Record<PolicyEffect, number> = { allow: 0, ask: 1, deny: 2 };

/**
 * Evaluates every rule. A rule that cannot be evaluated asks, and denies if it is a deny rule. Among equally strict
 * rules one that matched decides before one that failed, and of those the one with the smallest id.
 */
export function evaluatePolicy(policy: CompiledPolicy, input: GivenInput): PolicyVerdict {
  const scope = scopeOf(input);
  const matched: string[] = [];
  const errors: { rule: string; message: string }[] = [];
  let decider: { rule: CompiledRule; effect: PolicyEffect; failure: Failure | null } | undefined;
  for (const rule of policy.rules) {
    scope.beginRule(rule.effect === "allow");
    const value = rule.run(scope);
    if (value === false) continue;
    const failure = value === true ? null : notTruth(value);
    if (failure === null) matched.push(rule.id);
    else errors.push({ rule: rule.id, message: failure.message });
    const effect = failure !== null && rule.effect === "allow" ? "ask" : rule.effect;
    const stricter = decider === undefined || STRICTNESS[effect] > STRICTNESS[decider.effect];
    if (stricter || (decider?.effect === effect && decider.failure !== null && failure === null)) {
      decider = { rule, effect, failure };
    }
  }
  if (decider === undefined) return { effect: "ask", rule: null, reason: null, matched, errors, values: {} };
  const { rule, effect, failure } = decider;
  const reason =
    failure === null ? rule.reason : `${rule.reason} (this rule could not be evaluated: ${failure.message})`;
  return { effect, rule: rule.id, reason, matched, errors, values: valuesLookedAt(rule.looksAt, input) };
}

function scopeOf(input: GivenInput): Scope {
  return new Scope({
    tool: input.tool,
    target: input.target,
    args: input.arguments,
    agent: input.agent?.name ?? null,
    subject: input.subject,
    session: input.session,
    risk: input.risk ?? "unknown",
    reversible: input.reversible,
    now: input.now === null ? null : new Timestamp(input.now.getTime()),
  });
}
