"use client";

import Link from "next/link";
import { DecisionWords } from "@/components/confirmation/decision-words";
import { ExecutionChip, StateChip } from "@/components/confirmation/state-chips";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ArgumentPreview } from "@/components/inbox/argument-preview";
import { useShownState } from "@/components/live/use-shown-state";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow } from "@/lib/wire/console/types";

/** One line of the history: what was asked, what was decided, what became of it. */
export function HistoryRow({ row }: { row: ConfirmationRow }) {
  const t = useTexts();
  const state = useShownState(row);
  return (
    <li className="border-b border-line hover:bg-hover">
      <Link
        href={`/confirmations/${row.id}`}
        prefetch={false}
        className="grid gap-x-6 gap-y-1 px-4 py-2.5 -outline-offset-2 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_7rem]"
      >
        <div className="min-w-0">
          <p className="flex items-baseline gap-3">
            <span className="truncate font-mono text-[0.84375rem] font-medium">
              <Text>{row.tool}</Text>
            </span>
            <Instant at={row.created_at} className="ml-auto shrink-0 text-2xs text-ink-3 tabular-nums lg:hidden" />
          </p>
          <ArgumentPreview row={row} />
        </div>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-1.5">
            <StateChip state={state} />
            {row.execution ? (
              <>
                <span aria-hidden="true" className="text-2xs text-ink-3">
                  /
                </span>
                <ExecutionChip state={row.execution.state} />
              </>
            ) : null}
            {row.decision?.edited ? <Chip>{t("history.edited")}</Chip> : null}
            {row.escalation ? <Chip tone="warn">{t(`history.escalation.${row.escalation}`)}</Chip> : null}
          </p>
          <p className="mt-0.5 truncate text-2xs text-ink-3">
            <Text>{row.agent.name}</Text>
            {row.target ? (
              <>
                {" → "}
                <Text>{row.target}</Text>
              </>
            ) : null}
            {state === "pending" ? null : (
              <>
                {" · "}
                <DecisionWords state={state} decision={row.decision} />
              </>
            )}
          </p>
        </div>
        <p className="hidden pt-0.5 text-right text-2xs text-ink-3 tabular-nums lg:block">
          <Instant at={row.created_at} />
        </p>
      </Link>
    </li>
  );
}
