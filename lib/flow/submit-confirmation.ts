import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import { type Confirmation, NOT_DECIDED } from "@/lib/kernel/confirmation";
import { intentFingerprint, operationDigest } from "@/lib/kernel/digests";
import { canonicalText } from "@/lib/kernel/exact-json/canonical";
import { digestOf, digestOfText } from "@/lib/kernel/exact-json/digest";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { newId } from "@/lib/kernel/id";
import { maskSecrets } from "@/lib/kernel/masking";
import { previewOf } from "@/lib/kernel/preview";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { searchTextOf } from "@/lib/kernel/search-text";
import { type ToolSettings, windowsFor } from "@/lib/kernel/tool";
import { agentActor } from "@/lib/kernel/transition";
import { decidableUntil, waitEndsAt } from "@/lib/kernel/windows";
import { settings } from "@/lib/settings";
import { loadConfirmation } from "@/lib/store/confirmations";
import { findByIdempotencyKey, insertConfirmation, readBeforeSubmission } from "@/lib/store/insert-confirmation";
import { accessEnded, type Stand } from "./answer";
import { faultsAgainstSchema } from "./check-arguments";
import type { AgentCall } from "./context";
import { settleDue } from "./settle-due";
import { readStoredObject } from "./stored-json";

export type Submission = {
  tool: string;
  arguments: ExactObject;
  target: string | null;
  session: string | null;
  turnGroup: string | null;
  onBehalfOf: string | null;
  reasoning: string | null;
  context: ExactObject | null;
  waitWindowSeconds: number | null;
  decisionWindowSeconds: number | null;
  supersedes: string | null;
  idempotencyKey: string | null;
  /** The whole request as it was read; compared by value when its key comes again. */
  request: ExactObject;
};

export type Submitted = { ok: true; created: boolean; stand: Stand };

/** An agent asks to make one exact tool call. */
export async function submitConfirmation(
  { caller, requestId }: AgentCall,
  submission: Submission,
): Promise<Submitted | Refused> {
  const { tool, target, onBehalfOf, idempotencyKey } = submission;
  const argumentsDigest = digestOf(submission.arguments);
  const fingerprint = intentFingerprint({ tool, target, argumentsDigest, agentId: caller.id, subject: onBehalfOf });
  const requestDigest = digestOfText(canonicalText(submission.request));

  const before = await readBeforeSubmission(caller, idempotencyKey, fingerprint, tool);
  const { now, principal: agent } = before;
  if (!agent) return accessEnded();
  if (before.existing) return again(before.existing, requestDigest, now, requestId);
  const faults = faultsAgainstSchema(before.tool.schema, submission.arguments, "/arguments");
  if (faults.length > 0) {
    return refuse("arguments_invalid", "The arguments do not fit the tool's schema. Nothing was submitted.", {
      errors: faults,
    });
  }

  const confirmation = confirmationOf(submission, {
    now,
    agentId: agent.id,
    argumentsDigest,
    requestDigest,
    intentFingerprint: fingerprint,
    likelyRepeatOf: before.likelyRepeatOf,
    tool: before.tool,
  });
  // The policy comes in here: what it allows or denies is decided in the same statement; today a person is always asked.
  const asked: AuditDraft = {
    kind: "confirmation.submitted",
    actor: agentActor(agent),
    data: {
      tool,
      arguments_digest: argumentsDigest,
      operation_digest: confirmation.operationDigest,
      decidable_until: confirmation.decidableUntil,
      ...(confirmation.likelyRepeatOf && { likely_repeat_of: confirmation.likelyRepeatOf }),
    },
  };
  if (await insertConfirmation(confirmation, agent, [asked], { requestId })) {
    return { ok: true, created: true, stand: { confirmation, agentName: agent.name, tool: before.tool, now } };
  }
  // Nothing was added: the same key won a moment ago, or the agent lost its access a moment ago.
  const standing = idempotencyKey ? await findByIdempotencyKey(agent.id, idempotencyKey) : null;
  if (!standing) return accessEnded();
  return again(standing, requestDigest, now, requestId);
}

/** The same key came before: the same values give the same confirmation, other values are a conflict. */
async function again(
  existing: { id: string; requestDigest: string },
  requestDigest: string,
  now: Date,
  requestId: string,
): Promise<Submitted | Refused> {
  if (existing.requestDigest !== requestDigest) {
    return refuse(
      "idempotency_conflict",
      "This Idempotency-Key was used for a request with other values. Nothing was submitted; use a new key for a new request.",
    );
  }
  const found = await loadConfirmation(existing.id);
  if (!found) throw new Error("A confirmation that came before is not there any more.");
  return { ok: true, created: false, stand: { ...(await settleDue(found, now, { requestId })), now } };
}

type Computed = {
  now: Date;
  agentId: string;
  argumentsDigest: string;
  requestDigest: string;
  intentFingerprint: string;
  likelyRepeatOf: string | null;
  tool: ToolSettings;
};

function confirmationOf(submission: Submission, computed: Computed): Confirmation {
  const { waitWindowSeconds, ...defaults } = settings();
  const windows = windowsFor(computed.tool, submission.decisionWindowSeconds, defaults);
  const { now, agentId, argumentsDigest } = computed;
  const { tool, target, session, turnGroup, onBehalfOf, reasoning } = submission;
  const id = newId(now);
  const masked = maskSecrets(submission.arguments, computed.tool.masked);
  const names = [tool, target, session, turnGroup, onBehalfOf];
  const visible = masked.masked.length === 0 ? submission.arguments : readStoredObject(masked.text);
  const preview = previewOf(visible, masked.masked, names, [reasoning]);
  return {
    ...NOT_DECIDED,
    id,
    agentId,
    idempotencyKey: submission.idempotencyKey,
    requestDigest: computed.requestDigest,
    tool,
    target,
    session,
    turnGroup,
    onBehalfOf,
    reasoning,
    context: submission.context?.text ?? null,
    arguments: submission.arguments.text,
    argumentsDigest,
    operationDigest: operationDigest({
      id,
      tool,
      target,
      argumentsDigest,
      agentId,
      subject: onBehalfOf,
      session,
      createdAt: now,
    }),
    intentFingerprint: computed.intentFingerprint,
    supersedes: submission.supersedes,
    likelyRepeatOf: computed.likelyRepeatOf,
    searchText: searchTextOf(names, visible),
    preview: JSON.stringify(preview),
    createdAt: now,
    waitEndsAt: waitEndsAt(now, submission.waitWindowSeconds ?? waitWindowSeconds),
    decidableUntil: decidableUntil(now, windows.decisionWindowSeconds),
    startWindowSeconds: windows.startWindowSeconds,
    outcomeWindowSeconds: windows.outcomeWindowSeconds,
    policyVersion: 1,
    policyEffect: null,
    policyRule: null,
    policyTrace: null,
    approvalsNeeded: 1,
    tierCount: 0,
    retryAt: null,
  };
}
