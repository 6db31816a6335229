import type { Confirmation } from "./confirmation";
import type { PolicyAnswer } from "./decided-at-submit";

/**
 * Whether an approval may still be taken: the tool may be disabled and the policy another one since. A policy that became
 * laxer approves nothing here; one that became stricter is not got round by an approval from before it.
 *
 * @param policy what the policy in force says of the effective arguments
 * @returns a sentence why not, or null
 */
export function noLongerPermitted(
  facts: Pick<Confirmation, "decidedByKind" | "tool">,
  tool: { disabled: boolean },
  policy: PolicyAnswer,
): string | null {
  if (tool.disabled) return `The tool ${facts.tool} was disabled. The call must not be run.`;
  const { effect, rule, version } = policy;
  if (effect === "deny") {
    const named = rule ? `rule "${rule.id}" of policy version ${version}` : `policy version ${version}`;
    return `It was approved, but ${named} denies it now${rule ? `: ${rule.reason}` : ""}. The call must not be run.`;
  }
  if (effect === "ask" && facts.decidedByKind === "policy") {
    return `It was approved by the policy alone, and policy version ${version} no longer allows it without a person. The call must not be run; ask anew.`;
  }
  return null;
}
