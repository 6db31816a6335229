import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import type { Confirmation } from "@/lib/kernel/confirmation";
import {
  type Decided,
  decidedByPolicy,
  deniedByGate,
  type PolicyAnswer,
  policyData,
} from "@/lib/kernel/decided-at-submit";
import {
  dailyCapReached,
  type GateDenial,
  judgeDenyLimit,
  judgeResubmission,
  queueFull,
  resubmittedTooOften,
  type Superseded,
  toolDisabled,
} from "@/lib/kernel/limits";
import { type TierAtSubmit, tiersAtSubmit } from "@/lib/kernel/tiers-at-submit";
import { GATE } from "@/lib/kernel/transition";
import type { BeforeSubmission } from "@/lib/store/before-submission";
import { decidersOf } from "@/lib/store/deciders";
import type { AlertDraft, Beside, Inserted } from "@/lib/store/insert-confirmation";

/** What a submission comes to before any person has seen it, if it is within the limits that only the store can hold. */
export type Judged = Decided & {
  /** As it was put to the policy: what the gate denies where those limits have no room. */
  asked: Confirmation;
  beside: Beside;
  /** What the policy said, where it asks a person: for the event of the submission. */
  said: Record<string, unknown>;
};

/** What the gate denies without asking the policy or anybody. */
export function deniedBeforeAsking(
  asked: Confirmation,
  before: BeforeSubmission,
  superseded: Superseded | null,
): Judged | null {
  const denial = denialBeforeAsking(asked.tool, before, superseded);
  return denial && { ...deniedByGate(asked, denial), asked, beside: {}, said: {} };
}

function denialBeforeAsking(tool: string, before: BeforeSubmission, superseded: Superseded | null): GateDenial | null {
  const { limits, now } = before;
  if (before.tool.disabled) return toolDisabled(tool);
  const resubmission = superseded && judgeResubmission(superseded, before.superseded?.made ?? 0, limits, now);
  return resubmission ?? judgeDenyLimit(before.answered, limits, now);
}

/** What the policy makes of it: denied or approved at once, or put to people, by tiers where its tool has them. */
export async function judgedByPolicy(
  unasked: Confirmation,
  answer: PolicyAnswer,
  before: BeforeSubmission,
): Promise<Judged> {
  const { tool, limits } = before;
  const { effect, matched, errors, values } = answer;
  const asked: Confirmation = {
    ...unasked,
    policyVersion: answer.version,
    policyEffect: effect,
    policyRule: answer.rule?.id ?? null,
    policyTrace: JSON.stringify({ matched, errors, values }),
  };
  const admission = {
    pending: effect === "ask" ? { perAgent: limits.pendingPerAgent, total: limits.pendingTotal } : null,
    perDay: effect === "deny" || tool.capPerDay === null ? null : { tool: asked.tool, most: tool.capPerDay },
    resubmission: asked.originId === null ? null : { originId: asked.originId, most: limits.resubmitMax },
  };
  const alerts = errors.map((error) => policyAlert(error, asked));
  const decided = decidedByPolicy(asked, answer);
  if (decided) return { ...decided, asked, beside: { admission, alerts }, said: {} };

  const tiers = tool.tiers.length === 0 ? [] : tiersAtSubmit(tool.tiers, await decidersOf(groupsOf(tool)), before.now);
  const nobody = tiers.length === 0 ? !before.somebodyDecides : tiers.every(({ skipped }) => skipped);
  if (nobody) alerts.push(nobodyAlert(asked, tiers));
  return {
    confirmation: { ...asked, approvalsNeeded: tool.approvals, tierCount: tiers.length },
    events: tiers.filter(({ skipped }) => skipped).map(skippedEvent),
    asked,
    beside: { admission, alerts, tiers },
    said: policyData(answer),
  };
}

/** The denial for a limit that had no room at the moment of adding. */
export function denialFor(
  limit: Exclude<Inserted, "added" | "nothing">,
  asked: Confirmation,
  { limits, tool, now }: BeforeSubmission,
): GateDenial {
  switch (limit) {
    case "queue_full_agent":
      return queueFull("agent", limits);
    case "queue_full_total":
      return queueFull("total", limits);
    case "daily_cap":
      return dailyCapReached(asked.tool, tool.capPerDay ?? 0, now);
    case "resubmission_limit":
      return resubmittedTooOften(asked.supersedes ?? "", limits);
    default:
      return limit satisfies never;
  }
}

function groupsOf({ tiers }: BeforeSubmission["tool"]): string[] {
  return tiers.map(({ group }) => group);
}

function skippedEvent({ position, groupName, groupId }: TierAtSubmit): AuditDraft {
  const cause = groupId === null ? "there is no such group" : "nobody in it can decide";
  return { kind: "escalation.tier_skipped", actor: GATE, data: { position, group: groupName, cause } };
}

function nobodyAlert({ tool }: Confirmation, tiers: TierAtSubmit[]): AlertDraft {
  const whom =
    tiers.length === 0
      ? "there is no active reviewer or admin"
      : `nobody in ${tiers.map(({ groupName }) => groupName).join(", ")} can decide`;
  return { kind: "nobody_to_ask", subject: null, detail: `A request for ${tool} waits, and ${whom}.` };
}

/** One open alert for each rule of a version: the first that failed stands for the others. */
function policyAlert(error: PolicyAnswer["errors"][number], { policyVersion, tool, id }: Confirmation): AlertDraft {
  return {
    kind: "policy_error",
    subject: `${policyVersion}:${error.rule}`,
    detail: `Rule "${error.rule}" of policy version ${policyVersion} could not be evaluated, first on request ${id} for ${tool}: ${error.message}`,
  };
}
