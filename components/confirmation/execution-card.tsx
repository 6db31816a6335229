import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { FoldedText } from "@/components/ui/folded-text";
import { Instant } from "@/components/ui/instant";
import type { ConfirmationDetail, ExecutionState } from "@/lib/wire/console/types";
import { ExecutionChip } from "./state-chips";

/** What each state means for the reader. */
const MEANING: Record<ExecutionState, string> = {
  planned: "The agent has not claimed the approval yet.",
  submitted: "The agent claimed the approval and has not reported what became of the call.",
  succeeded: "The call took effect.",
  failed: "The call took no effect; there is evidence for that.",
  outcome_unknown: "It may have happened. Check the target first.",
  suspended: "It may have happened. A person set it aside.",
  lapsed: "The agent did not claim the approval in time. It can no longer run.",
};

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-0.5">
      <dt className="w-32 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What became of the approved call, apart from the decision; and what is promised about it, and what is not. */
export function ExecutionCard({ confirmation }: { confirmation: ConfirmationDetail }) {
  const { execution, decision } = confirmation;
  if (!execution) return null;
  return (
    <Card title="Execution" aside={<ExecutionChip state={execution.state} />}>
      <div className="px-4 py-3">
        <p className={execution.state === "outcome_unknown" || execution.state === "suspended" ? "text-unknown" : ""}>
          {MEANING[execution.state]}
        </p>
        <dl className="mt-2 text-sm">
          <Line name="Attempt">{execution.attempt}</Line>
          {decision?.start_by && !execution.claimed_at ? (
            <Line name="Can start until">
              <Instant at={decision.start_by} as="exact" />
            </Line>
          ) : null}
          {execution.claimed_at ? (
            <Line name="Claimed">
              <Instant at={execution.claimed_at} as="exact" />
            </Line>
          ) : null}
          {execution.outcome_due_by ? (
            <Line name="Outcome due">
              <Instant at={execution.outcome_due_by} as="exact" />
            </Line>
          ) : null}
          {execution.outcome_at ? (
            <Line name="Outcome recorded">
              <Instant at={execution.outcome_at} as="exact" />
            </Line>
          ) : null}
          {execution.phase ? <Line name="Phase">{execution.phase.replaceAll("_", " ")}</Line> : null}
          {execution.reference ? (
            <Line name="Reference">
              <FoldedText text={execution.reference} />
            </Line>
          ) : null}
          {execution.detail ? (
            <Line name="Detail">
              <FoldedText text={execution.detail} />
            </Line>
          ) : null}
          {execution.retry_until ? (
            <Line name="Retry allowed">
              until <Instant at={execution.retry_until} as="exact" />
            </Line>
          ) : null}
        </dl>
      </div>
    </Card>
  );
}
