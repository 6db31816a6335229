import { z } from "zod";
import { ARGUMENT_LIMITS } from "@/lib/kernel/exact-json/reader";
import { ExactObject, measure } from "@/lib/kernel/exact-json/value";
import { hasVisibleCharacter, isPlainName } from "@/lib/kernel/visible-text";
import { isWithinLimits, parseDurationSeconds, WINDOWS, type WindowName, writeDuration } from "@/lib/kernel/windows";

/*
 * What comes in over the native wire. These same schemas make the OpenAPI document, so the two cannot differ.
 * Objects that are kept exactly (arguments, context) stay as the reader read them; everything else is plain.
 */

const ARGUMENT_BYTES = 256 * 1024;

/** PostgreSQL's text cannot hold U+0000, and no name or sentence needs it. */
const text = (most: number, least = 1) =>
  z
    .string({ error: "must be a text" })
    .min(least, { error: least === 1 ? "must not be empty" : `must have at least ${least} characters` })
    .max(most, { error: `must have at most ${most} characters` })
    .refine((value) => !value.includes("\u0000"), { error: "must not hold U+0000" });

const plainName = (most: number) =>
  text(most).refine(isPlainName, { error: "must not hold control, invisible or bidirectional characters" });

const exactObject = (what: string) =>
  z
    .custom<ExactObject>((value) => value instanceof ExactObject, { error: "must be an object", abort: true })
    .refine((value) => Buffer.byteLength(value.text) <= ARGUMENT_BYTES, {
      error: `must be at most ${ARGUMENT_BYTES} bytes (256 KiB)`,
      params: { code: "too_large" },
    })
    .refine((value) => measure(value).members <= ARGUMENT_LIMITS.maxMembers, {
      error: `must have at most ${ARGUMENT_LIMITS.maxMembers} members`,
      params: { code: "too_large" },
    })
    .meta({ type: "object", description: what });

const window = (name: WindowName) =>
  z
    .string({ error: "must be a duration such as 90s, 15m or 24h" })
    .regex(/^[1-9][0-9]*(s|m|h|d)$/, { error: "must be a duration such as 90s, 15m or 24h" })
    .refine((value) => isWithinLimits(name, parseDurationSeconds(value) ?? 0), {
      error: `must be from ${writeDuration(WINDOWS[name].least)} to ${writeDuration(WINDOWS[name].most)}`,
    });

const reason = text(4_000, 0);

const digest = z
  .string({ error: "must be a digest" })
  .regex(/^sha256:[0-9a-f]{64}$/, { error: "must be sha256: and 64 hexadecimal digits" });

const supersededId = z.uuid({ error: "must be a confirmation's id" });

export const SubmitBody = z.strictObject({
  tool: plainName(128).describe("The tool's name."),
  arguments: exactObject("The exact arguments of the call; numbers keep their written form."),
  target: text(512).optional().describe("Where the call goes: a server, a system."),
  session: text(256).optional().describe("The agent's conversation or run, as the agent names it."),
  group: text(256).optional().describe("Ties the calls of one turn together for the reviewer."),
  on_behalf_of: text(320).optional().describe("The subject: the end user on whose behalf the agent acts."),
  reasoning: text(16_384, 0).optional().describe("Shown to the reviewer as the agent's claim."),
  context: exactObject("More for the reviewer to read; not part of any digest.").optional(),
  wait_window: window("wait")
    .optional()
    .describe("How long the agent's conversation waits; the row is not touched after."),
  decision_window: window("decision").optional().describe("How long the confirmation can be decided."),
  supersedes: supersededId.optional().describe("The confirmation this one replaces."),
});

const decisionFields = {
  verdict: z.enum(["approve", "deny"], { error: 'must be "approve" or "deny"' }),
  reason: reason.optional().describe("Required for a denial, with at least one visible character."),
  arguments: exactObject("Approve only: the whole edited object.").optional(),
  break_glass: z
    .literal(true, { error: "must be true, or left out" })
    .optional()
    .describe("An admin decides past tiers and approvals; needs a reason, and alarms the admins."),
};

type DecisionFields = { verdict: "approve" | "deny"; reason?: string; arguments?: unknown; break_glass?: true };

const deniesWithReason = ({ verdict, reason: why }: DecisionFields) =>
  verdict !== "deny" || hasVisibleCharacter(why ?? "");
const NEEDS_REASON = { path: ["reason"], error: "a denial needs a reason with a visible character" };

const breaksGlassWithReason = ({ break_glass, reason: why }: DecisionFields) =>
  !break_glass || hasVisibleCharacter(why ?? "");
const GLASS_NEEDS_REASON = { path: ["reason"], error: "breaking the glass needs a reason with a visible character" };

const editsOnlyToApprove = ({ verdict, arguments: edited }: DecisionFields) =>
  verdict === "approve" || edited === undefined;
const ONLY_APPROVAL_EDITS = { path: ["arguments"], error: "only an approval may change the arguments" };

export const DecisionBody = z
  .strictObject({
    ...decisionFields,
    seen_digest: digest
      .optional()
      .describe("The digest of the arguments the person saw: effective_arguments_digest where it stands."),
  })
  .refine(deniesWithReason, NEEDS_REASON)
  .refine(breaksGlassWithReason, GLASS_NEEDS_REASON)
  .refine(editsOnlyToApprove, ONLY_APPROVAL_EDITS);

const id = z.uuid({ error: "must be a confirmation's id" });

/** The console's click: it always carries what was on the screen. */
export const DecideAction = z
  .strictObject({ id, ...decisionFields, seen_digest: digest })
  .refine(deniesWithReason, NEEDS_REASON)
  .refine(breaksGlassWithReason, GLASS_NEEDS_REASON)
  .refine(editsOnlyToApprove, ONLY_APPROVAL_EDITS);

export const CancelBody = z.strictObject({ reason: reason.optional() });
export const CancelAction = z.strictObject({ id, reason: reason.optional() });

export const ClaimBody = z
  .strictObject({
    arguments: exactObject("The arguments about to run.").optional(),
    arguments_digest: digest.optional().describe("Their digest, instead."),
    target: text(512).optional().describe("Required where the confirmation has one."),
  })
  .refine((body) => (body.arguments === undefined) !== (body.arguments_digest === undefined), {
    path: ["arguments"],
    error: "send either arguments or arguments_digest: what is about to run",
  });

export const OutcomeBody = z.strictObject({
  result: z.enum(["succeeded", "failed", "outcome_unknown"], {
    error: 'must be "succeeded", "failed" or "outcome_unknown"',
  }),
  phase: z
    .enum(["pre_send", "answered", "post_send"], { error: 'must be "pre_send", "answered" or "post_send"' })
    .optional()
    .describe("pre_send: no byte left. answered: the target itself refused. `failed` stands only with one of these."),
  detail: text(16_384, 0).optional(),
  reference: text(1_024).optional().describe("The target's own name for what happened."),
  attempt: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be 1 or more" })
    .optional()
    .describe("The grant's attempt; a report on another than the present one is refused."),
});

export const RevealBody = z.strictObject({ id, pointer: text(2_048) });

export const ReconcileBody = z.strictObject({
  id,
  act: z.enum(["it_happened", "it_did_not", "set_aside", "allow_retry"]),
  reason: reason.refine(hasVisibleCharacter, { error: "needs a visible character" }),
});

const state = z.enum(["pending", "approved", "denied", "cancelled", "expired"], {
  error: "must be pending, approved, denied, cancelled or expired",
});

const limit = z
  .string()
  .regex(/^[0-9]{1,3}$/, { error: "must be a whole number from 1 to 200" })
  .transform(Number)
  .refine((value) => value >= 1 && value <= 200, { error: "must be a whole number from 1 to 200" })
  .optional()
  .transform((value) => value ?? 50)
  .meta({ type: "integer", minimum: 1, maximum: 200, default: 50 });

export const ListQuery = z.strictObject({
  state: state.optional(),
  tool: text(128).optional(),
  agent: text(128).optional().describe("An agent's id or name."),
  session: text(256).optional(),
  q: text(256).optional().describe("Literal text."),
  limit,
  cursor: text(256).optional().describe("next_cursor of the page before."),
});

export const HoldQuery = z.strictObject({
  wait: z
    .string()
    .regex(/^(0s|[1-9][0-9]*(s|m|h|d))$/, { error: "must be a duration such as 30s; a hold is cut at 55 s" })
    .optional()
    .describe("Held until decided or this long, at most 55 s."),
});

/** `Idempotency-Key`, by the call it came with. */
export const IdempotencyKey = z
  .string()
  .min(1, { error: "must not be empty" })
  .max(255, { error: "must have at most 255 characters" })
  .regex(/^[\x21-\x7e]+$/, { error: "must be of visible ASCII characters without blanks" });
