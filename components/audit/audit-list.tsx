"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { RowSkeletons } from "@/components/inbox/row-skeletons";
import { usePolling } from "@/components/live/connection";
import { useUrlState } from "@/components/live/use-url-state";
import { auditQuery } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { AuditFilters, FILTER_NAMES } from "./audit-filters";
import { AuditLine } from "./audit-line";

/** What happened, newest first. Nothing here can be changed, by anybody. */
export function AuditList() {
  const t = useTexts();
  const url = useUrlState();
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, url.get(name)]));
  const query = useInfiniteQuery({ ...auditQuery(filters), refetchInterval: usePolling() });
  const events = query.data?.pages.flatMap((page) => page.data) ?? [];

  return (
    <>
      <AuditFilters filters={filters} onChange={url.set} />
      <div className="flex-1 bg-surface">
        {query.isPending ? <RowSkeletons /> : null}
        {query.isError && !query.data ? <ListFault error={query.error} onRetry={() => query.refetch()} /> : null}
        {query.data && events.length === 0 ? (
          <Empty icon={ScrollText} title={t("audit.empty.title")}>
            <p className="mb-3">{t("audit.empty.text")}</p>
            <Button
              size="sm"
              onClick={() => url.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
            >
              {t("audit.clear")}
            </Button>
          </Empty>
        ) : null}
        {events.length > 0 ? (
          <table className="w-full table-fixed border-collapse text-sm">
            <caption className="sr-only">{t("audit.caption")}</caption>
            <colgroup>
              <col className="w-22 sm:w-32" />
              <col />
              <col className="hidden w-60 lg:table-column" />
              <col className="w-27 sm:w-36" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t("audit.when")}</th>
                <th scope="col">{t("audit.what")}</th>
                <th scope="col">{t("audit.kind")}</th>
                <th scope="col">{t("audit.confirmation")}</th>
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <AuditLine key={event.id} event={event} />
              ))}
            </tbody>
          </table>
        ) : null}
        {query.hasNextPage ? (
          <div className="p-3 text-center">
            <Button size="sm" look="quiet" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {t(query.isFetchingNextPage ? "audit.loading" : "audit.more")}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
