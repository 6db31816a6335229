"use client";

import { useQuery } from "@tanstack/react-query";
import { eventSentence } from "@/components/audit/event-sentence";
import { useTexts } from "@/components/i18n/i18n-provider";
import { usePolling } from "@/components/live/connection";
import { useNow } from "@/components/live/use-now";
import { useViewer } from "@/components/live/viewer";
import { eventsQuery } from "@/components/queries";
import { Card } from "@/components/ui/card";
import { Instant } from "@/components/ui/instant";
import { Skeleton } from "@/components/ui/skeleton";
import { Text } from "@/components/ui/text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { historyLines } from "./history-lines";

/** Everything that happened to it, oldest first. */
export function Timeline({ confirmation }: { confirmation: ConfirmationDetail }) {
  const { data: events, isError } = useQuery({ ...eventsQuery(confirmation.id), refetchInterval: usePolling() });
  const viewerId = useViewer()?.id;
  const t = useTexts();
  const now = useNow();

  return (
    <Card title={t("history.title")}>
      {events ? (
        <ol className="space-y-1.5 px-4 py-3 text-sm">
          {historyLines(events.data, confirmation, now).map((line) => {
            const { who, did, more } =
              line.kind === "event"
                ? eventSentence(line.event, viewerId, t)
                : { who: "", did: t("history.waitOver"), more: "" };
            return (
              <li key={line.key} className="grid grid-cols-[4.75rem_0.5rem_minmax(0,1fr)] gap-x-3">
                <Instant at={line.at} as="exact" className="pt-px text-2xs text-ink-3 tabular-nums" />
                <span
                  aria-hidden="true"
                  className={`mt-[0.45rem] size-1.5 rounded-full ${line.kind === "event" ? "bg-ink-3" : "border border-line-strong"}`}
                />
                <span className={`[overflow-wrap:anywhere] ${line.kind === "event" ? "text-ink-2" : "text-ink-3"}`}>
                  {who ? (
                    <b className="font-medium text-ink">
                      <Text>{who}</Text>
                    </b>
                  ) : null}{" "}
                  {did}
                  {more ? (
                    <>
                      {": “"}
                      <Text>{more}</Text>”
                    </>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ol>
      ) : (
        <div className="px-4 py-4 text-sm text-ink-3">
          {isError ? t("history.failed") : <Skeleton className="h-4 w-2/3" />}
        </div>
      )}
    </Card>
  );
}
