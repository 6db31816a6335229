import type { ConfirmationRow } from "@/lib/wire/console/types";

/**
 * A list that stands still while it is read. Rows keep their place from the moment they are shown: what is decided
 * elsewhere stays where it is (and is struck), what is new waits behind a line until the reader asks for it.
 */
export type StandingList = {
  rows: ConfirmationRow[];
  /** Ids that the newest answer no longer holds; what became of them is read one by one. */
  missing: ReadonlySet<string>;
  /** New rows, in the answer's order. */
  waiting: ConfirmationRow[];
};

export const EMPTY_LIST: StandingList = { rows: [], missing: new Set(), waiting: [] };

/**
 * Takes in an answer.
 *
 * @param fresh all rows of the answer, in its order
 * @param further ids the reader just asked for by loading more: they go to the end, and are not announced
 */
export function takeIn(
  list: StandingList,
  fresh: readonly ConfirmationRow[],
  further: ReadonlySet<string> = new Set(),
): StandingList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  if (list.rows.length === 0) return { rows: [...byId.values()], missing: new Set(), waiting: [] };

  const standing = new Set(list.rows.map((row) => row.id));
  const rows = list.rows.map((row) => byId.get(row.id) ?? row);
  const missing = new Set(list.rows.filter((row) => !byId.has(row.id)).map((row) => row.id));
  const waiting: ConfirmationRow[] = [];
  for (const row of byId.values()) {
    if (standing.has(row.id)) continue;
    if (further.has(row.id)) rows.push(row);
    else waiting.push(row);
  }
  return { rows, missing, waiting };
}

/** The reader asked to see it as it is now: new rows in their places, decided ones gone. */
export function showAsItIs(fresh: readonly ConfirmationRow[]): StandingList {
  return takeIn(EMPTY_LIST, fresh);
}
