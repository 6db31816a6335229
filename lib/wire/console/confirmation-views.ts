import { pointerBelow } from "@/lib/kernel/exact-json/pointer";
import type { Preview } from "@/lib/kernel/preview";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { MASK } from "@/lib/kernel/secret-shapes";
import { stateOf } from "@/lib/kernel/state";
import { confusablesIn } from "@/lib/kernel/visible-text";
import type { Found, ListedFound } from "@/lib/store/confirmations";
import { argumentsFor } from "../native/confirmation-view";
import { abilitiesOf, approvalsView, decisionView, executionView, freeText, tiersView } from "../present";
import type { ConfirmationDetail, ConfirmationRow } from "./types";

/** One line of a list, as this person may see it. */
export function confirmationRow(listed: ListedFound, now: Date, viewer: PersonPrincipal): ConfirmationRow {
  const { confirmation: facts, agentName, tool } = listed;
  const preview = JSON.parse(facts.preview) as Preview;
  return {
    id: facts.id,
    state: stateOf(facts, now),
    tool: facts.tool,
    risk: tool.risk ?? undefined,
    reversible: tool.reversible ?? undefined,
    target: facts.target ?? undefined,
    session: facts.session ?? undefined,
    group: facts.turnGroup ?? undefined,
    on_behalf_of: facts.onBehalfOf ?? undefined,
    agent: { id: facts.agentId, name: agentName },
    created_at: facts.createdAt.toISOString(),
    wait_ends_at: facts.waitEndsAt.toISOString(),
    decidable_until: facts.decidableUntil.toISOString(),
    approvals: approvalsView(listed),
    tiers: tiersView(listed, now),
    decision: decisionView(facts, now),
    execution: executionView(facts, now, viewer),
    escalation: facts.escalation ?? undefined,
    likely_repeat_of: facts.likelyRepeatOf ?? undefined,
    preview: preview.members.map((member) => hiddenByTool(member, tool.masked)),
    argument_count: preview.argumentCount,
    hidden_characters: preview.hiddenCharacters,
    look_alikes: preview.lookAlikes || confusablesIn(agentName).length > 0,
    arguments_digest: facts.argumentsDigest,
    abilities: abilitiesOf(listed, now, viewer),
  };
}

/** The preview was made when it was asked; what the tool's settings hide since then is hidden here. */
function hiddenByTool(member: Preview["members"][number], masked: string[]): Preview["members"][number] {
  const pointer = pointerBelow("", member.key);
  const hidden = masked.some((path) => path === pointer || path.startsWith(`${pointer}/`));
  return hidden && !member.masked ? { ...member, value: MASK, cut: false, masked: true } : member;
}

/** One confirmation, whole. What an agent sent as JSON travels as text, so that no browser rounds its numbers. */
export function confirmationDetail(found: Found, now: Date, viewer: PersonPrincipal): ConfirmationDetail {
  const { confirmation: facts } = found;
  const { preview: _, decision, ...row } = confirmationRow(found, now, viewer);
  const shown = argumentsFor(facts, viewer, found.tool.masked);
  return {
    ...row,
    decision: decision && { ...decision, changes_text: shown.changes?.text },
    arguments_text: shown.arguments.text,
    effective_arguments_text: shown.effectiveArguments?.text,
    effective_arguments_digest: facts.effectiveArgumentsDigest ?? undefined,
    masked: shown.masked ?? [],
    intent_fingerprint: facts.intentFingerprint,
    operation_digest: facts.operationDigest,
    reasoning: freeText(facts.reasoning, viewer),
    context_text: shown.context?.text,
    supersedes: facts.supersedes ?? undefined,
    tool_description: found.tool.description ?? undefined,
    tool_schema_text: found.tool.schema ?? undefined,
    start_window_seconds: facts.startWindowSeconds,
    outcome_window_seconds: facts.outcomeWindowSeconds,
    server_time: now.toISOString(),
  };
}
