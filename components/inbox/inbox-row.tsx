"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { memo } from "react";
import { DecisionWords } from "@/components/confirmation/decision-words";
import { useTexts, Text as Words } from "@/components/i18n/i18n-provider";
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
import { RISK_BAR, RISK_CHIP } from "./risk-look";

type Props = {
  row: ConfirmationRow;
  /** It is the one that is open, or the one the keys act on. */
  current: boolean;
  selected: boolean;
  /** Opens it in place; absent where there is no room: a click then goes to its page. `byKey`: with Enter. */
  onOpen: ((id: string, byKey: boolean) => void) | undefined;
  /** Absent for those who decide nothing. */
  onSelect: ((row: ConfirmationRow) => void) | undefined;
};

export const rowLinkId = (id: string) => `row-${id}`;

/** One line of the inbox. */
export const InboxRow = memo(function InboxRow({ row: shown, current, selected, onOpen, onSelect }: Props) {
  const t = useTexts();
  // What the open one's own reading says of an end is right at once: ends are final, and list and page must agree.
  const { data: read } = useQuery({ ...confirmationQuery(shown.id), enabled: false });
  const row = read && read.state !== "pending" ? { ...shown, state: read.state, decision: read.decision } : shown;
  const state = useShownState(row);
  const over = state !== "pending";
  const tone = row.risk && RISK_CHIP[row.risk];

  return (
    <div className={`relative flex ${current ? "bg-selected" : selected ? "bg-hover" : "hover:bg-hover"}`}>
      <span
        aria-hidden="true"
        className={`absolute inset-y-2 left-0 w-[3px] rounded-r-full ${over ? "bg-transparent" : row.risk ? RISK_BAR[row.risk] : "bg-line-strong"}`}
      />
      {onSelect ? (
        <label className="flex w-10 shrink-0 cursor-pointer justify-center pt-3.5 max-sm:w-11">
          <input
            type="checkbox"
            aria-label={t("inbox.select", {
              tool: `${row.tool} ${row.preview[0]?.masked ? "" : (row.preview[0]?.value ?? "")}`,
            })}
            checked={selected}
            disabled={over && !selected}
            onChange={() => onSelect(shown)}
            className="size-4 accent-accent"
          />
        </label>
      ) : (
        <span className="w-4 shrink-0" />
      )}
      <Link
        id={rowLinkId(row.id)}
        href={`/confirmations/${row.id}`}
        prefetch={false}
        aria-current={current ? "true" : undefined}
        onClick={(event) => {
          if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen(row.id, event.detail === 0);
        }}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2.5 pr-4 -outline-offset-2"
      >
        <div className={`min-w-0 ${over ? "text-ink-3" : ""}`}>
          <p className="flex items-center gap-2">
            <span className={`truncate font-mono text-[0.84375rem] font-medium ${over ? "line-through" : ""}`}>
              <Text>{row.tool}</Text>
            </span>
            {tone && row.risk && !over ? <Chip tone={tone}>{t(`risk.${row.risk}`)}</Chip> : null}
          </p>
          <ArgumentPreview row={row} over={over} />
          {over ? (
            <p className="mt-0.5 flex text-2xs text-ink-3">
              <DecisionWords state={state} decision={row.decision} />
            </p>
          ) : (
            <RowFacts row={row} />
          )}
        </div>
        {over ? (
          <span className="pt-0.5 text-2xs text-ink-3 tabular-nums">
            <Instant at={row.decision?.at ?? row.decidable_until} />
          </span>
        ) : (
          <TimeLeft row={row} />
        )}
      </Link>
    </div>
  );
});

function RowFacts({ row }: { row: ConfirmationRow }) {
  const t = useTexts();
  const viewer = useViewer();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-2xs text-ink-3 sm:flex-nowrap">
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
            <Words id="inbox.for" with={{ name: <Text key="name">{row.on_behalf_of}</Text> }} />
          ) : null}
        </span>
        <span className="shrink-0 whitespace-pre">
          {" · "}
          <Instant at={row.created_at} />
        </span>
      </span>
      <AgentWaits row={row} />
      {row.hidden_characters ? <Chip tone="warn">{t("inbox.hidden")}</Chip> : null}
      {row.look_alikes ? <Chip tone="warn">{t("inbox.alike")}</Chip> : null}
      {row.likely_repeat_of ? <Chip tone="unknown">{t("inbox.repeat")}</Chip> : null}
      {row.approvals ? (
        <Chip>{t("inbox.approvals", { counted: row.approvals.given.length, needed: row.approvals.needed })}</Chip>
      ) : null}
      {row.abilities.voted ? <Chip>{t("inbox.voted")}</Chip> : null}
      {row.abilities.approve || row.abilities.deny || viewer?.role === "auditor" ? null : (
        <Chip title={t.maybe(`refusal.${row.abilities.why_not_code}`) ?? row.abilities.why_not}>
          {t("inbox.notYours")}
        </Chip>
      )}
    </p>
  );
}

function AgentWaits({ row }: { row: ConfirmationRow }) {
  const t = useTexts();
  const left = Date.parse(row.wait_ends_at) - useNow();
  return left > 0 ? <Chip tone="wait">{t("inbox.agentWaits", { left: leftText(left, t) })}</Chip> : null;
}

function TimeLeft({ row }: { row: ConfirmationRow }) {
  const t = useTexts();
  const left = Date.parse(row.decidable_until) - useNow();
  return (
    <div className="flex flex-col items-end gap-1.5 pt-0.5 text-sm tabular-nums">
      <span className={left < CLOSING_SOON_MS ? "font-medium text-warn" : "text-ink-2"}>
        {leftText(left, t)}
        <span className="sr-only">{t("inbox.left")}</span>
      </span>
      <MiniBar row={row} />
    </div>
  );
}
