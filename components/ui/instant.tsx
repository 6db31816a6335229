"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { useNow } from "@/components/live/use-now";
import { agoText, clockText, exactClockText, fullText } from "@/components/windows/time-text";

const WRITE = { ago: agoText, clock: clockText, exact: exactClockText } as const;

/** An instant as people say it; the exact one on hover and in the element. */
export function Instant({ at, as = "ago", className }: { at: string; as?: keyof typeof WRITE; className?: string }) {
  const now = useNow();
  const t = useTexts();
  const epoch = Date.parse(at);
  return (
    <time dateTime={at} title={fullText(epoch, t)} className={className}>
      {WRITE[as](epoch, now || epoch, t)}
    </time>
  );
}
