import { createHmac } from "node:crypto";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { raw } from "@/lib/kernel/exact-json/writer";
import { settings } from "@/lib/settings";

/** The promise and its limit, in words, with every claim. */
export const NOTICE =
  "At most one decision and at most one claim per approval are guaranteed. At most one execution is not: if you send the call again, or the target acted before its answer was lost, it can happen twice. Pass idempotency_key to the target where it takes one, report the outcome, and report outcome_unknown when in doubt. Never run the call again on your own.";

/** What the agent is allowed to run: exactly these arguments, once. `idempotency_key` stays the same over attempts. */
export function grantView(facts: Confirmation) {
  const executionId = facts.executionId ?? "";
  const attempt = facts.attempt ?? 1;
  return {
    execution_id: executionId,
    attempt,
    arguments: raw(facts.effectiveArguments ?? facts.arguments),
    arguments_digest: facts.effectiveArgumentsDigest ?? facts.argumentsDigest,
    intent_fingerprint: facts.intentFingerprint,
    idempotency_key: executionId,
    target: facts.target ?? undefined,
    start_by: facts.startBy ?? undefined,
    outcome_due_by: facts.outcomeDueBy ?? undefined,
    token: grantToken(executionId, attempt),
  };
}

/** Names one grant. Made from the secret, so that the same claim asked for again bears the same token. */
function grantToken(executionId: string, attempt: number): string {
  const key = settings().secret ?? "";
  return `csg_${createHmac("sha256", key).update(`grant\n${executionId}\n${attempt}`).digest("base64url")}`;
}
