import type { ToolView } from "@/lib/wire/console/types";

/** A tool as it is typed: everything a text or a tick. */
export type ToolDraft = {
  name: string;
  description: string;
  risk: string;
  reversible: string;
  idempotent: boolean;
  edits: boolean;
  schema: string;
  /** One JSON Pointer a line. */
  masked: string;
  decision: string;
  start: string;
  outcome: string;
  approvals: string;
  tiers: TierDraft[];
  capPerDay: string;
  disabled: boolean;
};

/** `key` tells two tiers apart while they are edited. */
export type TierDraft = { key: number; group: string; wait: string };

export function draftOf(tool: ToolView): ToolDraft {
  return {
    name: tool.name,
    description: tool.description ?? "",
    risk: tool.risk ?? "",
    reversible: tool.reversible === undefined ? "" : tool.reversible ? "yes" : "no",
    idempotent: tool.idempotent,
    edits: tool.edits,
    schema: tool.schema_text ?? "",
    masked: tool.masked.join("\n"),
    decision: tool.windows.decision ?? "",
    start: tool.windows.start ?? "",
    outcome: tool.windows.outcome ?? "",
    approvals: String(tool.approvals),
    tiers: tool.tiers.map((tier, key) => ({ key, ...tier })),
    capPerDay: tool.cap_per_day === undefined ? "" : String(tool.cap_per_day),
    disabled: tool.disabled,
  };
}

/** What is sent: a blank is left out, and what is no number goes as it is, to be refused by its name. */
export function toolOf(draft: ToolDraft): ToolView {
  const said = (text: string) => text.trim() || undefined;
  return {
    name: draft.name,
    description: said(draft.description),
    risk: said(draft.risk) as ToolView["risk"],
    reversible: draft.reversible === "" ? undefined : draft.reversible === "yes",
    idempotent: draft.idempotent,
    edits: draft.edits,
    schema_text: said(draft.schema),
    masked: draft.masked.split("\n").flatMap((line) => said(line) ?? []),
    windows: { decision: said(draft.decision), start: said(draft.start), outcome: said(draft.outcome) },
    approvals: Number(draft.approvals),
    tiers: draft.tiers.map(({ group, wait }) => ({ group, wait: wait.trim() })),
    cap_per_day: said(draft.capPerDay) === undefined ? undefined : Number(draft.capPerDay),
    disabled: draft.disabled,
  };
}
