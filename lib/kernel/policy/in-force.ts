import { type CompiledPolicy, type CompiledRule, compilePolicy } from "./compile";
import type { PolicyDocument, Rule } from "./document";
import { Failure } from "./value";

/**
 * The rules of a version in force. It was checked before it came into force, by the product as it was then; a rule that
 * can no longer be read counts as one that cannot be evaluated: it asks, and a deny rule denies.
 */
export function rulesInForce({ rules }: PolicyDocument): CompiledPolicy {
  const compiled = compilePolicy({ rules, tests: [] });
  if (compiled.ok) return compiled.policy;
  return { rules: rules.map(compiledAlone).sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function compiledAlone(rule: Rule): CompiledRule {
  const alone = compilePolicy({ rules: [rule], tests: [] });
  if (alone.ok && alone.policy.rules[0]) return alone.policy.rules[0];
  const message = alone.ok ? "it is no rule" : (alone.faults[0]?.message ?? "it cannot be read");
  const { id, effect, reason } = rule;
  return { id, effect, reason, looksAt: [], run: () => new Failure(message) };
}
