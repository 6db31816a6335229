"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmationPane } from "@/components/confirmation/confirmation-pane";
import { useStandingList } from "@/components/live/use-standing-list";
import { useTitle } from "@/components/live/use-title";
import { useUrlState } from "@/components/live/use-url-state";
import { useWide } from "@/components/live/use-wide";
import { confirmationsQuery, summaryQuery } from "@/components/queries";
import { InboxList } from "./inbox-list";
import { InboxTools } from "./inbox-tools";

/** What can be decided now, and beside it, where there is room, the one that is open. */
export function Inbox() {
  const url = useUrlState();
  const wide = useWide();
  const filters = {
    view: "inbox",
    sort: url.get("sort") === "newest" ? "newest" : "closes",
    q: url.get("q"),
    tool: url.get("tool"),
    agent: url.get("agent"),
  };
  const standing = useStandingList(confirmationsQuery(filters));
  const { data: summary } = useQuery(summaryQuery());
  useTitle(summary ? `Inbox (${summary.pending})` : "Inbox");

  // The first row opens by itself, once; after that only a click changes what the reader has before them.
  const [first, setFirst] = useState<string>();
  const chosen = url.get("open") ?? first;
  const top = standing.list.rows[0]?.id;
  if (!chosen && top) setFirst(top);

  /** The next row below the open one that can still be decided, else the first such. */
  function openNext() {
    const rows = standing.list.rows;
    const from = rows.findIndex((row) => row.id === chosen) + 1;
    const open = [...rows.slice(from), ...rows.slice(0, from)].find(
      (row) => row.id !== chosen && !standing.list.missing.has(row.id) && row.state === "pending",
    );
    if (open) url.set({ open: open.id });
    else standing.show();
  }

  return (
    <div data-fills className="flex min-h-0 flex-1 flex-col">
      <InboxTools filters={filters} rows={standing.list.rows} onChange={url.set} />
      <div className="grid min-h-0 flex-1 border-t border-line wide:grid-rows-[minmax(0,1fr)] wide:grid-cols-[minmax(26rem,44%)_minmax(0,1fr)]">
        <InboxList
          standing={standing}
          filtered={Boolean(filters.q || filters.tool || filters.agent)}
          chosen={wide ? chosen : undefined}
          onChoose={wide ? (id) => url.set({ open: id }) : undefined}
          onClear={() => url.set({ q: undefined, tool: undefined, agent: undefined })}
        />
        {wide ? (
          <section aria-label="The open confirmation" className="flex min-h-0 min-w-0 flex-col">
            <ConfirmationPane id={chosen} ready={standing.ready} onNext={openNext} />
          </section>
        ) : null}
      </div>
    </div>
  );
}
