import type { PolicyAnswer } from "@/lib/kernel/decided-at-submit";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { CompiledPolicy } from "@/lib/kernel/policy/compile";
import { evaluatePolicy } from "@/lib/kernel/policy/evaluate";
import type { PolicyInput } from "@/lib/kernel/policy/request";
import { compiledPolicy } from "@/lib/store/policies";

/** What rules can look at. The arguments are read only where there are rules. */
export type Consulted = Omit<PolicyInput, "arguments"> & { arguments: () => ExactObject };

/** What a version of the policy says of a request. Without one in force a person is asked about everything. */
export async function consultPolicy(version: number | null, request: Consulted): Promise<PolicyAnswer> {
  const policy = version === null ? NO_RULES : await compiledPolicy(version);
  if (policy.rules.length === 0) return { version: version ?? NO_VERSION, ...ASKS };
  const { rule, reason, ...verdict } = evaluatePolicy(policy, { ...request, arguments: request.arguments() });
  return {
    version: version ?? NO_VERSION,
    ...verdict,
    rule: rule === null ? null : { id: rule, reason: reason ?? "" },
  };
}

const NO_VERSION = 0;
const NO_RULES: CompiledPolicy = { rules: [] };
const ASKS = {
  effect: "ask",
  rule: null,
  matched: [],
  errors: [],
  values: {},
} as const satisfies Partial<PolicyAnswer>;
