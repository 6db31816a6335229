import type { Role } from "@/lib/kernel/principal";

/**
 * What the console's pages read over `/api/console/*` and get back from its server actions. The server sends state and
 * abilities; the pages show them and re-derive neither. Instants are RFC 3339 UTC with milliseconds. JSON that an agent
 * sent travels as text (`…_text`), because `JSON.parse` in a browser would round its numbers.
 */

export type State = "pending" | "approved" | "denied" | "cancelled" | "expired";

export type ExecutionState =
  | "planned"
  | "submitted"
  | "succeeded"
  | "failed"
  | "outcome_unknown"
  | "suspended"
  /** Derived: the approval was not claimed in time. */
  | "lapsed";

export type ReconcileAct = "it_happened" | "it_did_not" | "set_aside" | "allow_retry";

export type DecisionView = {
  status: Exclude<State, "pending">;
  by: {
    kind: "reviewer" | "admin" | "policy" | "gate" | "agent";
    id?: string;
    name: string;
    /** In whose place, while they were away. */
    on_behalf_of?: { id: string; name: string };
  };
  /** An admin decided past tiers and approvals. */
  break_glass?: true;
  reason_code: string;
  reason?: string;
  at: string;
  start_by?: string;
  edited?: true;
  /** JSON text of [{path, from?, to?}]. */
  changes_text?: string;
};

/** Where more than one person must approve: the approvals that stand, oldest first. */
export type ApprovalsView = {
  needed: number;
  given: { by: { id: string; name: string }; at: string; on_behalf_of?: { id: string; name: string } }[];
};

/** One of the groups that are asked, each beside the ones before it. */
export type TierView = { group: string; asks_at: string; asked: boolean; skipped?: true };

export type ExecutionView = {
  state: ExecutionState;
  attempt: number;
  claimed_at?: string;
  outcome_due_by?: string;
  outcome_at?: string;
  phase?: string;
  detail?: string;
  reference?: string;
  /** A person allowed one retry, which the agent can claim until here. */
  retry_until?: string;
};

/** What this viewer may do with this confirmation now. `why_not` says in a sentence what stands in the way of deciding. */
export type Abilities = {
  approve: boolean;
  deny: boolean;
  /** Approve with other arguments. */
  edit: boolean;
  cancel: boolean;
  /** See a masked value, which leaves an audit event. */
  reveal: boolean;
  reconcile: ReconcileAct[];
  /** An admin may decide past tiers and approvals, and there is something to go past. */
  break_glass?: true;
  /** This person's approval stands, and others are still needed. */
  voted?: true;
  /** Whoever this person would decide in the place of. */
  in_place_of?: { id: string; name: string };
  why_not?: string;
  /** The refusal's code behind `why_not`, for saying it in the viewer's language. */
  why_not_code?: string;
};

/** One line of a list. */
export type ConfirmationRow = {
  id: string;
  state: State;
  tool: string;
  /** Of the tool; absent: nobody said. */
  risk?: "low" | "medium" | "high" | "critical";
  /** Whether what the tool does can be taken back; absent: nobody said. */
  reversible?: boolean;
  target?: string;
  session?: string;
  group?: string;
  on_behalf_of?: string;
  agent: { id: string; name: string };
  created_at: string;
  wait_ends_at: string;
  decidable_until: string;
  /** Absent where one approval is enough. */
  approvals?: ApprovalsView;
  /** Absent where anybody who decides may. */
  tiers?: TierView[];
  decision?: DecisionView;
  execution?: ExecutionView;
  escalation?: "required" | "notified" | "acknowledged";
  likely_repeat_of?: string;
  /** The first members of the (masked) arguments as short texts, never cut inside a character. */
  preview: { key: string; value: string; cut: boolean; masked: boolean }[];
  argument_count: number;
  /** Some value, or a name, holds characters that cannot be seen. */
  hidden_characters: boolean;
  /** Some value, or a name, holds letters that pass for others. */
  look_alikes: boolean;
  /**
   * What a click on this row is bound to. Where one of several approvers has edited, it is refused in a list, which does
   * not show the edit; on its page a click is bound to `effective_arguments_digest`.
   */
  arguments_digest: string;
  abilities: Abilities;
};

/** One confirmation, whole. */
export type ConfirmationDetail = Omit<ConfirmationRow, "preview"> & {
  /** Masked, otherwise exactly as the agent wrote it. */
  arguments_text: string;
  effective_arguments_text?: string;
  effective_arguments_digest?: string;
  /** JSON Pointers into the arguments whose values are masked. */
  masked: string[];
  intent_fingerprint: string;
  operation_digest: string;
  reasoning?: string;
  context_text?: string;
  supersedes?: string;
  /** What the operator says of the tool. */
  tool_description?: string;
  /** JSON Schema (draft 2020-12) of the tool's arguments, for the edit form; the server checks again. */
  tool_schema_text?: string;
  start_window_seconds: number;
  outcome_window_seconds: number;
  server_time: string;
};

export type ListAnswer<T> = {
  data: T[];
  next_cursor?: string;
  /** The list's order has changed since the cursor was given: this page is its beginning, and the next follow from there. */
  reordered?: true;
  server_time: string;
};

export type Summary = {
  pending: number;
  outcome_unknown: number;
  server_time: string;
  person: { id: string; name: string; email: string; role: Role };
};

export type EventView = {
  id: string;
  at: string;
  /** One of `AUDIT_KINDS` in lib/kernel/audit-kinds.ts. */
  kind: string;
  confirmation_id?: string;
  actor: { kind: "person" | "agent" | "policy" | "gate" | "job" | "operator"; id?: string; name: string };
  request_id?: string;
  data: Record<string, unknown>;
};

/** What is wrong at one place: in English, and as a code with what varies in it. */
export type FaultView = {
  path: string;
  message: string;
  why?: { code: string; values?: Record<string, string | number> };
};

/** What a server action answers. A refusal says what happened, what did not, and what to do next. */
export type ActionAnswer =
  | { ok: true; repeated: boolean; confirmation: ConfirmationDetail }
  | {
      ok: false;
      code: string;
      message: string;
      errors?: FaultView[];
      /** For a lost race: what stands now. */
      confirmation?: ConfirmationDetail;
    };

export type DecideInput = {
  id: string;
  verdict: "approve" | "deny";
  reason?: string;
  /** The digest of the arguments that were on the screen. */
  seen_digest: string;
  /** An admin, with a reason: past tiers and approvals. */
  break_glass?: true;
  /** Approve only: the whole edited object as JSON text. */
  arguments_text?: string;
};

export type ReconcileInput = { id: string; act: ReconcileAct; reason: string };

/** Several at once: explicit ids with the digests that were on the screen; each is decided, and answered, on its own. */
export type DecideManyInput = {
  verdict: "approve" | "deny";
  reason?: string;
  items: { id: string; seen_digest: string }[];
};
export type DecideManyAnswer =
  | { ok: true; results: { id: string; answer: ActionAnswer }[] }
  | { ok: false; code: string; message: string };

/** One masked value, in clear. */
export type RevealInput = { id: string; pointer: string };
export type RevealAnswer = { ok: true; value_text: string } | { ok: false; code: string; message: string };

/** Who did something to a version of the policy, and when. */
export type PolicyMark = { at: string; by: string; by_id?: string };

export type PolicyEffectName = "allow" | "ask" | "deny";

/** A version of the written rules, without what it says. */
export type PolicyVersionRow = {
  number: number;
  status: "draft" | "proposed" | "active" | "retired" | "discarded";
  source: "page" | "file" | "system";
  based_on?: number;
  created: PolicyMark;
  edited?: PolicyMark;
  proposed?: PolicyMark;
  activated?: PolicyMark;
  retired_at?: string;
};

export type PolicyRuleView = { id: string; effect: PolicyEffectName; when: string; reason: string };
/** `given_text` is JSON, because a browser would round its numbers. */
export type PolicyTestView = { rule?: string; given_text: string; expect: PolicyEffectName };

/** A fault at its place: of a rule or test by its index; in `when` also by line and column, counted from 1. */
export type PolicyFaultView = {
  code: string;
  field: "rules" | "id" | "effect" | "when" | "reason" | "tests";
  index?: number;
  message: string;
  line?: number;
  column?: number;
};

export type PolicyTestResult = {
  index: number;
  passed: boolean;
  effect: PolicyEffectName;
  rule?: string;
  /** Rules that could not be evaluated on what the test gives. */
  errors: { rule: string; message: string }[];
};

/** What the server finds in a document; with faults no test is run. */
export type PolicyCheck = { faults: PolicyFaultView[]; results: PolicyTestResult[] };

export type PolicyDiffView = {
  same: boolean;
  rules_added: PolicyRuleView[];
  rules_removed: PolicyRuleView[];
  rules_changed: { before: PolicyRuleView; after: PolicyRuleView }[];
  tests_added: PolicyTestView[];
  tests_removed: PolicyTestView[];
  tests_changed: { before: PolicyTestView; after: PolicyTestView }[];
};

export type PolicyDetail = PolicyVersionRow & {
  /** What an act on this version is bound to. */
  digest: string;
  rules: PolicyRuleView[];
  tests: PolicyTestView[];
  /** The stored text cannot be read any more, and why. */
  unreadable?: string;
  check: PolicyCheck;
  /** To this version from the one in force; of that one, from the one before it. */
  diff: PolicyDiffView;
  compared_with?: number;
  stale: boolean;
  abilities: { edit: boolean; propose: boolean; activate: boolean; rebase: boolean };
  /** What stands in the way of bringing it into force, and the refusal's code. */
  why_not?: string;
  why_not_code?: string;
  server_time: string;
};

export type Policies = {
  versions: PolicyVersionRow[];
  /** Rules that could not be evaluated, of the last `errors_among` confirmations. */
  rule_errors: { rule: string; count: number; message: string; confirmation_id: string; last_at: string }[];
  errors_among: number;
  server_time: string;
};

/** A part of a replay; `before` is what was said when it was asked, `after` what this version says. */
export type PolicyReplay = {
  /** Of the version's document; another one than before means that it was saved meanwhile. */
  digest: string;
  examined: number;
  passed_over: number;
  counts: { before: PolicyEffectName; after: PolicyEffectName; count: number }[];
  differing: {
    id: string;
    tool: string;
    agent: string;
    created_at: string;
    state: State;
    before: { effect: PolicyEffectName; rule?: string };
    after: { effect: PolicyEffectName; rule?: string; error?: true };
  }[];
  next_cursor?: string;
  server_time: string;
};

export type PolicyRefusal = {
  ok: false;
  code: string;
  message: string;
  errors?: { path: string; message: string }[];
};
/** What an act on the policy answers: the version it was about. */
export type PolicyAnswer = { ok: true; number: number; conflicts?: string[] } | PolicyRefusal;
export type PolicyCheckAnswer = ({ ok: true } & PolicyCheck) | PolicyRefusal;
export type SeenPolicy = { number: number; seen_digest: string };
export type BeginPolicyInput = { from: "active" | "nothing" } | { from: "confirmation"; id: string };

/** What `/api/console/insights?days=` answers: a day a row, and splits over the whole span. All durations in seconds. */
export type Insights = {
  server_time: string;
  days: number;
  by_day: {
    day: string;
    submitted: number;
    approved: number;
    denied: number;
    cancelled: number;
    expired: number;
    /** Of decisions by people that day; absent where there were none. */
    median_seconds_to_decide?: number;
    p90_seconds_to_decide?: number;
    decided_in_under_3_seconds: number;
    edited: number;
    outcome_unknown: number;
  }[];
  denied_by_tool: { name: string; denied: number; decided: number }[];
  denied_by_agent: { name: string; denied: number; decided: number }[];
  /** Pending at the end of each hour of the last two days, oldest first. */
  queue_depth: { at: string; pending: number }[];
};

/** A person's account, as the pages about people show it. */
export type AccountView = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  last_sign_in_at?: string;
  has_password: boolean;
  /** Signs in at the identity provider. */
  linked: boolean;
  /** A link to set a password by stands until then. */
  link_expires_at?: string;
  groups: string[];
};

export type GroupView = {
  id: string;
  name: string;
  members: { id: string; email: string; name: string; role: Role; disabled: boolean }[];
  /** The tools whose tiers ask it. */
  tools: string[];
};

export type SessionView = {
  id: string;
  created_at: string;
  expires_at: string;
  /** What the browser said of itself, whole. */
  user_agent?: string;
  /** The same in two words, such as `Firefox, Windows`; absent where it is not known. */
  browser?: string;
  provider: "password" | "oidc";
  /** By which this very page was asked for. */
  current: boolean;
};

export type TokenView = { id: string; created_at: string };

export type DelegationView = {
  id: string;
  from: { id: string; name: string };
  to: { id: string; name: string };
  starts_at: string;
  ends_at: string;
  reason?: string;
  in_force: boolean;
};

/** What became of an act on accounts: what it yields, or why nothing was changed. */
export type PeopleAnswer<Yields = unknown> =
  | ({ ok: true } & Yields)
  | { ok: false; code: string; message: string; errors?: { path: string; message: string }[] };

/** A link that is shown once, to be handed over by whoever made it. */
export type LinkYield = { purpose: "invitation" | "password_reset"; url: string; expires_at: string };

/** An agent, as the pages about agents show it. */
export type AgentView = {
  id: string;
  name: string;
  created_at: string;
  disabled_at?: string;
  /** Who answers for it, and may decide nothing it asks. */
  owner?: { id: string; name: string; email: string };
  /** How many of its keys open something now. */
  keys: number;
  last_used_at?: string;
  /** What can be decided now; disabling the agent cancels it. */
  pending: number;
  /** Approvals it could claim now; once it is disabled it can claim them no more. */
  claimable: number;
  /** Calls it has claimed and not reported on. */
  running: number;
};

export type AgentKeyView = {
  id: string;
  name: string;
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  last_used_at?: string;
  /** The tools it may ask for and claim, by exact name; empty: all. */
  tools: string[];
  /** Whether it opens anything now. */
  stands: boolean;
};

/** Somebody who can be chosen. */
export type PersonChoice = { id: string; name: string; email: string };

/** A tool's settings as the file writes them: durations such as `10m`, absent for what nobody said. */
export type ToolView = {
  name: string;
  description?: string;
  risk?: "low" | "medium" | "high" | "critical";
  reversible?: boolean;
  idempotent: boolean;
  edits: boolean;
  /** JSON text of its schema. */
  schema_text?: string;
  masked: string[];
  windows: { decision?: string; start?: string; outcome?: string };
  approvals: number;
  tiers: { group: string; wait: string }[];
  cap_per_day?: number;
  disabled: boolean;
};

/** The gate's limits as the file writes them. */
export type LimitsView = {
  deny: { count: number; within: string };
  pending: { per_agent: number; total: number };
  resubmit: { max: number; min_interval?: string; after: string[] };
};

/** A list as far as a page shows it, and whether there is more of it. */
export type ShownList<Row> = { rows: Row[]; more: boolean };

export type AlertKind = "nobody_to_ask" | "break_glass" | "policy_error";

/** What expired undecided and no admin has acknowledged. */
export type ExpiredView = {
  id: string;
  tool: string;
  agent: string;
  expired_at: string;
  /** In their order; none where any reviewer could decide. */
  tiers: { position: number; group: string; asked: boolean; skipped: boolean }[];
};

export type AlertView = {
  id: string;
  kind: AlertKind;
  confirmation_id?: string;
  tool?: string;
  detail: string;
  at: string;
};

export type AcknowledgedView = {
  id: string;
  kind: AlertKind | "expired";
  confirmation_id?: string;
  tool?: string;
  detail?: string;
  at: string;
  by: string;
};
