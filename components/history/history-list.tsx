"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FILTERS } from "@/components/inbox/filter-names";
import { RowSkeletons } from "@/components/inbox/row-skeletons";
import { usePolling } from "@/components/live/connection";
import { useUrlState } from "@/components/live/use-url-state";
import { confirmationsQuery, type Filters } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import { Text } from "@/components/ui/text";
import { HistoryRow } from "./history-row";

const STATES = ["pending", "approved", "denied", "cancelled", "expired"] as const;

/** Everything that was ever asked, newest first; what was decided and what became of it are told apart. */
export function HistoryList() {
  const t = useTexts();
  const url = useUrlState();
  const filters: Filters = {
    view: "history",
    state: url.get("state"),
    q: url.get("q"),
    ...Object.fromEntries(FILTERS.map((name) => [name, url.get(name)])),
  };
  const query = useInfiniteQuery({ ...confirmationsQuery(filters), refetchInterval: usePolling() });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = Object.entries(filters).some(([name, value]) => name !== "view" && value);
  const narrowed = FILTERS.filter((name) => filters[name]);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
        <h1 className="mr-1 text-lg font-semibold tracking-tight">{t("history.title")}</h1>
        <PillSelect
          label={t("history.state")}
          value={filters.state ?? ""}
          options={[
            { value: "", label: t("history.everyState") },
            ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          onChange={(state) => url.set({ state })}
        />
        {narrowed.map((name) => (
          <Button
            key={name}
            size="sm"
            className="rounded-full font-normal"
            onClick={() => url.set({ [name]: undefined })}
          >
            {t(`inbox.filter.${name}`)} <Text>{filters[name] ?? ""}</Text> ×
          </Button>
        ))}
        <SearchField
          label={t("inbox.search")}
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
            <Empty icon={SearchX} title={t("inbox.nothing.title")}>
              <p className="mb-3">{t("inbox.nothing.text")}</p>
              <Button
                size="sm"
                onClick={() => url.set(Object.fromEntries(["state", "q", ...FILTERS].map((name) => [name, undefined])))}
              >
                {t("inbox.filter.clear")}
              </Button>
            </Empty>
          ) : (
            <Empty icon={History} title={t("history.empty.title")}>
              {t("history.empty.text")}
            </Empty>
          )
        ) : null}
        {rows.length > 0 ? (
          <ul aria-label={t("history.list")}>
            {rows.map((row) => (
              <HistoryRow key={row.id} row={row} />
            ))}
          </ul>
        ) : null}
        {query.hasNextPage ? (
          <div className="p-3 text-center">
            <Button size="sm" look="quiet" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {t(query.isFetchingNextPage ? "inbox.loading" : "inbox.more")}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
