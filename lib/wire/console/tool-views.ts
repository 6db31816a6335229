import type { ConfiguredLimits, ConfiguredTool } from "@/lib/kernel/configuration";
import { writeDuration } from "@/lib/kernel/windows";
import type { LimitsView, ToolView } from "./types";

export function toolView(tool: ConfiguredTool): ToolView {
  const { decisionSeconds, startSeconds, outcomeSeconds } = tool.windows;
  const written = (seconds: number | null) => (seconds === null ? undefined : writeDuration(seconds));
  return {
    name: tool.name,
    description: tool.description ?? undefined,
    risk: tool.risk ?? undefined,
    reversible: tool.reversible ?? undefined,
    idempotent: tool.idempotent,
    edits: tool.edits,
    schema_text: tool.schema === null ? undefined : JSON.stringify(JSON.parse(tool.schema), null, 2),
    masked: tool.masked,
    windows: {
      decision: written(decisionSeconds),
      start: written(startSeconds),
      outcome: written(outcomeSeconds),
    },
    approvals: tool.approvals,
    tiers: tool.tiers.map(({ group, waitSeconds }) => ({ group, wait: writeDuration(waitSeconds) })),
    cap_per_day: tool.capPerDay ?? undefined,
    disabled: tool.disabled,
  };
}

export function limitsView({ deny, pending, resubmit }: ConfiguredLimits): LimitsView {
  return {
    deny: { count: deny.count, within: writeDuration(deny.withinSeconds) },
    pending: { per_agent: pending.perAgent, total: pending.total },
    resubmit: {
      max: resubmit.max,
      min_interval: resubmit.minIntervalSeconds > 0 ? writeDuration(resubmit.minIntervalSeconds) : undefined,
      after: resubmit.after,
    },
  };
}
