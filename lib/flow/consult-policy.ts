import type { PolicyAnswer } from "@/lib/kernel/decided-at-submit";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { CompiledPolicy } from "@/lib/kernel/policy/compile";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import { evaluatePolicy } from "@/lib/kernel/policy/evaluate";
import { rulesInForce } from "@/lib/kernel/policy/in-force";
import type { PolicyInput } from "@/lib/kernel/policy/request";
import { unreadablePolicy } from "@/lib/kernel/policy/unreadable";
import { findPolicy } from "@/lib/store/policies";

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

/** What a version says never changes once it was in force, so each is read and compiled once a process. */
const compiled = new Map<number, CompiledPolicy>();
/** The one in force, and those of claims and submissions that began a moment before it. */
const MOST_KEPT = 4;

async function compiledPolicy(version: number): Promise<CompiledPolicy> {
  const known = compiled.get(version);
  if (known) return known;
  const stored = await findPolicy(version);
  const read = stored && readPolicyDocument(stored.document);
  const policy = read?.ok ? rulesInForce(read.document) : unreadablePolicy("it cannot be read");
  compiled.set(version, policy);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= MOST_KEPT) break;
    compiled.delete(oldest);
  }
  return policy;
}
