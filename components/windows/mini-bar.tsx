"use client";

import { useNow } from "@/components/live/use-now";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { placeOn, scaleOf } from "./scale";
import { Track } from "./track";

/** The windows bar in a row of a list; the words beside it say the same. */
export function MiniBar({ row }: { row: ConfirmationRow }) {
  const now = useNow();
  const scale = scaleOf(Date.parse(row.created_at), Date.parse(row.wait_ends_at), Date.parse(row.decidable_until));
  return (
    <div aria-hidden="true" className="w-24">
      <Track thin scale={scale} mark={placeOn(scale, now)} over={false} />
    </div>
  );
}
