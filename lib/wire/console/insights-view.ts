import type { InsightFigures } from "@/lib/store/insights";
import type { Insights } from "./types";

/** Milliseconds are what was measured; a percentile between two of them has no more digits than they. */
function seconds(value: number | null): number | undefined {
  return value === null ? undefined : Math.round(value * 1000) / 1000;
}

export function insightsView(days: number, { now, byDay, ...figures }: InsightFigures & { now: Date }): Insights {
  return {
    server_time: now.toISOString(),
    days,
    by_day: byDay.map((day) => ({
      day: day.starts_at.toISOString().slice(0, 10),
      submitted: day.submitted,
      approved: day.approved,
      denied: day.denied,
      cancelled: day.cancelled,
      expired: day.expired,
      median_seconds_to_decide: seconds(day.median_seconds),
      p90_seconds_to_decide: seconds(day.p90_seconds),
      decided_in_under_3_seconds: day.under_three_seconds,
      edited: day.edited,
      outcome_unknown: day.outcome_unknown,
    })),
    denied_by_tool: figures.deniedByTool,
    denied_by_agent: figures.deniedByAgent,
    queue_depth: figures.queueDepth.map(({ at, pending }) => ({ at: at.toISOString(), pending })),
  };
}
