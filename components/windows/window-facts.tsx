"use client";

import type { ReactNode } from "react";
import type { Key } from "@/components/i18n/catalog";
import { useTexts } from "@/components/i18n/i18n-provider";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { clockText, leftText, spanText } from "./time-text";

/** From here on what is left is said in the colour of a warning. */
export const CLOSING_SOON_MS = 15 * 60_000;

const HOW_IT_ENDED: Record<Exclude<State, "pending">, Key> = {
  approved: "windows.untilApproved",
  denied: "windows.untilDenied",
  cancelled: "windows.untilCancelled",
  expired: "windows.openUndecided",
};

function Fact({ value, tone = "", children }: { value: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3 sm:block">
      <dt className={`min-w-20 shrink-0 font-semibold whitespace-nowrap tabular-nums sm:min-w-0 ${tone}`}>{value}</dt>
      <dd className="text-sm text-ink-2">{children}</dd>
    </div>
  );
}

type Props = { confirmation: ConfirmationDetail; state: State; now: number };

/** What the bar shows, said: who waits how long, until when it can be decided, what an approval leaves to start in. */
export function WindowFacts({ confirmation, state, now }: Props) {
  const t = useTexts();
  const waitEnds = Date.parse(confirmation.wait_ends_at);
  const closes = Date.parse(confirmation.decidable_until);
  const asked = Date.parse(confirmation.created_at);

  if (state !== "pending") {
    const ended = Date.parse(confirmation.decision?.at ?? confirmation.decidable_until);
    const time = clockText(waitEnds, now, t);
    return (
      <dl className="flex flex-col gap-x-8 gap-y-1.5 sm:flex-row sm:flex-wrap sm:gap-y-3">
        <Fact value={spanText(ended - asked, t)}>{t(HOW_IT_ENDED[state])}</Fact>
        <Fact value={t(ended < waitEnds ? "windows.inWait" : "windows.afterWait")}>
          {t(ended < waitEnds ? "windows.wasWaiting" : "windows.hadStopped", { time })}
        </Fact>
      </dl>
    );
  }

  const waiting = now < waitEnds;
  const left = closes - now;
  return (
    <>
      <dl className="flex flex-col gap-x-8 gap-y-1.5 sm:flex-row sm:flex-wrap sm:gap-y-3">
        {waiting ? (
          <Fact value={leftText(waitEnds - now, t)} tone="text-wait">
            {t("windows.waiting")}
          </Fact>
        ) : (
          <Fact value={t("windows.movedOn")} tone="text-ink-2">
            {t("windows.stopped", { time: clockText(waitEnds, now, t) })}
          </Fact>
        )}
        <Fact value={leftText(left, t)} tone={left < CLOSING_SOON_MS ? "text-warn" : ""}>
          {t("windows.decidable", { time: clockText(closes, now, t) })}
        </Fact>
        <Fact value={spanText(confirmation.start_window_seconds * 1000, t)}>{t("windows.toStart")}</Fact>
      </dl>
      {/* Said once each time it changes, not every second. */}
      <p role="status" className="sr-only">
        {waiting ? "" : t("windows.stoppedSaid")}
      </p>
    </>
  );
}
