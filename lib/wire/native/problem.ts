import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import type { Refusal, RefusalCode } from "@/lib/kernel/refusal";

/** The one table from a refusal's code to its HTTP status and title (RFC 9457). */
export const PROBLEMS: Record<RefusalCode, readonly [status: number, title: string]> = {
  invalid_json: [400, "The body is not valid JSON"],
  duplicate_key: [400, "An object names a key twice"],
  too_deep: [400, "The JSON nests too deep"],
  lone_surrogate: [400, "A text holds half a character"],
  unauthenticated: [401, "Not signed in"],
  forbidden: [403, "Not allowed"],
  not_an_agent: [403, "Only an agent does this"],
  not_a_reviewer: [403, "Only a reviewer decides"],
  self_approval: [403, "Nobody approves their own request"],
  not_in_tier: [403, "Not asked of you yet"],
  no_longer_permitted: [403, "No longer permitted"],
  second_admin_needed: [403, "Another admin brings it into force"],
  not_found: [404, "Not found"],
  idempotency_conflict: [409, "The key was used for another request"],
  already_decided: [409, "Already decided"],
  arguments_changed: [409, "The arguments are not the ones you saw"],
  not_approved: [409, "Not approved"],
  already_claimed: [409, "Already claimed"],
  arguments_differ: [409, "The arguments are not the approved ones"],
  target_differs: [409, "The target is not the approved one"],
  not_claimed: [409, "Not claimed"],
  outcome_settled: [409, "The outcome is settled"],
  not_reconcilable: [409, "Nothing to settle"],
  last_admin: [409, "The last admin stays"],
  own_account: [409, "Not for one's own account"],
  already_exists: [409, "Exists already"],
  already_acknowledged: [409, "Acknowledged already"],
  group_in_use: [409, "The group is asked"],
  policy_changed: [409, "Saved by somebody else meanwhile"],
  policy_stale: [409, "Begun on a version that is no longer in force"],
  policy_settled: [409, "Not in a state for this"],
  agent_disabled: [409, "The agent is disabled"],
  key_ended: [409, "The key has ended"],
  expired: [410, "Expired"],
  approval_lapsed: [410, "The approval lapsed"],
  link_void: [410, "The link opens nothing any more"],
  too_large: [413, "Too large"],
  unsupported_media_type: [415, "The body must be JSON"],
  arguments_invalid: [422, "The arguments are not valid"],
  policy_invalid: [422, "The rules have faults or fail their tests"],
  invalid_request: [422, "The request is not valid"],
  rate_limited: [429, "Too many requests"],
  store_unavailable: [503, "The store is not available"],
};

/**
 * A refusal as `application/problem+json`.
 *
 * @param confirmation for a lost race: what stands, as this caller may see it
 */
export function problemResponse(refusal: Refusal, requestId: string, confirmation?: unknown): Response {
  const [status, title] = PROBLEMS[refusal.code];
  const body = writeExactJson({
    type: `urn:countersign:problem:${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    request_id: requestId,
    errors: refusal.errors?.map(({ path, message }) => ({ path, message })),
    confirmation,
  });
  const headers = new Headers({ "Content-Type": "application/problem+json", "Cache-Control": "no-store" });
  if (refusal.retryAfterSeconds !== undefined)
    headers.set("Retry-After", String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))));
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  return new Response(body, { status, headers });
}
