import { outOfScope } from "@/lib/kernel/agent-key";
import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { deniedByGate } from "@/lib/kernel/decided-at-submit";
import { intentFingerprint } from "@/lib/kernel/digests";
import { canonicalText } from "@/lib/kernel/exact-json/canonical";
import { digestOf, digestOfText } from "@/lib/kernel/exact-json/digest";
import type { AgentPrincipal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { agentActor } from "@/lib/kernel/transition";
import { type BeforeSubmission, type Existing, readBeforeSubmission } from "@/lib/store/before-submission";
import { loadConfirmation } from "@/lib/store/confirmations";
import { findByIdempotencyKey, insertConfirmation } from "@/lib/store/insert-confirmation";
import { accessEnded, type Stand } from "./answer";
import { askedConfirmation, type Submission } from "./asked-confirmation";
import { faultsAgainstSchema } from "./check-arguments";
import { type Consulted, consultPolicy } from "./consult-policy";
import type { AgentCall } from "./context";
import { denialFor, deniedBeforeAsking, type Judged, judgedByPolicy } from "./judge-submission";
import { settleDue } from "./settle-due";
import { supersededBy } from "./superseded";

export type { Submission };

export type Submitted = { ok: true; created: boolean; stand: Stand };

/** An agent asks to make one exact tool call. The gate, then the policy decide whether a person is asked. */
export async function submitConfirmation(
  { caller, requestId }: AgentCall,
  submission: Submission,
): Promise<Submitted | Refused> {
  const { tool, target, onBehalfOf, session, supersedes, idempotencyKey } = submission;
  const argumentsDigest = digestOf(submission.arguments);
  const fingerprint = intentFingerprint({ tool, target, argumentsDigest, agentId: caller.id, subject: onBehalfOf });
  const requestDigest = digestOfText(canonicalText(submission.request));

  const asking = { idempotencyKey, intentFingerprint: fingerprint, tool, onBehalfOf, session, supersedes };
  const before = await readBeforeSubmission(caller, asking);
  const { now, principal: agent } = before;
  if (!agent) return accessEnded();
  const outside = outOfScope(agent, tool);
  if (outside) return refuse(outside.code, `${outside.detail} Nothing was submitted.`);
  if (before.existing) return again(before.existing, requestDigest, now, requestId);
  const faults = faultsAgainstSchema(before.tool.schema, submission.arguments, "/arguments");
  if (faults.length > 0) {
    return refuse("arguments_invalid", "The arguments do not fit the tool's schema. Nothing was submitted.", {
      errors: faults,
    });
  }
  const superseded = await supersededBy(supersedes, before, requestId);
  if (!superseded.ok) return superseded;

  const asked = askedConfirmation(submission, {
    now,
    agentId: agent.id,
    argumentsDigest,
    requestDigest,
    intentFingerprint: fingerprint,
    likelyRepeatOf: before.likelyRepeatOf,
    originId: superseded.ended && (superseded.ended.originId ?? superseded.ended.id),
    policyVersion: before.policyVersion ?? 0,
    tool: before.tool,
  });
  const judged =
    deniedBeforeAsking(asked, before, superseded.ended) ??
    (await judgedByPolicy(
      asked,
      await consultPolicy(before.policyVersion, policyRequest(submission, before, agent)),
      before,
    ));
  const filed = await file(judged, before, agent, requestId);
  if (filed) {
    const tiers = (judged.beside.tiers ?? []).map((tier) => ({ ...tier, askedAt: null }));
    const stand = { confirmation: filed, agentName: agent.name, tool: before.tool, tiers, votes: [], now };
    return { ok: true, created: true, stand };
  }
  // Nothing was added: the same key won a moment ago, or the agent lost its access a moment ago.
  const standing = idempotencyKey ? await findByIdempotencyKey(agent.id, idempotencyKey) : null;
  return standing ? again(standing, requestDigest, now, requestId) : accessEnded();
}

function policyRequest(
  { tool, target, onBehalfOf, session, arguments: proposed }: Submission,
  { tool: { risk, reversible, masked }, now }: BeforeSubmission,
  agent: AgentPrincipal,
): Consulted {
  return {
    tool,
    target,
    arguments: () => proposed,
    agent,
    subject: onBehalfOf,
    session,
    risk,
    reversible,
    masked,
    now,
  };
}

/** Adds it as it was judged; what a limit has no room for is added as denied by the gate. Null where nothing was added. */
async function file(
  { confirmation, events, beside, asked, said }: Judged,
  before: BeforeSubmission,
  agent: AgentPrincipal,
  requestId: string,
): Promise<Confirmation | null> {
  const submitted = submittedEvent(asked, agent, said);
  const inserted = await insertConfirmation(confirmation, agent, [submitted, ...events], { requestId }, beside);
  if (inserted === "added") return confirmation;
  if (inserted === "nothing") return null;
  const denied = deniedByGate(asked, denialFor(inserted, asked, before));
  const alone = { alerts: beside.alerts?.filter(({ kind }) => kind === "policy_error") };
  const added = await insertConfirmation(
    denied.confirmation,
    agent,
    [submitted, ...denied.events],
    { requestId },
    alone,
  );
  return added === "added" ? denied.confirmation : null;
}

function submittedEvent(asked: Confirmation, agent: AgentPrincipal, said: Record<string, unknown>): AuditDraft {
  return {
    kind: "confirmation.submitted",
    actor: agentActor(agent),
    data: {
      tool: asked.tool,
      arguments_digest: asked.argumentsDigest,
      operation_digest: asked.operationDigest,
      decidable_until: asked.decidableUntil,
      supersedes: asked.supersedes,
      likely_repeat_of: asked.likelyRepeatOf,
      ...said,
    },
  };
}

/** The same key came before: the same values give the same confirmation, other values are a conflict. */
async function again(
  existing: Existing,
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
