"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Chip, type Tone } from "@/components/ui/chip";
import type { ExecutionState, State } from "@/lib/wire/console/types";

const STATES: Record<State, Tone> = {
  pending: "wait",
  approved: "approve",
  denied: "deny",
  cancelled: "plain",
  expired: "warn",
};

const EXECUTIONS: Record<ExecutionState, Tone> = {
  planned: "plain",
  submitted: "wait",
  succeeded: "approve",
  failed: "deny",
  outcome_unknown: "unknown",
  suspended: "unknown",
  lapsed: "warn",
};

/** The decision. What became of the call is another matter, and another chip. */
export function StateChip({ state }: { state: State }) {
  const t = useTexts();
  return <Chip tone={STATES[state]}>{t(`state.${state}`)}</Chip>;
}

export function ExecutionChip({ state }: { state: ExecutionState }) {
  const t = useTexts();
  return <Chip tone={EXECUTIONS[state]}>{t(`execution.${state}`)}</Chip>;
}
