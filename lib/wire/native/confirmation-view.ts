import { readStoredObject } from "@/lib/flow/stored-json";
import { changesText, readChanges } from "@/lib/kernel/exact-json/changes";
import type { RawJson } from "@/lib/kernel/exact-json/value";
import { raw } from "@/lib/kernel/exact-json/writer";
import { maskChanges, maskSecrets } from "@/lib/kernel/masking";
import type { Principal } from "@/lib/kernel/principal";
import { stateOf } from "@/lib/kernel/state";
import { settings } from "@/lib/settings";
import type { Found } from "@/lib/store/confirmations";
import { approvalsView, decisionView, executionView, freeText, tiersView } from "../present";

/** The JSON of one confirmation as this caller may see it; absent instead of null, numbers as they were written. */
export function confirmationView(found: Found, now: Date, viewer: Pick<Principal, "kind">) {
  const { confirmation: facts, agentName, tool } = found;
  const { url } = settings();
  const shown = argumentsFor(facts, viewer, tool.masked);
  const decision = decisionView(facts, now);
  return {
    id: facts.id,
    state: stateOf(facts, now),
    tool: facts.tool,
    arguments: shown.arguments,
    arguments_digest: facts.argumentsDigest,
    intent_fingerprint: facts.intentFingerprint,
    operation_digest: facts.operationDigest,
    agent: { id: facts.agentId, name: agentName },
    target: facts.target ?? undefined,
    session: facts.session ?? undefined,
    group: facts.turnGroup ?? undefined,
    on_behalf_of: facts.onBehalfOf ?? undefined,
    reasoning: freeText(facts.reasoning, viewer),
    context: shown.context,
    supersedes: facts.supersedes ?? undefined,
    likely_repeat_of: facts.likelyRepeatOf ?? undefined,
    created_at: facts.createdAt,
    server_time: now,
    wait_ends_at: facts.waitEndsAt,
    decidable_until: facts.decidableUntil,
    policy: policyView(facts),
    approvals: approvalsView(found),
    tiers: tiersView(found, now),
    decision: decision && { ...decision, changes: shown.changes, ...retryView(facts, now) },
    effective_arguments: shown.effectiveArguments,
    effective_arguments_digest: facts.effectiveArgumentsDigest ?? undefined,
    execution: executionView(facts, now, viewer),
    escalation: facts.escalation ?? undefined,
    masked: shown.masked,
    links: { self: `${url}/api/v1/confirmations/${facts.id}`, review: `${url}/confirmations/${facts.id}` },
  };
}

/** What the policy said when it was asked; absent where the gate decided before. */
function policyView({ policyVersion, policyEffect, policyRule }: Found["confirmation"]) {
  return policyEffect === null
    ? undefined
    : { version: policyVersion, effect: policyEffect, rule: policyRule ?? undefined };
}

/** When asking again makes sense, as an instant and as whole seconds from now. */
export function retryView(
  { retryAt }: Pick<Found["confirmation"], "retryAt">,
  now: Date,
): { retry_at?: string; retry_after?: number } {
  if (retryAt === null) return {};
  return {
    retry_at: retryAt.toISOString(),
    retry_after: Math.max(0, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)),
  };
}

type Shown = {
  arguments: RawJson;
  context?: RawJson;
  effectiveArguments?: RawJson;
  changes?: RawJson;
  /** JSON Pointers of what is masked; only for people. */
  masked?: string[];
};

type ArgumentFacts = Pick<Found["confirmation"], "arguments" | "context" | "effectiveArguments" | "changes">;

/** The agent gets its arguments as it sent them, a person the masked ones. */
export function argumentsFor(facts: ArgumentFacts, viewer: Pick<Principal, "kind">, maskedByTool: string[]): Shown {
  if (viewer.kind === "agent") {
    return {
      arguments: raw(facts.arguments),
      context: facts.context === null ? undefined : raw(facts.context),
      effectiveArguments: facts.effectiveArguments === null ? undefined : raw(facts.effectiveArguments),
      changes: facts.changes === null ? undefined : raw(facts.changes),
    };
  }
  const proposed = maskStored(facts.arguments, maskedByTool);
  const effective = facts.effectiveArguments === null ? undefined : maskStored(facts.effectiveArguments, maskedByTool);
  return {
    arguments: raw(proposed.text),
    context: facts.context === null ? undefined : raw(maskStored(facts.context).text),
    effectiveArguments: effective && raw(effective.text),
    changes:
      facts.changes === null
        ? undefined
        : raw(changesText(maskChanges(readChanges(facts.changes), maskedByTool).changes)),
    masked: [...new Set([...proposed.masked, ...(effective?.masked ?? [])])],
  };
}

function maskStored(text: string, pointers: string[] = []): { text: string; masked: string[] } {
  return maskSecrets(readStoredObject(text), pointers);
}
