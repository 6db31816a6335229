"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { CheckCheck, SearchX } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { KeyHint } from "@/components/keyboard/key-hint";
import { useViewer } from "@/components/live/viewer";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { InboxRow, rowLinkId } from "./inbox-row";
import { RowSkeletons } from "./row-skeletons";
import type { useSelection } from "./selection";
import type { useQueue } from "./use-queue";

/** What a row measures where nothing wraps; each is measured when it is drawn. */
const ROW_PX = 83;
/** Drawn above and below what is in sight, so that scrolling meets no blank. */
const OVERSCAN = 16;
/** The next page is fetched when so many rows are left below. */
const AHEAD = 120;

export type ListHandle = { focus: (id: string, at: number) => void };

type Props = {
  listing: ReturnType<typeof useQueue>;
  selection: ReturnType<typeof useSelection>;
  filtered: boolean;
  current: string | undefined;
  onOpen: ((id: string, byKey: boolean) => void) | undefined;
  onClear: () => void;
  /** Rows that were in sight: what "all" may mean. */
  onSeen: (rows: readonly ConfirmationRow[]) => void;
  handle: RefObject<ListHandle | null>;
  foot: ReactNode;
};

export function InboxList({ listing, selection, filtered, current, onOpen, onClear, onSeen, handle, foot }: Props) {
  const t = useTexts();
  const { query, queue, ready, show, paging, more, onScreen, look, leftAt, leave } = listing;
  const { rows, waiting, next } = queue;
  const decides = useViewer()?.role !== "auditor";
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (at) => rows[at]?.id ?? at,
    initialOffset: leftAt,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;

  useEffect(() => {
    if (ready && next && paging === "idle" && last >= rows.length - AHEAD) more();
  }, [ready, next, paging, last, rows.length, more]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new look makes what it did not reach old.
  useEffect(() => {
    if (last >= first) onScreen(rows.slice(first, last + 1));
  }, [first, last, look, onScreen]);

  const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: -1 };
  useEffect(() => {
    if (endIndex >= startIndex) onSeen(rows.slice(startIndex, endIndex + 1));
  }, [startIndex, endIndex, rows, onSeen]);

  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  }, [leave]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => leaving.current(element?.scrollTop ?? 0);
  }, []);

  useImperativeHandle(handle, () => ({
    focus(id, at) {
      virtual.scrollToIndex(at, { align: "auto" });
      requestAnimationFrame(() =>
        requestAnimationFrame(() => document.getElementById(rowLinkId(id))?.focus({ preventScroll: true })),
      );
    },
  }));

  return (
    <section
      aria-label={t("inbox.list")}
      aria-busy={!ready}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface wide:border-r wide:border-line"
    >
      <div role="status" className="empty:hidden">
        {ready && waiting.length > 0 ? (
          <button
            type="button"
            onClick={show}
            className="flex w-full items-center justify-center gap-2 border-b border-line bg-selected py-1.5 text-sm font-medium text-accent hover:underline"
          >
            {t.count("inbox.new", waiting.length)}
            <KeyHint>n</KeyHint>
          </button>
        ) : null}
        {ready && queue.reordered ? (
          <p className="flex flex-wrap items-center justify-center gap-x-2 border-b border-line bg-warn-soft px-4 py-1.5 text-sm text-warn">
            {t("inbox.reordered")}
            <Button size="sm" look="quiet" onClick={show}>
              {t("inbox.putInOrder")}
            </Button>
          </p>
        ) : null}
      </div>
      <div ref={box} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]">
        {rows.length > 0 ? (
          <ul style={{ height: virtual.getTotalSize() }} className="relative">
            {items.map((item) => {
              const row = rows[item.index];
              return row ? (
                <li
                  key={row.id}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  aria-posinset={item.index + 1}
                  aria-setsize={next ? -1 : rows.length}
                  style={{ transform: `translateY(${item.start}px)` }}
                  className="absolute inset-x-0 top-0 border-b border-line"
                >
                  <InboxRow
                    row={row}
                    current={row.id === current}
                    selected={selection.chosen.has(row.id)}
                    onOpen={onOpen}
                    onSelect={decides ? selection.toggle : undefined}
                  />
                </li>
              ) : null;
            })}
          </ul>
        ) : null}
        {!ready && !query.isError ? <RowSkeletons /> : null}
        {!ready && query.isError ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
        {ready && rows.length === 0 ? (
          filtered ? (
            <Empty icon={SearchX} title={t("inbox.nothing.title")}>
              <p className="mb-3">{t("inbox.nothing.text")}</p>
              <Button size="sm" onClick={onClear}>
                {t("inbox.filter.clear")}
              </Button>
            </Empty>
          ) : (
            <Empty icon={CheckCheck} title={t("inbox.empty.title")}>
              {t("inbox.empty.text")}
            </Empty>
          )
        ) : null}
        {ready && next ? (
          <p className="p-3 text-center text-xs text-ink-3">
            {paging === "failed" ? (
              <>
                {t("inbox.moreFailed")}{" "}
                <Button size="sm" look="quiet" onClick={more}>
                  {t("inbox.more")}
                </Button>
              </>
            ) : (
              t("inbox.loading")
            )}
          </p>
        ) : null}
      </div>
      {foot}
    </section>
  );
}
