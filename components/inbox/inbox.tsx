"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useRef, useState } from "react";
import { ConfirmationPane } from "@/components/confirmation/confirmation-pane";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useShortcut } from "@/components/keyboard/shortcuts";
import { useConnection } from "@/components/live/connection";
import { useTitle } from "@/components/live/use-title";
import { useUrlState } from "@/components/live/use-url-state";
import { useWide } from "@/components/live/use-wide";
import { summaryQuery } from "@/components/queries";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { BulkBar } from "./bulk-bar";
import { FILTERS } from "./filter-names";
import { InboxList, type ListHandle } from "./inbox-list";
import { InboxTools } from "./inbox-tools";
import type { Sort } from "./queue";
import { useSelection } from "./selection";
import { useQueue } from "./use-queue";
import { useRowKeys } from "./use-row-keys";

const BulkDialog = dynamic(() => import("./bulk-dialog").then((module) => module.BulkDialog), { ssr: false });

const SORTS: readonly string[] = ["newest", "risk"] satisfies Sort[];
const CLEARED = Object.fromEntries([...FILTERS, "q"].map((name) => [name, undefined]));

type Asking = { verdict: "approve" | "deny"; rows: ConfirmationRow[] };

/** What can be decided now, and beside it, where there is room, the one that is open. */
export function Inbox() {
  const t = useTexts();
  const url = useUrlState();
  const wide = useWide();
  const filters = useFilters(url.get);
  const listing = useQueue(filters);
  const { rows, missing } = listing.queue;
  const { data: summary } = useQuery(summaryQuery());
  useTitle(summary ? t("inbox.titleCount", { n: summary.pending }) : t("inbox.title"));

  const selection = useSelection();
  const [asking, setAsking] = useState<Asking>();
  const [reason, setReason] = useState("");
  const seen = useRef(new Set<string>());
  const [, noteSeen] = useState(0);
  const onSeen = useCallback((shown: readonly ConfirmationRow[]) => {
    const before = seen.current.size;
    for (const row of shown) seen.current.add(row.id);
    if (seen.current.size > before) noteSeen(seen.current.size);
  }, []);
  const { trouble } = useConnection();

  // The first row opens by itself, once; after that only the person changes what they have before them.
  const [first, setFirst] = useState<string>();
  const [cursor, setCursor] = useState<string>();
  const chosen = url.get("open") ?? first;
  const top = rows[0]?.id;
  if (!chosen && top) setFirst(top);
  const current = wide ? chosen : cursor;

  const pane = useRef<HTMLElement>(null);
  const list = useRef<ListHandle>(null);
  const { set } = url;
  const open = useCallback(
    (id: string, byKey: boolean) => {
      set({ open: id });
      if (byKey) pane.current?.focus();
    },
    [set],
  );

  useRowKeys({
    rows,
    current,
    moveTo: (row, at) => {
      if (wide) set({ open: row.id });
      else setCursor(row.id);
      list.current?.focus(row.id, at);
    },
    onOpen: wide ? () => pane.current?.focus() : undefined,
    onSelect: selection.toggle,
  });
  useShortcut("n", listing.queue.waiting.length > 0 ? listing.show : undefined);

  /** The next row below the open one that can still be decided, else the first such. */
  function openNext() {
    const from = rows.findIndex((row) => row.id === chosen) + 1;
    const next = [...rows.slice(from), ...rows.slice(0, from)].find(
      (row) => row.id !== chosen && !missing.has(row.id) && row.state === "pending",
    );
    if (next) set({ open: next.id });
    else listing.show();
  }

  const seenOpen =
    selection.chosen.size > 0 ? rows.filter((row) => row.state === "pending" && seen.current.has(row.id)) : [];

  return (
    <div data-fills className="flex min-h-0 flex-1 flex-col">
      <InboxTools filters={filters} rows={rows} onChange={set} />
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] border-t border-line wide:grid-cols-[minmax(26rem,44%)_minmax(0,1fr)]">
        <InboxList
          // Another list begins at its own top, with nothing of the former in sight.
          key={JSON.stringify(filters)}
          listing={listing}
          selection={selection}
          filtered={[...FILTERS, "q" as const].some((name) => filters[name])}
          current={current}
          onOpen={wide ? open : undefined}
          onClear={() => set(CLEARED)}
          onSeen={onSeen}
          handle={list}
          foot={
            selection.chosen.size > 0 ? (
              <BulkBar
                selection={selection}
                seen={seenOpen}
                disabled={trouble !== null}
                onVerdict={(verdict) => setAsking({ verdict, rows: [...selection.chosen.values()] })}
              />
            ) : null
          }
        />
        {wide ? (
          <section
            ref={pane}
            tabIndex={-1}
            aria-label={t("inbox.openOne")}
            className="flex min-h-0 min-w-0 flex-col outline-none"
          >
            <ConfirmationPane id={chosen} ready={listing.ready} onNext={openNext} />
          </section>
        ) : null}
      </div>
      {asking ? (
        <BulkDialog
          {...asking}
          reason={reason}
          onReason={setReason}
          onClose={(answered) => {
            setAsking(undefined);
            if (answered.length > 0) {
              selection.clear();
              setReason("");
            }
          }}
        />
      ) : null}
    </div>
  );
}

/** One object as long as the address says the same, because what is read hangs on it. */
function useFilters(get: (name: string) => string | undefined) {
  const sort = get("sort");
  const scope = get("show") === "all" ? "all" : undefined;
  const values = JSON.stringify([...FILTERS, "q"].map((name) => [name, get(name)]));
  return useMemo(
    () => ({
      view: "inbox",
      scope,
      sort: (sort && SORTS.includes(sort) ? sort : "closes") as Sort,
      ...(Object.fromEntries(JSON.parse(values)) as Record<(typeof FILTERS)[number] | "q", string | undefined>),
    }),
    [scope, sort, values],
  );
}
