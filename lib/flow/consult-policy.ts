import type { PolicyAnswer } from "@/lib/kernel/decided-at-submit";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { Risk } from "@/lib/kernel/tool";
import { policyDocument } from "@/lib/store/policies";

/** What rules can look at. */
export type PolicyRequest = {
  tool: string;
  target: string | null;
  /** Read only where there are rules to look at them. */
  arguments: () => ExactObject;
  agent: { id: string; name: string };
  subject: string | null;
  session: string | null;
  risk: Risk | null;
  /** The operation's instant. */
  at: Date;
};

/** Without a policy in force a person is asked about everything. */
const NO_POLICY = 0;

/** What a policy version says of a request. */
export async function consultPolicy(version: number | null, _request: PolicyRequest): Promise<PolicyAnswer> {
  const nothing = { effect: "ask" as const, rule: null, matched: [], errors: [], values: {} };
  if (version === null) return { version: NO_POLICY, ...nothing };
  const { rules } = await policyDocument(version);
  if (rules.length === 0) return { version, ...nothing };
  throw new Error("pending: rules are evaluated by the policy kernel");
}
