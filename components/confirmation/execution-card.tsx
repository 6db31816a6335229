"use client";

import type { ReactNode } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { FoldedText } from "@/components/ui/folded-text";
import { Instant } from "@/components/ui/instant";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { ExecutionChip } from "./state-chips";

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
  const t = useTexts();
  const { execution, decision } = confirmation;
  if (!execution) return null;
  return (
    <Card title={t("execution.title")} aside={<ExecutionChip state={execution.state} />}>
      <div className="px-4 py-3">
        <p className={execution.state === "outcome_unknown" || execution.state === "suspended" ? "text-unknown" : ""}>
          {t(`meaning.${execution.state}`)}
        </p>
        <dl className="mt-2 text-sm">
          <Line name={t("execution.attempt")}>{execution.attempt}</Line>
          {decision?.start_by && !execution.claimed_at ? (
            <Line name={t("execution.startBy")}>
              <Instant at={decision.start_by} as="exact" />
            </Line>
          ) : null}
          {execution.claimed_at ? (
            <Line name={t("execution.claimed")}>
              <Instant at={execution.claimed_at} as="exact" />
            </Line>
          ) : null}
          {execution.outcome_due_by ? (
            <Line name={t("execution.outcomeDue")}>
              <Instant at={execution.outcome_due_by} as="exact" />
            </Line>
          ) : null}
          {execution.outcome_at ? (
            <Line name={t("execution.outcomeAt")}>
              <Instant at={execution.outcome_at} as="exact" />
            </Line>
          ) : null}
          {execution.phase ? (
            <Line name={t("execution.phase")}>{t.maybe(`phase.${execution.phase}`) ?? execution.phase}</Line>
          ) : null}
          {execution.reference ? (
            <Line name={t("execution.reference")}>
              <FoldedText text={execution.reference} />
            </Line>
          ) : null}
          {execution.detail ? (
            <Line name={t("execution.detail")}>
              <FoldedText text={execution.detail} />
            </Line>
          ) : null}
          {execution.retry_until ? (
            <Line name={t("execution.retry")}>
              <Phrase id="execution.until" with={{ time: <Instant at={execution.retry_until} as="exact" /> }} />
            </Line>
          ) : null}
        </dl>
      </div>
    </Card>
  );
}
