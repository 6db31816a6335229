import { stringify } from "yaml";
import type { ConfiguredLimits, ConfiguredTool, WholeConfiguration } from "@/lib/kernel/configuration";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import type { PolicyTest } from "@/lib/kernel/policy/document";
import { writeDuration } from "@/lib/kernel/windows";

/** The file that `manage apply` takes back unchanged: what is as it would be anyway is left out. */
export function writeConfiguration(configuration: WholeConfiguration): string {
  return yaml(plainOf(configuration));
}

/** Each thing that can differ, under the name a person knows it by; in the order of the file. */
export function entriesOf(configuration: WholeConfiguration): Map<string, string> {
  const { tools, groups, limits, policy } = plainOf(configuration);
  const entries = new Map<string, string>();
  for (const tool of tools) entries.set(`tool ${tool.name}`, yaml(tool));
  for (const group of groups) entries.set(`group ${group.name}`, yaml(group));
  for (const [name, limit] of Object.entries(limits)) entries.set(`limit ${name}`, yaml(limit));
  for (const rule of policy.rules) entries.set(`rule ${rule.id}`, yaml(rule));
  if (policy.tests.length > 0) entries.set("tests of the policy", yaml(policy.tests));
  return entries;
}

function yaml(value: unknown): string {
  // Nothing is folded and nothing is shared, so that a line is a line and a diff is short.
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

function plainOf({ tools, groups, limits, policy }: WholeConfiguration) {
  return {
    tools: tools.map(toolOf),
    groups,
    limits: limitsOf(limits),
    policy: {
      rules: policy.rules.map(({ id, effect, when, reason }) => ({ id, effect, when, reason })),
      tests: policy.tests.map(testOf),
    },
  };
}

function toolOf(tool: ConfiguredTool) {
  const { decisionSeconds, startSeconds, outcomeSeconds } = tool.windows;
  const windows = {
    ...(decisionSeconds !== null && { decision: writeDuration(decisionSeconds) }),
    ...(startSeconds !== null && { start: writeDuration(startSeconds) }),
    ...(outcomeSeconds !== null && { outcome: writeDuration(outcomeSeconds) }),
  };
  return {
    name: tool.name,
    ...(tool.description !== null && { description: tool.description }),
    ...(tool.risk !== null && { risk: tool.risk }),
    ...(tool.reversible !== null && { reversible: tool.reversible }),
    ...(tool.idempotent && { idempotent: true }),
    ...(!tool.edits && { edits: false }),
    ...(tool.schema !== null && { schema: JSON.parse(tool.schema) as unknown }),
    ...(tool.masked.length > 0 && { masked: tool.masked }),
    ...(Object.keys(windows).length > 0 && { windows }),
    ...(tool.approvals !== 1 && { approvals: tool.approvals }),
    ...(tool.tiers.length > 0 && {
      tiers: tool.tiers.map(({ group, waitSeconds }) => ({ group, wait: writeDuration(waitSeconds) })),
    }),
    ...(tool.capPerDay !== null && { caps: { per_day: tool.capPerDay } }),
    ...(tool.disabled && { disabled: true }),
  };
}

function limitsOf({ deny, pending, resubmit }: ConfiguredLimits) {
  return {
    deny: { count: deny.count, within: writeDuration(deny.withinSeconds) },
    pending: { per_agent: pending.perAgent, total: pending.total },
    resubmit: {
      max: resubmit.max,
      ...(resubmit.minIntervalSeconds > 0 && { min_interval: writeDuration(resubmit.minIntervalSeconds) }),
      after: resubmit.after,
    },
  };
}

function testOf({ rule, given, expect }: PolicyTest) {
  const read = readExactJson(writeExactJson(given));
  if (!read.ok) throw new Error(`policy test: ${read.fault.message}`);
  return { ...(rule !== undefined && { rule }), given: digitsKept(read.value), expect };
}

/** Whole numbers as such however long they are; the rest as the values they are. */
function digitsKept(value: ExactValue): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "true":
    case "false":
      return value.kind === "true";
    case "number":
      return /^-?\d+$/.test(value.text) ? BigInt(value.text) : Number(value.text);
    case "string":
      return value.value;
    case "array":
      return value.items.map(digitsKept);
    case "object":
      return new Map([...value.members].map(([name, member]) => [name, digitsKept(member)]));
    default:
      return value satisfies never;
  }
}
