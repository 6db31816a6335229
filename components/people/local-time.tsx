"use client";

import { useSyncExternalStore } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Instant } from "@/components/ui/instant";
import { dateText } from "@/components/windows/time-text";

const nothing = () => () => {};

/** Whether the page runs in its reader's browser by now: only there is their time zone known. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}

/** Writes an instant by the reader's own clock; in the page as the server sends it, in UTC. */
export function useTimeText(): (at: string) => string {
  const t = useTexts();
  const inBrowser = useInBrowser();
  return (at) => (inBrowser ? dateText(Date.parse(at), t) : utcText(at));
}

/** How long ago, once the reader's browser has taken over. */
export function LocalAgo({ at }: { at: string }) {
  return useInBrowser() ? <Instant at={at} /> : <time dateTime={at}>{utcText(at)}</time>;
}

function utcText(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
