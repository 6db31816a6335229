"use client";

import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { confirmationsQuery } from "@/components/queries";
import type { ConfirmationRow, ListAnswer } from "@/lib/wire/console/types";
import { usePolling } from "./connection";
import { EMPTY_LIST, type StandingList, showAsItIs, takeIn } from "./standing-list";

/** A list's rows, standing still while they are read. Options with another key (other filters) are another list. */
export function useStandingList(options: ReturnType<typeof confirmationsQuery>) {
  const query = useInfiniteQuery({ ...options, refetchInterval: usePolling() });
  const { data } = query;
  const key = JSON.stringify(options.queryKey);
  const [held, setHeld] = useState<{ key: string; list: StandingList }>({ key, list: EMPTY_LIST });
  const pages = useRef(0);

  useEffect(() => {
    if (!data) return;
    const further = data.pages.length > pages.current ? data.pages.slice(Math.max(1, pages.current)) : [];
    const furtherIds = new Set(further.flatMap((page) => page.data.map((row) => row.id)));
    pages.current = data.pages.length;
    setHeld((before) => ({
      key,
      list: takeIn(before.key === key ? before.list : EMPTY_LIST, rowsOf(data), furtherIds),
    }));
  }, [data, key]);

  return {
    query,
    list: held.key === key ? held.list : EMPTY_LIST,
    /** Whether an answer has been taken in: until then an empty list means nothing. */
    ready: Boolean(data) && held.key === key,
    show: () => setHeld({ key, list: showAsItIs(data ? rowsOf(data) : []) }),
  };
}

function rowsOf(data: InfiniteData<ListAnswer<ConfirmationRow>>): ConfirmationRow[] {
  return data.pages.flatMap((page) => page.data);
}
