/** What is known of a tool. Everything has a value for a tool nobody has described: it is asked about, nothing is assumed. */
export type ToolSettings = {
  description: string | null;
  risk: Risk | null;
  /** Whether what it does can be taken back; null: nobody said. */
  reversible: boolean | null;
  idempotent: boolean;
  edits: boolean;
  /** JSON Schema (draft 2020-12) of the arguments, as text. */
  schema: string | null;
  /** JSON Pointers into the arguments that people see masked. */
  masked: string[];
  windows: { decisionSeconds: number | null; startSeconds: number | null; outcomeSeconds: number | null };
  /** The gate denies what asks for it, and nothing of it can be claimed. */
  disabled: boolean;
  /** How many distinct people must approve, 1 to 10. */
  approvals: number;
  /** Groups in the order they are asked, each for how long before the next is asked too; empty: any reviewer decides. */
  tiers: Tier[];
  /** How many of its calls one agent may have a UTC day; null: any number. */
  capPerDay: number | null;
};

export type Tier = { group: string; waitSeconds: number };

export const RISKS = ["low", "medium", "high", "critical"] as const;
export type Risk = (typeof RISKS)[number];

/** The place in a list by risk, the gravest first. Of what nobody has said we assume neither harm nor harmlessness. */
export function riskRank(risk: Risk | null | undefined): number {
  if (risk === "critical") return 0;
  if (risk === "high") return 1;
  return risk === "low" ? 3 : 2;
}

export const UNKNOWN_TOOL: ToolSettings = {
  description: null,
  risk: null,
  reversible: null,
  idempotent: false,
  edits: true,
  schema: null,
  masked: [],
  windows: { decisionSeconds: null, startSeconds: null, outcomeSeconds: null },
  disabled: false,
  approvals: 1,
  tiers: [],
  capPerDay: null,
};

type Defaults = { decisionWindowSeconds: number; startWindowSeconds: number; outcomeWindowSeconds: number };

/** The windows of a request: a tool's settings may shorten what the agent asks, never lengthen it. */
export function windowsFor(
  { windows }: Pick<ToolSettings, "windows">,
  askedDecisionSeconds: number | null,
  defaults: Defaults,
): Defaults {
  const { decisionSeconds, startSeconds, outcomeSeconds } = windows;
  return {
    decisionWindowSeconds:
      askedDecisionSeconds === null
        ? (decisionSeconds ?? defaults.decisionWindowSeconds)
        : Math.min(askedDecisionSeconds, decisionSeconds ?? askedDecisionSeconds),
    startWindowSeconds: startSeconds ?? defaults.startWindowSeconds,
    outcomeWindowSeconds: outcomeSeconds ?? defaults.outcomeWindowSeconds,
  };
}
