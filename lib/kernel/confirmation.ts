/** The stored facts of one confirmation, as schema.prisma describes them. All else is derived from these and `now`. */

export type State = "pending" | "approved" | "denied" | "cancelled" | "expired";

export type DeciderKind = "reviewer" | "admin" | "policy" | "gate" | "agent";

export type ReasonCode =
  | "reviewer_approved"
  | "reviewer_denied"
  | "policy_allowed"
  | "policy_denied"
  | "timed_out"
  | "withdrawn"
  | "deny_limit"
  | "queue_full"
  | "resubmission_limit"
  | "daily_cap"
  | "agent_disabled"
  | "tool_disabled";

export type StoredExecutionState = "planned" | "submitted" | "succeeded" | "failed" | "outcome_unknown" | "suspended";

/** How far a call got, as the agent reports it; `reconciled` where a person brought the evidence. */
export type OutcomePhase = "pre_send" | "answered" | "post_send" | "reconciled";

export type PolicyEffect = "allow" | "ask" | "deny";

export type Escalation = "required" | "notified" | "acknowledged";

/** What changes after a confirmation was submitted; only the one door writes these. */
export type ChangingFacts = {
  state: State;
  decidedAt: Date | null;
  decidedByKind: DeciderKind | null;
  decidedById: string | null;
  decidedByName: string | null;
  decidedForId: string | null;
  decidedForName: string | null;
  breakGlass: boolean | null;
  reasonCode: ReasonCode | null;
  reason: string | null;
  startBy: Date | null;
  effectiveArguments: string | null;
  effectiveArgumentsDigest: string | null;
  changes: string | null;
  executionId: string | null;
  executionState: StoredExecutionState | null;
  attempt: number | null;
  claimedAt: Date | null;
  claimKey: string | null;
  outcomeDueBy: Date | null;
  outcomeAt: Date | null;
  outcomePhase: OutcomePhase | null;
  outcomeDetail: string | null;
  outcomeReference: string | null;
  retryUntil: Date | null;
  escalation: Escalation | null;
};

/** What was asked; it never changes. */
export type AskedFacts = {
  id: string;
  agentId: string;
  idempotencyKey: string | null;
  requestDigest: string;
  tool: string;
  target: string | null;
  session: string | null;
  turnGroup: string | null;
  onBehalfOf: string | null;
  reasoning: string | null;
  context: string | null;
  arguments: string;
  argumentsDigest: string;
  operationDigest: string;
  intentFingerprint: string;
  supersedes: string | null;
  /** The first request of its chain of resubmissions; null where it is the first. */
  originId: string | null;
  likelyRepeatOf: string | null;
  searchText: string;
  /** JSON of a `Preview`. */
  preview: string;
  createdAt: Date;
  waitEndsAt: Date;
  decidableUntil: Date;
  startWindowSeconds: number;
  outcomeWindowSeconds: number;
  policyVersion: number;
  policyEffect: PolicyEffect | null;
  policyRule: string | null;
  /** JSON of a `PolicyTrace`. */
  policyTrace: string | null;
  approvalsNeeded: number;
  tierCount: number;
  retryAt: Date | null;
};

export type Confirmation = AskedFacts & ChangingFacts;

/** What nobody and nothing has changed yet: the facts a confirmation begins with. */
export const NOT_DECIDED: ChangingFacts = {
  state: "pending",
  decidedAt: null,
  decidedByKind: null,
  decidedById: null,
  decidedByName: null,
  decidedForId: null,
  decidedForName: null,
  breakGlass: null,
  reasonCode: null,
  reason: null,
  startBy: null,
  effectiveArguments: null,
  effectiveArgumentsDigest: null,
  changes: null,
  executionId: null,
  executionState: null,
  attempt: null,
  claimedAt: null,
  claimKey: null,
  outcomeDueBy: null,
  outcomeAt: null,
  outcomePhase: null,
  outcomeDetail: null,
  outcomeReference: null,
  retryUntil: null,
  escalation: null,
};
