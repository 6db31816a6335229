"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { usePolling } from "@/components/live/connection";
import { confirmationsQuery, type Filters } from "@/components/queries";
import { EMPTY_LIST, type StandingList, showAsItIs, takeIn } from "./standing-list";

/** The inbox's rows under these filters, standing still while they are read. Other filters are another list. */
export function useStandingList(filters: Filters) {
  const query = useInfiniteQuery({ ...confirmationsQuery(filters), refetchInterval: usePolling() });
  const { data } = query;
  const key = JSON.stringify(filters);
  const [held, setHeld] = useState<{ key: string; list: StandingList }>({ key, list: EMPTY_LIST });
  const pages = useRef(0);

  useEffect(() => {
    if (!data) return;
    const fresh = data.pages.flatMap((page) => page.data);
    const furtherPages = data.pages.length > pages.current ? data.pages.slice(Math.max(1, pages.current)) : [];
    const further = new Set(furtherPages.flatMap((page) => page.data.map((row) => row.id)));
    pages.current = data.pages.length;
    setHeld((before) => ({ key, list: takeIn(before.key === key ? before.list : EMPTY_LIST, fresh, further) }));
  }, [data, key]);

  return {
    query,
    list: held.key === key ? held.list : EMPTY_LIST,
    /** Whether an answer has been taken in: until then an empty list means nothing. */
    ready: Boolean(data) && held.key === key,
    show: () => setHeld({ key, list: showAsItIs(data?.pages.flatMap((page) => page.data) ?? []) }),
  };
}
