import type { AuditActor, AuditDraft } from "./audit-kinds";
import type { Confirmation, PolicyEffect } from "./confirmation";
import { newId } from "./id";
import type { GateDenial } from "./limits";
import { GATE } from "./transition";
import { startBy } from "./windows";

/** What the policy in force says of one request. */
export type PolicyAnswer = {
  version: number;
  effect: PolicyEffect;
  /** The deciding rule; null where none matched, which asks. */
  rule: { id: string; reason: string } | null;
  /** All that matched, by id. */
  matched: string[];
  /** Rules that could not be evaluated, and why. */
  errors: { rule: string; message: string }[];
  /** What the rules looked at. */
  values: Record<string, unknown>;
};

/** A confirmation that never waits for a person, and the event of its decision. */
export type Decided = { confirmation: Confirmation; events: AuditDraft[] };

/** The gate denies it: recorded like any other request, so that the agent and its people can read why. */
export function deniedByGate(asked: Confirmation, denial: GateDenial): Decided {
  const { code, reason, retryAt, values } = denial;
  return {
    confirmation: { ...asked, ...denied(asked, { kind: "gate", id: null, name: GATE.name }, code, reason), retryAt },
    events: [
      { kind: "confirmation.denied", actor: GATE, data: { reason_code: code, reason, retry_at: retryAt, ...values } },
    ],
  };
}

/** What the policy allows or denies is decided as it is submitted; null where it asks a person. */
export function decidedByPolicy(asked: Confirmation, answer: PolicyAnswer): Decided | null {
  const { effect, rule, version } = answer;
  if (effect === "ask") return null;
  const by = { kind: "policy" as const, id: String(version), name: rule?.id ?? "policy" };
  const reason = rule?.reason ?? null;
  const data = { reason, ...policyData(answer) };
  const actor: AuditActor = { kind: "policy", id: by.id, name: by.name };
  if (effect === "deny") {
    return {
      confirmation: { ...asked, ...denied(asked, by, "policy_denied", reason) },
      events: [{ kind: "confirmation.denied", actor, data: { reason_code: "policy_denied", ...data } }],
    };
  }
  const startBoundary = startBy(asked.createdAt, asked.startWindowSeconds);
  return {
    confirmation: {
      ...asked,
      ...decided(asked, by, "policy_allowed", reason),
      state: "approved",
      startBy: startBoundary,
      executionId: newId(asked.createdAt),
      executionState: "planned",
      attempt: 1,
    },
    events: [
      {
        kind: "confirmation.approved",
        actor,
        data: { ...data, start_by: startBoundary, arguments_digest: asked.argumentsDigest },
      },
    ],
  };
}

/** How an event names what the policy said: the rule, the version, and the values it looked at. */
export function policyData({ version, effect, rule, matched, errors, values }: PolicyAnswer): Record<string, unknown> {
  return {
    policy_version: version,
    policy_effect: effect,
    policy_rule: rule?.id,
    policy_matched: matched,
    ...(errors.length > 0 && { policy_errors: errors }),
    policy_values: values,
  };
}

type By = { kind: "gate" | "policy"; id: string | null; name: string };

function denied(asked: Confirmation, by: By, code: Confirmation["reasonCode"], reason: string | null) {
  return { ...decided(asked, by, code, reason), state: "denied" as const };
}

/** Decided at the instant it was submitted: nothing was waited for. */
function decided(asked: Confirmation, by: By, reasonCode: Confirmation["reasonCode"], reason: string | null) {
  return {
    decidedAt: asked.createdAt,
    decidedByKind: by.kind,
    decidedById: by.id,
    decidedByName: by.name,
    reasonCode,
    reason,
  };
}
