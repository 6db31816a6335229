import type { Preview } from "@/lib/kernel/preview";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { stateOf } from "@/lib/kernel/state";
import type { Found, ListedFound } from "@/lib/store/confirmations";
import { argumentsFor } from "../native/confirmation-view";
import { abilitiesOf, decisionView, executionView, freeText } from "../present";
import type { ConfirmationDetail, ConfirmationRow } from "./types";

/** One line of a list, as this person may see it. */
export function confirmationRow(
  { confirmation: facts, agentName, toolIsIdempotent }: ListedFound,
  now: Date,
  viewer: PersonPrincipal,
): ConfirmationRow {
  const preview = JSON.parse(facts.preview) as Preview;
  return {
    id: facts.id,
    state: stateOf(facts, now),
    tool: facts.tool,
    target: facts.target ?? undefined,
    session: facts.session ?? undefined,
    group: facts.turnGroup ?? undefined,
    on_behalf_of: facts.onBehalfOf ?? undefined,
    agent: { id: facts.agentId, name: agentName },
    created_at: facts.createdAt.toISOString(),
    wait_ends_at: facts.waitEndsAt.toISOString(),
    decidable_until: facts.decidableUntil.toISOString(),
    decision: decisionView(facts, now),
    execution: executionView(facts, now, viewer),
    escalation: facts.escalation ?? undefined,
    likely_repeat_of: facts.likelyRepeatOf ?? undefined,
    preview: preview.members,
    argument_count: preview.argumentCount,
    hidden_characters: preview.hiddenCharacters,
    abilities: abilitiesOf(facts, toolIsIdempotent, now, viewer),
  };
}

/** One confirmation, whole. What an agent sent as JSON travels as text, so that no browser rounds its numbers. */
export function confirmationDetail(found: Found, now: Date, viewer: PersonPrincipal): ConfirmationDetail {
  const { confirmation: facts } = found;
  const { preview: _, decision, ...row } = confirmationRow(found, now, viewer);
  const shown = argumentsFor(facts, viewer);
  return {
    ...row,
    decision: decision && { ...decision, changes_text: shown.changes?.text },
    arguments_text: shown.arguments.text,
    arguments_digest: facts.argumentsDigest,
    effective_arguments_text: shown.effectiveArguments?.text,
    effective_arguments_digest: facts.effectiveArgumentsDigest ?? undefined,
    masked: shown.masked ?? [],
    intent_fingerprint: facts.intentFingerprint,
    operation_digest: facts.operationDigest,
    reasoning: freeText(facts.reasoning, viewer),
    context_text: shown.context?.text,
    supersedes: facts.supersedes ?? undefined,
    start_window_seconds: facts.startWindowSeconds,
    outcome_window_seconds: facts.outcomeWindowSeconds,
    server_time: now.toISOString(),
  };
}
