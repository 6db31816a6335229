"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { useNow } from "@/components/live/use-now";
import { useShownState } from "@/components/live/use-shown-state";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { placeOn, scaleOf } from "./scale";
import { clockText } from "./time-text";
import { Track } from "./track";
import { WindowFacts } from "./window-facts";
import { WindowsNote } from "./windows-note";

/** Both windows and the present (or the decision) on one track, with the same said in words above it. */
export function WindowsBar({ confirmation }: { confirmation: ConfirmationDetail }) {
  const t = useTexts();
  const now = useNow();
  const state = useShownState(confirmation);
  const created = Date.parse(confirmation.created_at);
  const waitEnds = Date.parse(confirmation.wait_ends_at);
  const closes = Date.parse(confirmation.decidable_until);
  const scale = scaleOf(created, waitEnds, closes);
  const ended = state === "pending" ? undefined : Date.parse(confirmation.decision?.at ?? confirmation.decidable_until);
  const mark = placeOn(scale, ended ?? now);
  const markText =
    ended === undefined
      ? t("windows.now")
      : t("windows.stateAt", { state: t(`state.${state}`), time: clockText(ended, now, t) });

  return (
    <section aria-label={t("windows.title")} className="rounded-md border border-line bg-surface px-4 pt-3.5 pb-3">
      <WindowFacts confirmation={confirmation} state={state} now={now} />
      <div className="mt-3 text-2xs text-ink-3 tabular-nums" aria-hidden="true">
        <div className="relative h-6">
          <span className="absolute left-0">{t("windows.asked", { time: clockText(created, now, t) })}</span>
          {scale.waitShare < 0.6 ? (
            <span className="absolute hidden sm:block" style={{ left: `${scale.waitShare * 100}%` }}>
              {t("windows.agentMovesOn")}
            </span>
          ) : null}
          <span className="absolute right-0">{t("windows.closes", { time: clockText(closes, now, t) })}</span>
        </div>
        <Track scale={scale} mark={mark} over={ended !== undefined} />
        <div className="relative h-5">
          <span
            className="absolute top-1.5 whitespace-nowrap text-ink"
            style={{ left: `${mark * 100}%`, transform: `translateX(-${mark * 100}%)` }}
          >
            {markText}
          </span>
        </div>
      </div>
      {state === "pending" ? <WindowsNote /> : null}
    </section>
  );
}
