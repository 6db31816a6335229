import { type Risk, type Tier, type ToolSettings, UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { Prisma } from "./database";

/** A tool's settings beside a confirmation's columns, which have names of their own. */
export const TOOL_COLUMNS = Prisma.sql`
  tool.name AS tool_name, tool.description AS tool_description, tool.risk AS tool_risk,
  tool.reversible AS tool_reversible, tool.idempotent AS tool_idempotent, tool.edits AS tool_edits,
  tool.schema AS tool_schema, tool.masked AS tool_masked, tool.decision_window_seconds AS tool_decision_seconds,
  tool.start_window_seconds AS tool_start_seconds, tool.outcome_window_seconds AS tool_outcome_seconds,
  tool.disabled AS tool_disabled, tool.approvals AS tool_approvals, tool.tiers AS tool_tiers,
  tool.cap_per_day AS tool_cap_per_day`;

export type ToolRow = {
  tool_name: string | null;
  tool_description: string | null;
  tool_risk: Risk | null;
  tool_reversible: boolean | null;
  tool_idempotent: boolean | null;
  tool_edits: boolean | null;
  tool_schema: string | null;
  tool_masked: string[] | null;
  tool_decision_seconds: number | null;
  tool_start_seconds: number | null;
  tool_outcome_seconds: number | null;
  tool_disabled: boolean | null;
  tool_approvals: number | null;
  /** JSON of [{group, wait_seconds}]. */
  tool_tiers: string | null;
  tool_cap_per_day: number | null;
};

/** The same as one JSON text, as a confirmation's row is answered. */
export const TOOL_ROW = Prisma.sql`(SELECT row_to_json(s)::text FROM (SELECT ${TOOL_COLUMNS}) AS s)`;

export function readToolRow(text: string): ToolSettings {
  return toToolSettings(JSON.parse(text) as ToolRow);
}

/** A tool of which no row was found is an unknown one. */
export function toToolSettings(row: ToolRow): ToolSettings {
  if (!row.tool_name) return UNKNOWN_TOOL;
  return {
    description: row.tool_description,
    risk: row.tool_risk,
    reversible: row.tool_reversible,
    idempotent: row.tool_idempotent ?? false,
    edits: row.tool_edits ?? true,
    schema: row.tool_schema,
    masked: row.tool_masked ?? [],
    windows: {
      decisionSeconds: row.tool_decision_seconds,
      startSeconds: row.tool_start_seconds,
      outcomeSeconds: row.tool_outcome_seconds,
    },
    disabled: row.tool_disabled ?? false,
    approvals: row.tool_approvals ?? 1,
    tiers: readTiers(row.tool_tiers ?? "[]"),
    capPerDay: row.tool_cap_per_day,
  };
}

/** Tiers as they are stored: JSON of [{group, wait_seconds}]. */
export function writeTiers(tiers: Tier[]): string {
  return JSON.stringify(tiers.map(({ group, waitSeconds }) => ({ group, wait_seconds: waitSeconds })));
}

/** The tiers of a stored text. */
export function readTiers(text: string): Tier[] {
  const stored = JSON.parse(text) as { group: string; wait_seconds: number }[];
  return stored.map(({ group, wait_seconds }) => ({ group, waitSeconds: wait_seconds }));
}
