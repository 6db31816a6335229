"use client";

import { CheckCheck, SearchX } from "lucide-react";
import type { useStandingList } from "@/components/live/use-standing-list";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { InboxRow } from "./inbox-row";
import { RowSkeletons } from "./row-skeletons";

type Props = {
  standing: ReturnType<typeof useStandingList>;
  filtered: boolean;
  chosen: string | undefined;
  /** Absent where there is no room for a preview: a click then opens the page. */
  onChoose: ((id: string) => void) | undefined;
  onClear: () => void;
};

export function InboxList({ standing, filtered, chosen, onChoose, onClear }: Props) {
  const { list, query, ready, show } = standing;
  return (
    <section
      aria-label="What can be decided"
      aria-busy={!ready}
      className="flex min-w-0 flex-col overflow-y-auto bg-surface wide:border-r wide:border-line"
    >
      <div role="status" className="sticky top-0 z-10 empty:hidden">
        {list.waiting.length > 0 ? (
          <button
            type="button"
            onClick={show}
            className="w-full border-b border-line bg-selected py-1.5 text-sm font-medium text-accent hover:underline"
          >
            {list.waiting.length} new · show
          </button>
        ) : null}
      </div>
      {ready && list.rows.length > 0 ? (
        <ul>
          {list.rows.map((row) => (
            <InboxRow
              key={row.id}
              row={row}
              gone={list.missing.has(row.id)}
              chosen={row.id === chosen}
              onChoose={onChoose}
            />
          ))}
        </ul>
      ) : null}
      {!ready && !query.isError ? <RowSkeletons /> : null}
      {!ready && query.isError ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
      {ready && list.rows.length === 0 ? (
        filtered ? (
          <Empty icon={SearchX} title="Nothing matches">
            <p className="mb-3">The search finds text exactly as it is written.</p>
            <Button size="sm" onClick={onClear}>
              Clear the filters
            </Button>
          </Empty>
        ) : (
          <Empty icon={CheckCheck} title="Nothing to decide">
            When an agent asks to make a call, it appears here by itself.
          </Empty>
        )
      ) : null}
      {ready && query.hasNextPage ? (
        <div className="p-3 text-center">
          <Button size="sm" look="quiet" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {query.isFetchingNextPage ? "Loading…" : "Load more"}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
