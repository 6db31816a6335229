"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePolling } from "@/components/live/connection";
import { readConsole } from "@/components/live/read-console";
import { confirmationsPath, type Filters, queueQuery } from "@/components/queries";
import type { ConfirmationRow, ListAnswer } from "@/lib/wire/console/types";
import { asItIs, begin, lookAgain, type Queue, type Sort, withPage, withRead } from "./queue";

/** A page of the list; the head is smaller, so that the first rows are there sooner. */
const PAGE = "200";

const EMPTY: Queue = { sort: "closes", rows: [], waiting: [], missing: new Set(), next: undefined, reordered: false };

/** The list as it was left, for coming back to it: read anew before it is shown, but with its place kept. */
let left: { key: string; queue: Queue; top: number } | undefined;

type Held = { key: string; queue: Queue };

/**
 * The inbox's rows. A look at the server reads the head of the list and what is newest; of the rows beyond, only those on
 * the screen are read again. So a list of ten thousand costs no more to keep than one of fifty.
 */
export function useQueue(filters: Filters & { sort: Sort }) {
  const key = JSON.stringify(filters);
  const query = useQuery({ ...queueQuery(filters), refetchInterval: usePolling() });
  const [held, setHeld] = useState<Held | undefined>(() =>
    left?.key === key ? { key, queue: asItIs(left.queue) } : undefined,
  );
  const looks = useRef({ count: 0, of: new Map<string, number>() });
  const { data, dataUpdatedAt, isFetchedAfterMount } = query;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that says the same is a look all the same.
  useEffect(() => {
    if (!data || !isFetchedAfterMount) return;
    looks.current.count += 1;
    for (const row of [...data.head.data, ...data.newest]) looks.current.of.set(row.id, looks.current.count);
    setHeld((before) => ({
      key,
      queue: before?.key === key ? lookAgain(before.queue, data) : begin(filters.sort, data),
    }));
  }, [data, dataUpdatedAt, isFetchedAfterMount, key]);

  const ready = Boolean(data) && isFetchedAfterMount && held?.key === key;
  const queue = ready && held ? held.queue : EMPTY;

  const change = useCallback(
    (by: (queue: Queue) => Queue) =>
      setHeld((before) => (before?.key === key ? { key, queue: by(before.queue) } : before)),
    [key],
  );

  /** Reads these rows again, whatever has become of them. */
  const readAgain = useCallback(
    async (ids: string[]): Promise<ConfirmationRow[]> => {
      const { count, of } = looks.current;
      for (const id of ids) of.set(id, count);
      try {
        const answer = await readConsole<ListAnswer<ConfirmationRow>>(
          confirmationsPath({ view: "history", ids: ids.join(","), limit: PAGE }),
        );
        change((now) => withRead(now, answer.data));
        return answer.data;
      } catch (error) {
        for (const id of ids) of.delete(id);
        throw error;
      }
    },
    [change],
  );

  /** Told which rows are on the screen; reads again those of them that the newest look did not reach. */
  const onScreen = useCallback(
    (rows: readonly ConfirmationRow[]) => {
      const { count, of } = looks.current;
      const old = rows.filter((row) => row.state === "pending" && of.get(row.id) !== count).map((row) => row.id);
      if (old.length > 0) readAgain(old).catch(() => undefined);
    },
    [readAgain],
  );

  const [paging, setPaging] = useState<"idle" | "reading" | "failed">("idle");
  const busy = useRef(false);
  const { next } = queue;
  const more = useCallback(async () => {
    if (!next || busy.current) return;
    busy.current = true;
    setPaging("reading");
    try {
      const page = await readConsole<ListAnswer<ConfirmationRow>>(
        confirmationsPath({ ...filters, limit: PAGE, cursor: next }),
      );
      for (const row of page.data) looks.current.of.set(row.id, looks.current.count);
      change((now) => (now.next === next ? withPage(now, page) : now));
      setPaging("idle");
    } catch {
      setPaging("failed");
    }
    busy.current = false;
  }, [next, filters, change]);

  const { refetch } = query;
  /** From the beginning, as the server orders it now. */
  const beginAnew = useCallback(() => {
    setHeld(undefined);
    refetch();
  }, [refetch]);

  const leave = useCallback(
    (top: number) => {
      left = { key, queue, top };
    },
    [key, queue],
  );

  return {
    query,
    queue,
    ready,
    paging,
    more,
    onScreen,
    readAgain,
    /** Grows with each look, so that what is on the screen can be told again. */
    look: dataUpdatedAt,
    show: () => (queue.reordered ? beginAnew() : change(asItIs)),
    /** Where the list was left, if it was this one. */
    leftAt: left?.key === key ? left.top : 0,
    leave,
  };
}
