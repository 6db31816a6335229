"use client";

import { ShieldCheck } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
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
  const t = useTexts();
  const { query, list, ready, show } = useStandingList(reconcileQuery());
  return (
    <>
      <PageHead title={t("reconcile.title")}>{t("reconcile.lead")}</PageHead>
      <div className="w-full max-w-4xl px-4 pb-10 sm:px-6">
        {!ready && !query.isError ? <RowSkeletons /> : null}
        {!ready && query.isError ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
        {ready && list.rows.length === 0 ? (
          <Empty icon={ShieldCheck} title={t("reconcile.empty.title")}>
            {t("reconcile.empty.text")}
          </Empty>
        ) : null}
        {list.waiting.length > 0 ? (
          <button
            type="button"
            onClick={show}
            className="mb-4 w-full rounded-md border border-line bg-selected py-1.5 text-sm font-medium text-accent hover:underline"
          >
            {t.count("reconcile.new", list.waiting.length)}
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
              {t(query.isFetchingNextPage ? "reconcile.loading" : "reconcile.more")}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
