"use client";

import { useNow } from "@/components/live/use-now";
import { agoText, clockText, exactClockText, fullText } from "@/components/windows/time-text";

const WRITE = { ago: agoText, clock: clockText, exact: exactClockText } as const;

/** An instant as people say it; the exact one on hover and in the element. */
export function Instant({ at, as = "ago", className }: { at: string; as?: keyof typeof WRITE; className?: string }) {
  const now = useNow();
  const epoch = Date.parse(at);
  return (
    <time dateTime={at} title={fullText(epoch)} className={className}>
      {WRITE[as](epoch, now || epoch)}
    </time>
  );
}
