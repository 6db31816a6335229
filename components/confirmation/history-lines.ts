import type { ConfirmationDetail, EventView } from "@/lib/wire/console/types";

export type HistoryLine =
  | { kind: "event"; key: string; at: string; event: EventView }
  /** No event: only time going by, told because readers ask. */
  | { kind: "time"; key: string; at: string };

/** The events, and among them the end of the agent's wait where it passed before anything was decided. */
export function historyLines(
  events: readonly EventView[],
  confirmation: Pick<ConfirmationDetail, "wait_ends_at" | "decidable_until" | "decision">,
  now: number,
): HistoryLine[] {
  const lines: HistoryLine[] = events.map((event) => ({ kind: "event", key: event.id, at: event.at, event }));
  const waitEnds = Date.parse(confirmation.wait_ends_at);
  const ended = Date.parse(confirmation.decision?.at ?? confirmation.decidable_until);
  if (waitEnds > now || waitEnds >= ended) return lines;

  const place = lines.findIndex((line) => Date.parse(line.at) > waitEnds);
  lines.splice(place === -1 ? lines.length : place, 0, {
    kind: "time",
    key: "wait",
    at: confirmation.wait_ends_at,
  });
  return lines;
}
