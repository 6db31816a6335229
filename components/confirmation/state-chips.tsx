import { Chip, type Tone } from "@/components/ui/chip";
import type { ExecutionState, State } from "@/lib/wire/console/types";

const STATES: Record<State, Tone> = {
  pending: "wait",
  approved: "approve",
  denied: "deny",
  cancelled: "plain",
  expired: "warn",
};

const EXECUTIONS: Record<ExecutionState, { tone: Tone; words: string }> = {
  planned: { tone: "plain", words: "planned" },
  submitted: { tone: "wait", words: "submitted" },
  succeeded: { tone: "approve", words: "succeeded" },
  failed: { tone: "deny", words: "failed" },
  outcome_unknown: { tone: "unknown", words: "outcome unknown" },
  suspended: { tone: "unknown", words: "suspended" },
  lapsed: { tone: "warn", words: "lapsed" },
};

/** The decision. What became of the call is another matter, and another chip. */
export function StateChip({ state }: { state: State }) {
  return <Chip tone={STATES[state]}>{state}</Chip>;
}

export function ExecutionChip({ state }: { state: ExecutionState }) {
  const { tone, words } = EXECUTIONS[state];
  return <Chip tone={tone}>{words}</Chip>;
}
