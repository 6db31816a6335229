/**
 * Refusals are values. Kernel and flows return them; `lib/wire/native/problem.ts` has the one table that maps a code to
 * an HTTP status. `detail` is for the caller to read: what happened, what did not, what to do next.
 */
export type RefusalCode =
  | "invalid_json"
  | "duplicate_key"
  | "too_deep"
  | "lone_surrogate"
  | "too_large"
  | "unsupported_media_type"
  | "invalid_request"
  | "unauthenticated"
  | "forbidden"
  | "not_an_agent"
  | "not_a_reviewer"
  | "self_approval"
  | "not_in_tier"
  | "not_found"
  | "idempotency_conflict"
  | "already_decided"
  | "expired"
  | "arguments_invalid"
  | "arguments_changed"
  | "not_approved"
  | "already_claimed"
  | "arguments_differ"
  | "target_differs"
  | "approval_lapsed"
  | "no_longer_permitted"
  | "not_claimed"
  | "outcome_settled"
  | "not_reconcilable"
  | "last_admin"
  | "own_account"
  | "already_exists"
  | "already_acknowledged"
  | "group_in_use"
  | "link_void"
  | "policy_changed"
  | "policy_stale"
  | "policy_invalid"
  | "policy_settled"
  | "second_admin_needed"
  | "agent_disabled"
  | "key_ended"
  | "rate_limited"
  | "store_unavailable";

/** What a sentence says, for saying it in another language: which sentence, and the words in it that vary. */
export type Why = { code: string; values?: Record<string, string | number> };

export type FieldFault = { path: string; message: string; why?: Why };

export type Refusal = {
  code: RefusalCode;
  detail: string;
  errors?: FieldFault[];
  /** Seconds until trying again makes sense. */
  retryAfterSeconds?: number;
};

export type Refused = { ok: false; refusal: Refusal };

export function refuse(code: RefusalCode, detail: string, more: Omit<Refusal, "code" | "detail"> = {}): Refused {
  return { ok: false, refusal: { code, detail, ...more } };
}
