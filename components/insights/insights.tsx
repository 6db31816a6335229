"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Download } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useUrlState } from "@/components/live/use-url-state";
import { insightsQuery } from "@/components/queries";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { PillSelect } from "@/components/ui/pill-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Insights as Figures } from "@/lib/wire/console/types";
import { InsightsFigures } from "./insights-figures";

const SPANS = ["7", "30", "90"] as const;

/** Figures of days change slowly, and counting them is work. */
const READ_AGAIN_MS = 60_000;

/** What the last days looked like: drawings, each with its numbers, and all of them as a file. */
export function Insights() {
  const t = useTexts();
  const url = useUrlState();
  const days = SPANS.find((each) => each === url.get("days")) ?? "30";
  const query = useQuery({ ...insightsQuery(days), refetchInterval: READ_AGAIN_MS });

  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-lg font-semibold tracking-tight">{t("insights.title")}</h1>
          <p className="max-w-[72ch] text-sm text-ink-2">{t("insights.lead")}</p>
        </div>
        <div className="flex items-center gap-2">
          <PillSelect
            label={t("insights.span")}
            value={days}
            options={SPANS.map((each) => ({ value: each, label: t(`insights.span.${each}`) }))}
            onChange={(chosen) => url.set({ days: chosen })}
          />
          <a
            href={`/api/console/insights.csv?days=${days}`}
            download
            className="inline-flex min-h-7 items-center gap-1.5 rounded-sm border border-line-strong bg-surface px-2.5 text-xs font-medium hover:bg-hover"
          >
            <Download size={13} aria-hidden />
            {t("insights.csv")}
          </a>
        </div>
      </header>
      <div className="w-full max-w-6xl px-4 pb-10 sm:px-6">
        {query.data ? (
          <Shown insights={query.data} />
        ) : query.isError ? (
          <ListFault error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <div role="status" className="grid gap-4">
            <span className="sr-only">{t("insights.loading")}</span>
            <Skeleton className="h-20" />
            <Skeleton className="h-64" />
            <Skeleton className="h-64" />
          </div>
        )}
      </div>
    </>
  );
}

function Shown({ insights }: { insights: Figures }) {
  const t = useTexts();
  const sums = (["submitted", "approved", "denied", "cancelled", "expired"] as const).map((name) => ({
    name,
    sum: insights.by_day.reduce((sum, day) => sum + day[name], 0),
  }));
  if (sums.every(({ sum }) => sum === 0)) {
    return (
      <Empty icon={ChartColumn} title={t("insights.empty.title")}>
        {t("insights.empty.text")}
      </Empty>
    );
  }
  const number = new Intl.NumberFormat(t.locale);
  return (
    <>
      <dl
        aria-label={t("insights.total")}
        className="mb-4 grid grid-cols-5 gap-x-2 rounded-md sm:flex sm:flex-wrap sm:gap-x-10 sm:gap-y-3 border border-line bg-surface px-4 py-3"
      >
        {sums.map(({ name, sum }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-2xs text-ink-3">
              {name === "submitted" ? t("insights.submitted") : t(`state.${name}`)}
            </dt>
            <dd className="text-xl font-semibold tabular-nums">{number.format(sum)}</dd>
          </div>
        ))}
      </dl>
      <InsightsFigures insights={insights} />
    </>
  );
}
