import { z } from "zod";
import { plainName, readEmail, requirePlain } from "@/lib/auth/plain-name";
import { schemaFault } from "@/lib/flow/check-arguments";
import { DEFAULT_LIMITS } from "@/lib/kernel/configuration";
import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import { RISKS } from "@/lib/kernel/tool";
import { isWithinLimits, parseDurationSeconds, WINDOWS, type WindowName, writeDuration } from "@/lib/kernel/windows";

/** A duration, as seconds. */
const duration = z
  .string()
  .transform((text) => parseDurationSeconds(text) ?? 0)
  .refine((seconds) => seconds > 0 && seconds <= WINDOWS.decision.most, {
    error: `must be a duration of at most ${writeDuration(WINDOWS.decision.most)}, such as 10m`,
  });

/** A duration within the limits of its window, as seconds. */
const window = (name: WindowName) =>
  z
    .string()
    .transform((text) => parseDurationSeconds(text) ?? 0)
    .refine((seconds) => isWithinLimits(name, seconds), {
      error: `must be a duration from ${writeDuration(WINDOWS[name].least)} to ${writeDuration(WINDOWS[name].most)}, such as 10m`,
    });

/** More than any console holds, and a number the store can keep. */
const MOST = 1_000_000;
const count = (least: number) => z.int().min(least).max(MOST);

/** A name that a check of the store's takes; what it complains of stands at its place. */
const named = (check: (text: string) => void) =>
  z.string().superRefine((text, context) => {
    try {
      check(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message.replace(/^[a-z ]+: /, "") });
    }
  });

/** Complains of what comes twice, at the second. */
const once = <T>(list: T[], keyOf: (item: T) => string, name: string | null, context: z.core.$RefinementCtx) => {
  const seen = new Set<string>();
  list.forEach((item, at) => {
    if (seen.has(keyOf(item))) {
      context.addIssue({ code: "custom", path: name === null ? [at] : [at, name], message: "comes twice" });
    }
    seen.add(keyOf(item));
  });
};

/** A tool, as the file and the page say it. */
export const ToolShape = z
  .strictObject({
    name: named((text) => requirePlain("name", text)),
    description: z.string().max(2_000).optional(),
    risk: z.enum(RISKS).optional(),
    reversible: z.boolean().optional(),
    idempotent: z.boolean().default(false),
    edits: z.boolean().default(true),
    schema: z.record(z.string(), z.unknown()).optional(),
    masked: z
      .array(
        z.string().refine((text) => stepsOf(text)?.length, { error: "must be a JSON Pointer such as /card/number" }),
      )
      .default([]),
    windows: z
      .strictObject({ decision: window("decision"), start: window("start"), outcome: window("outcome") })
      .partial()
      .default({}),
    approvals: z.int().min(1).max(10).default(1),
    tiers: z
      .array(z.strictObject({ group: z.string(), wait: duration }))
      .max(20)
      .default([]),
    caps: z.strictObject({ per_day: count(0).optional() }).default({}),
    disabled: z.boolean().default(false),
  })
  .superRefine(({ schema }, context) => {
    const fault = schema && schemaFault(JSON.stringify(schema));
    if (fault) context.addIssue({ code: "custom", path: ["schema"], message: `is no usable JSON Schema: ${fault}` });
  })
  .transform(({ description, risk, reversible, schema, windows, tiers, caps, ...tool }) => ({
    ...tool,
    description: description ?? null,
    risk: risk ?? null,
    reversible: reversible ?? null,
    schema: schema ? JSON.stringify(schema) : null,
    windows: {
      decisionSeconds: windows.decision ?? null,
      startSeconds: windows.start ?? null,
      outcomeSeconds: windows.outcome ?? null,
    },
    tiers: tiers.map(({ group, wait }) => ({ group: group.normalize("NFC"), waitSeconds: wait })),
    capPerDay: caps.per_day ?? null,
  }));

const Group = z.strictObject({
  name: named((text) => plainName("name", text)).transform((text) => text.normalize("NFC")),
  members: z
    .array(
      z
        .string()
        .transform((text) => readEmail(text) ?? "")
        .refine((email) => email !== "", { error: "must be an e-mail address" }),
    )
    .superRefine((members, context) => once(members, (email) => email, null, context)),
});

const { deny, pending, resubmit } = DEFAULT_LIMITS;
/** The gate's limits, each whole where it is named. */
export const LimitsShape = z
  .strictObject({
    deny: z
      .strictObject({ count: count(1).default(deny.count), within: duration.default(deny.withinSeconds) })
      .transform(({ count, within }) => ({ count, withinSeconds: within })),
    pending: z
      .strictObject({ per_agent: count(1).default(pending.perAgent), total: count(1).default(pending.total) })
      .transform(({ per_agent, total }) => ({ perAgent: per_agent, total })),
    resubmit: z
      .strictObject({
        max: count(0).default(resubmit.max),
        min_interval: duration.default(resubmit.minIntervalSeconds),
        after: z
          .array(z.enum(["denied", "expired", "cancelled", "approved"]))
          .superRefine((ends, context) => once(ends, (end) => end, null, context))
          .default(resubmit.after as ("denied" | "expired" | "cancelled" | "approved")[]),
      })
      .transform(({ max, min_interval, after }) => ({ max, minIntervalSeconds: min_interval, after })),
  })
  .partial();

const Effect = z.enum(["allow", "ask", "deny"]);
export const PolicyShape = z.strictObject({
  rules: z.array(z.strictObject({ id: z.string(), effect: Effect, when: z.string(), reason: z.string() })).default([]),
  tests: z
    .array(z.strictObject({ rule: z.string().optional(), given: z.record(z.string(), z.unknown()), expect: Effect }))
    .default([]),
});

/** What `manage apply -f FILE` takes, as YAML or JSON. */
export const ConfigurationShape = z
  .strictObject({
    tools: z.array(ToolShape).superRefine((tools, context) => once(tools, ({ name }) => name, "name", context)),
    groups: z.array(Group).superRefine((groups, context) => once(groups, ({ name }) => name, "name", context)),
    limits: LimitsShape,
    policy: PolicyShape,
  })
  .partial();
