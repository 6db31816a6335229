"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DecisionWords } from "@/components/confirmation/decision-words";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useNow } from "@/components/live/use-now";
import { useShownState } from "@/components/live/use-shown-state";
import { useViewer } from "@/components/live/viewer";
import { confirmationQuery } from "@/components/queries";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import { MiniBar } from "@/components/windows/mini-bar";
import { leftText } from "@/components/windows/time-text";
import { CLOSING_SOON_MS } from "@/components/windows/window-facts";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { ArgumentPreview } from "./argument-preview";

type Props = {
  row: ConfirmationRow;
  /** The newest answer no longer holds it: what became of it is read, and the row stays where it is. */
  gone: boolean;
  chosen: boolean;
  onChoose: ((id: string) => void) | undefined;
};

export function InboxRow({ row: shown, gone, chosen, onChoose }: Props) {
  const { data: read } = useQuery({ ...confirmationQuery(shown.id), enabled: gone });
  // Whichever reading knows of an end is right: ends are final, and list and page must not disagree for a moment.
  const row = read && read.state !== "pending" ? { ...shown, state: read.state, decision: read.decision } : shown;
  const viewer = useViewer();
  const state = useShownState(row);
  const now = useNow();
  const t = useTexts();
  const waiting = state === "pending" && now < Date.parse(row.wait_ends_at);
  const left = Date.parse(row.decidable_until) - now;
  const soon = state === "pending" && left < CLOSING_SOON_MS;
  const over = state !== "pending";

  return (
    <li className={`border-b border-line ${chosen ? "bg-selected" : "hover:bg-hover"}`}>
      <Link
        href={`/confirmations/${row.id}`}
        prefetch={false}
        aria-current={chosen ? "true" : undefined}
        onClick={(event) => {
          if (!onChoose || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose(row.id);
        }}
        className="grid grid-cols-[3px_minmax(0,1fr)_auto] gap-x-3 py-2.5 pr-4 pl-3 -outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={`rounded-full ${over ? "bg-line" : soon ? "bg-warn" : waiting ? "bg-wait" : "bg-line-strong"}`}
        />
        <div className={`min-w-0 ${over ? "text-ink-3" : ""}`}>
          <p className={`truncate font-mono text-[0.84375rem] font-medium ${over ? "line-through" : ""}`}>
            <Text>{row.tool}</Text>
          </p>
          <ArgumentPreview row={row} over={over} />
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-2xs text-ink-3 sm:flex-nowrap">
            {over ? (
              <DecisionWords state={state} decision={row.decision} />
            ) : (
              <>
                <span className="flex min-w-0">
                  <span className="truncate">
                    <Text>{row.agent.name}</Text>
                    {row.target ? (
                      <>
                        {" → "}
                        <Text>{row.target}</Text>
                      </>
                    ) : null}
                    {row.on_behalf_of ? (
                      <>
                        {" · for "}
                        <Text>{row.on_behalf_of}</Text>
                      </>
                    ) : null}
                  </span>
                  <span className="shrink-0 whitespace-pre">
                    {" · "}
                    <Instant at={row.created_at} />
                  </span>
                </span>
                {waiting ? (
                  <Chip tone="wait">agent waits {leftText(Date.parse(row.wait_ends_at) - now, t)}</Chip>
                ) : null}
                {row.hidden_characters ? <Chip tone="warn">invisible characters</Chip> : null}
                {row.likely_repeat_of ? <Chip tone="unknown">likely repeat</Chip> : null}
                {row.abilities.approve || viewer?.role === "auditor" ? null : (
                  <Chip title={row.abilities.why_not}>not yours to decide</Chip>
                )}
              </>
            )}
          </p>
        </div>
        <div className="flex flex-col items-end gap-1.5 pt-0.5 text-sm tabular-nums">
          {over ? (
            <span className="text-2xs text-ink-3">
              <Instant at={row.decision?.at ?? row.decidable_until} />
            </span>
          ) : (
            <>
              <span className={soon ? "font-medium text-warn" : "text-ink-2"}>
                {leftText(left, t)}
                <span className="sr-only"> left to decide</span>
              </span>
              <MiniBar row={row} />
            </>
          )}
        </div>
      </Link>
    </li>
  );
}
