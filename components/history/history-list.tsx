"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { RowSkeletons } from "@/components/inbox/row-skeletons";
import { usePolling } from "@/components/live/connection";
import { useUrlState } from "@/components/live/use-url-state";
import { confirmationsQuery } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { type Option, PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import { HistoryRow } from "./history-row";

const STATES: Option[] = [
  { value: "", label: "every state" },
  { value: "pending", label: "pending" },
  { value: "approved", label: "approved" },
  { value: "denied", label: "denied" },
  { value: "cancelled", label: "cancelled" },
  { value: "expired", label: "expired" },
];

/** Everything that was ever asked, newest first; what was decided and what became of it are told apart. */
export function HistoryList() {
  const url = useUrlState();
  const filters = {
    view: "history",
    state: url.get("state"),
    q: url.get("q"),
    tool: url.get("tool"),
    agent: url.get("agent"),
    session: url.get("session"),
  };
  const query = useInfiniteQuery({ ...confirmationsQuery(filters), refetchInterval: usePolling() });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = Object.entries(filters).some(([name, value]) => name !== "view" && value);
  const narrowed = (["tool", "agent", "session"] as const).filter((name) => filters[name]);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
        <h1 className="mr-1 text-lg font-semibold tracking-tight">History</h1>
        <PillSelect
          label="State"
          value={filters.state ?? ""}
          options={STATES}
          onChange={(state) => url.set({ state })}
        />
        {narrowed.map((name) => (
          <Button
            key={name}
            size="sm"
            className="rounded-full font-normal"
            onClick={() => url.set({ [name]: undefined })}
          >
            {name} {filters[name]} ×
          </Button>
        ))}
        <SearchField
          label="Search text, exactly as written"
          value={filters.q ?? ""}
          onChange={(q) => url.set({ q })}
          className="w-full sm:ml-auto sm:w-72"
        />
      </div>
      <div className="flex-1 bg-surface">
        {query.isPending ? <RowSkeletons /> : null}
        {query.isError && !query.data ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
        {query.data && rows.length === 0 ? (
          filtered ? (
            <Empty icon={SearchX} title="Nothing matches">
              <p className="mb-3">The search finds text exactly as it is written.</p>
              <Button
                size="sm"
                onClick={() =>
                  url.set({ state: undefined, q: undefined, tool: undefined, agent: undefined, session: undefined })
                }
              >
                Clear the filters
              </Button>
            </Empty>
          ) : (
            <Empty icon={History} title="No history yet">
              Whatever an agent asks is kept here, with what was decided and what became of it.
            </Empty>
          )
        ) : null}
        {rows.length > 0 ? (
          <ul aria-label="Confirmations, newest first">
            {rows.map((row) => (
              <HistoryRow key={row.id} row={row} />
            ))}
          </ul>
        ) : null}
        {query.hasNextPage ? (
          <div className="p-3 text-center">
            <Button size="sm" look="quiet" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {query.isFetchingNextPage ? "Loading…" : "Load more"}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
