"use client";

import { useCallback, useState } from "react";
import type { ConfirmationRow } from "@/lib/wire/console/types";

/** As many as the server takes at once: what a person can have looked at. */
export const MOST_AT_ONCE = 100;

/**
 * What is chosen, as it was seen: a row is kept with the digest it was chosen by, and nothing joins by itself. A row
 * decided elsewhere stays chosen, so that the person is told what became of it.
 */
export function useSelection() {
  const [{ chosen, full }, set] = useState<Selection>(NOTHING);

  const toggle = useCallback((row: ConfirmationRow) => {
    set((before) => {
      const next = new Map(before.chosen);
      if (next.delete(row.id)) return { chosen: next, full: false };
      return withRows(next, [row]);
    });
  }, []);
  const add = useCallback((rows: readonly ConfirmationRow[]) => {
    set((before) => withRows(new Map(before.chosen), rows));
  }, []);
  const clear = useCallback(() => set(NOTHING), []);

  return { chosen, full, toggle, add, clear };
}

type Selection = { chosen: ReadonlyMap<string, ConfirmationRow> /** More was asked for than fits. */; full: boolean };
const NOTHING: Selection = { chosen: new Map(), full: false };

function withRows(chosen: Map<string, ConfirmationRow>, rows: readonly ConfirmationRow[]): Selection {
  for (const row of rows) if (chosen.size < MOST_AT_ONCE && !chosen.has(row.id)) chosen.set(row.id, row);
  return { chosen, full: rows.some((row) => !chosen.has(row.id)) };
}
