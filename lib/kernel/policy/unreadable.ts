import type { CompiledPolicy } from "./compile";
import { Failure } from "./value";

/** Stands as the deciding rule where the whole policy cannot be used. */
export const UNREADABLE_POLICY = "(policy)";

/** What is evaluated in the place of a policy that cannot be used: everything asks, and says why. */
export function unreadablePolicy(message: string): CompiledPolicy {
  const rule = {
    id: UNREADABLE_POLICY,
    effect: "ask" as const,
    reason: "The policy in force cannot be used",
    run: () => new Failure(message),
    looksAt: [],
  };
  return { rules: [rule] };
}
