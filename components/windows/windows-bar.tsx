"use client";

import { useNow } from "@/components/live/use-now";
import { useShownState } from "@/components/live/use-shown-state";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { placeOn, scaleOf } from "./scale";
import { clockText } from "./time-text";
import { Track } from "./track";
import { WindowFacts } from "./window-facts";

/** Both windows and the present (or the decision) on one track, with the same said in words above it. */
export function WindowsBar({ confirmation }: { confirmation: ConfirmationDetail }) {
  const now = useNow();
  const state = useShownState(confirmation);
  const created = Date.parse(confirmation.created_at);
  const waitEnds = Date.parse(confirmation.wait_ends_at);
  const closes = Date.parse(confirmation.decidable_until);
  const scale = scaleOf(created, waitEnds, closes);
  const ended = state === "pending" ? undefined : Date.parse(confirmation.decision?.at ?? confirmation.decidable_until);
  const mark = placeOn(scale, ended ?? now);
  const markText = ended === undefined ? "now" : `${state} ${clockText(ended, now)}`;

  return (
    <section aria-label="Windows" className="rounded-md border border-line bg-surface px-4 pt-3.5 pb-3">
      <WindowFacts confirmation={confirmation} state={state} now={now} />
      <div className="mt-3 text-2xs text-ink-3 tabular-nums" aria-hidden="true">
        <div className="relative h-6">
          <span className="absolute left-0">asked {clockText(created, now)}</span>
          {scale.waitShare < 0.6 ? (
            <span className="absolute hidden sm:block" style={{ left: `${scale.waitShare * 100}%` }}>
              agent moves on
            </span>
          ) : null}
          <span className="absolute right-0">closes {clockText(closes, now)}</span>
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
    </section>
  );
}
