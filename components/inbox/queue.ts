import { riskRank } from "@/lib/kernel/tool";
import type { ConfirmationRow, ListAnswer } from "@/lib/wire/console/types";

/**
 * The inbox's list, standing still while it is read. A row keeps its place from the moment it is shown: one decided
 * elsewhere stays where it is (and is struck), a new one waits behind a line until the reader asks for it. Further pages
 * go to the end. Everything here is plain values; `use-queue.ts` does the reading.
 */
export type Queue = {
  sort: Sort;
  rows: ConfirmationRow[];
  /** New rows that belong among those shown. */
  waiting: ConfirmationRow[];
  /** Shown as open, and no longer among what can be decided; what became of them is being read. */
  missing: ReadonlySet<string>;
  /** Where the next page begins; absent: all of it is here. */
  next: string | undefined;
  /** The risk of a tool was changed since the first rows were read, so what is shown no longer stands in order. */
  reordered: boolean;
};

export type Sort = "closes" | "newest" | "risk";

/** One look at the server: the head of the list, and the newest rows, which may belong anywhere in it. */
export type Look = {
  head: Pick<ListAnswer<ConfirmationRow>, "data" | "next_cursor" | "reordered">;
  newest: ConfirmationRow[];
};

/** The server's orders. Instants are all written alike, and ids are times first, so that both compare as texts. */
export function comesBefore(sort: Sort, a: ConfirmationRow, b: ConfirmationRow): boolean {
  if (sort === "newest") return a.id > b.id;
  const ranks = sort === "risk" ? riskRank(a.risk) - riskRank(b.risk) : 0;
  if (ranks !== 0) return ranks < 0;
  return a.decidable_until === b.decidable_until ? a.id < b.id : a.decidable_until < b.decidable_until;
}

export function begin(sort: Sort, { head }: Look): Queue {
  return { sort, rows: head.data, waiting: [], missing: new Set(), next: head.next_cursor, reordered: false };
}

/** Takes in a further look. */
export function lookAgain(queue: Queue, { head, newest }: Look): Queue {
  const { sort, rows, next } = queue;
  const seen = new Map([...newest, ...head.data].map((row) => [row.id, row]));
  const headEnd = head.data.at(-1);
  const inHead = (row: ConfirmationRow) =>
    head.next_cursor === undefined || (headEnd !== undefined && !comesBefore(sort, headEnd, row));
  const missing = new Set(queue.missing);
  for (const row of rows) {
    if (seen.has(row.id)) missing.delete(row.id);
    else if (row.state === "pending" && inHead(row)) missing.add(row.id);
  }

  const shown = new Set(rows.map((row) => row.id));
  const last = rows.at(-1);
  const belongsHere = (row: ConfirmationRow) => next === undefined || (last && comesBefore(sort, row, last));
  const waiting = new Map<string, ConfirmationRow>();
  for (const row of queue.waiting) if (!inHead(row)) waiting.set(row.id, row);
  for (const row of seen.values()) if (!shown.has(row.id) && belongsHere(row)) waiting.set(row.id, row);

  const now = rows.map((row) => seen.get(row.id) ?? row);
  return {
    ...queue,
    rows: now,
    reordered: queue.reordered || !standsInOrder(sort, now),
    waiting: inOrder(sort, [...waiting.values()]),
    missing,
  };
}

/**
 * The page that follows. Nothing in it was announced as new, and nothing that is shown comes twice; where the server began
 * anew in another order, most of it is shown already.
 */
export function withPage(queue: Queue, page: Look["head"]): Queue {
  const shown = new Set(queue.rows.map((row) => row.id));
  const further = page.data.filter((row) => !shown.has(row.id));
  const came = new Set(further.map((row) => row.id));
  const now = new Map(page.data.map((row) => [row.id, row]));
  return {
    ...queue,
    rows: [...queue.rows.map((row) => now.get(row.id) ?? row), ...further],
    reordered: queue.reordered || page.reordered === true,
    waiting: queue.waiting.filter((row) => !came.has(row.id)),
    next: page.next_cursor,
  };
}

/** What some of the rows are by now. */
export function withRead(queue: Queue, read: readonly ConfirmationRow[]): Queue {
  const now = new Map(read.map((row) => [row.id, row]));
  const missing = new Set([...queue.missing].filter((id) => (now.get(id)?.state ?? "pending") === "pending"));
  return { ...queue, missing, rows: queue.rows.map((row) => now.get(row.id) ?? row) };
}

/** The reader asked to see it as it is: what is new in its place, what is over gone. */
export function asItIs(queue: Queue): Queue {
  const open = queue.rows.filter((row) => row.state === "pending" && !queue.missing.has(row.id));
  return { ...queue, rows: inOrder(queue.sort, [...open, ...queue.waiting]), waiting: [], missing: new Set() };
}

/** Nothing but a tool's risk can change and move a row, so only that order is looked at. */
function standsInOrder(sort: Sort, rows: readonly ConfirmationRow[]): boolean {
  if (sort !== "risk") return true;
  return rows.every((row, at) => {
    const before = rows[at - 1];
    return before === undefined || !comesBefore(sort, row, before);
  });
}

function inOrder(sort: Sort, rows: ConfirmationRow[]): ConfirmationRow[] {
  return rows.sort((a, b) => (a.id === b.id ? 0 : comesBefore(sort, a, b) ? -1 : 1));
}
