import { z } from "zod";

/*
 * What goes out over the native wire, for the OpenAPI document. A test holds real answers against these schemas, so that
 * the document cannot promise a field that is not sent, or miss one that is.
 */

const instant = z.string().meta({ format: "date-time", description: "RFC 3339, UTC, milliseconds, ending in Z." });
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const anyObject = z.record(z.string(), z.unknown());

const person = z.strictObject({ id: z.string(), name: z.string() });

const DecisionAnswer = z.strictObject({
  status: z.enum(["approved", "denied", "cancelled", "expired"]),
  by: z.strictObject({
    kind: z.enum(["reviewer", "admin", "policy", "gate", "agent"]),
    id: z.string().optional(),
    name: z.string(),
    on_behalf_of: person.optional().describe("In whose place, while they were away."),
  }),
  break_glass: z.literal(true).optional().describe("An admin decided past tiers and approvals."),
  reason_code: z.enum([
    "reviewer_approved",
    "reviewer_denied",
    "policy_allowed",
    "policy_denied",
    "timed_out",
    "withdrawn",
    "deny_limit",
    "queue_full",
    "resubmission_limit",
    "daily_cap",
    "agent_disabled",
    "tool_disabled",
  ]),
  reason: z.string().optional(),
  at: instant,
  start_by: instant.optional(),
  retry_at: instant.optional().describe("Where a limit denied: when asking again makes sense."),
  retry_after: z.int().min(0).optional().describe("The same as whole seconds from server_time."),
  edited: z.literal(true).optional(),
  changes: z
    .array(z.strictObject({ path: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }))
    .optional(),
});

const ExecutionAnswer = z.strictObject({
  state: z.enum(["planned", "submitted", "succeeded", "failed", "outcome_unknown", "suspended", "lapsed"]),
  attempt: z.int(),
  claimed_at: instant.optional(),
  outcome_due_by: instant.optional(),
  outcome_at: instant.optional(),
  phase: z.enum(["pre_send", "answered", "post_send", "reconciled"]).optional(),
  detail: z.string().optional(),
  reference: z.string().optional(),
  retry_until: instant.optional(),
});

export const ConfirmationAnswer = z.strictObject({
  id: z.uuid(),
  state: z.enum(["pending", "approved", "denied", "cancelled", "expired"]),
  tool: z.string(),
  arguments: anyObject.describe("As the agent sent them; for a person with secrets masked."),
  arguments_digest: digest,
  intent_fingerprint: digest,
  operation_digest: digest,
  agent: z.strictObject({ id: z.uuid(), name: z.string() }),
  target: z.string().optional(),
  session: z.string().optional(),
  group: z.string().optional(),
  on_behalf_of: z.string().optional(),
  reasoning: z.string().optional(),
  context: anyObject.optional(),
  supersedes: z.uuid().optional(),
  likely_repeat_of: z
    .uuid()
    .optional()
    .describe("An earlier confirmation of the same intent whose outcome is unknown."),
  created_at: instant,
  server_time: instant,
  wait_ends_at: instant,
  decidable_until: instant,
  policy: z
    .strictObject({ version: z.int(), effect: z.enum(["allow", "ask", "deny"]), rule: z.string().optional() })
    .optional()
    .describe("The policy it was asked under and what that said; absent where the gate denied before."),
  approvals: z
    .strictObject({
      needed: z.int(),
      given: z.array(z.strictObject({ by: person, at: instant, on_behalf_of: person.optional() })),
    })
    .optional()
    .describe("Where more than one is needed: those that stand, oldest first."),
  tiers: z
    .array(
      z.strictObject({ group: z.string(), asks_at: instant, asked: z.boolean(), skipped: z.literal(true).optional() }),
    )
    .optional()
    .describe("The groups that are asked, each beside the ones before it."),
  decision: DecisionAnswer.optional(),
  effective_arguments: anyObject.optional(),
  effective_arguments_digest: digest.optional(),
  execution: ExecutionAnswer.optional(),
  escalation: z.enum(["required", "notified", "acknowledged"]).optional(),
  masked: z.array(z.string()).optional().describe("For people: JSON Pointers of what is masked."),
  links: z.strictObject({ self: z.url(), review: z.url() }),
});

export const ListAnswer = z.strictObject({
  data: z.array(ConfirmationAnswer),
  next_cursor: z.string().optional(),
  server_time: instant,
});

export const ClaimAnswer = ConfirmationAnswer.extend({
  grant: z.strictObject({
    execution_id: z.uuid(),
    attempt: z.int(),
    arguments: anyObject,
    arguments_digest: digest,
    intent_fingerprint: digest,
    idempotency_key: z.string().describe("For the target; the same over all attempts."),
    target: z.string().optional(),
    start_by: instant,
    outcome_due_by: instant,
    token: z.string(),
  }),
  notice: z.string().describe("The promise and its limit, in words."),
});

export const EventsAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      at: instant,
      kind: z.string(),
      confirmation_id: z.uuid().optional(),
      actor: z.strictObject({
        kind: z.enum(["person", "agent", "policy", "gate", "job", "operator"]),
        id: z.string().optional(),
        name: z.string(),
      }),
      request_id: z.string().optional(),
      data: anyObject,
    }),
  ),
  server_time: instant,
});

export const ProblemAnswer = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe("What happened, what did not, and what to do next."),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  confirmation: ConfirmationAnswer.optional().describe("For a lost race: what stands."),
});
