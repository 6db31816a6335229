"use client";

import { ShieldCheck } from "lucide-react";
import { RowSkeletons } from "@/components/inbox/row-skeletons";
import { useStandingList } from "@/components/live/use-standing-list";
import { reconcileQuery } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { PageHead } from "@/components/ui/page-head";
import { ReconcileCard } from "./reconcile-card";

/** Calls whose outcome nobody knows. Nothing is retried by itself; a person looks at the target and says. */
export function ReconcileList() {
  const { query, list, ready, show } = useStandingList(reconcileQuery());
  return (
    <>
      <PageHead title="Reconcile">
        Approved calls that may or may not have taken effect. Nothing here is retried by itself.
      </PageHead>
      <div className="w-full max-w-4xl px-4 pb-10 sm:px-6">
        {!ready && !query.isError ? <RowSkeletons /> : null}
        {!ready && query.isError ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
        {ready && list.rows.length === 0 ? (
          <Empty icon={ShieldCheck} title="Nothing to reconcile">
            Every claimed call has an outcome. One whose answer is lost appears here by itself.
          </Empty>
        ) : null}
        {list.waiting.length > 0 ? (
          <button
            type="button"
            onClick={show}
            className="mb-4 w-full rounded-md border border-line bg-selected py-1.5 text-sm font-medium text-accent hover:underline"
          >
            {list.waiting.length} new · show
          </button>
        ) : null}
        <ul className="space-y-4">
          {list.rows.map((row) => (
            <ReconcileCard key={row.id} row={row} gone={list.missing.has(row.id)} />
          ))}
        </ul>
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
