"use client";

import { useCallback, useMemo, useState } from "react";
import type { FoldWatch } from "@/components/ui/fold-watch";

/** What of the arguments the reader has not unfolded yet, and the way to unfold it all. */
export function useFolds() {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const [allOpen, setAllOpen] = useState(false);
  const report = useCallback((part: string, unread: boolean) => {
    setParts((before) => {
      if (before.has(part) === unread) return before;
      const after = new Set(before);
      if (unread) after.add(part);
      else after.delete(part);
      return after;
    });
  }, []);
  const watch: FoldWatch = useMemo(() => ({ report, allOpen }), [report, allOpen]);
  return { watch, unread: allOpen ? 0 : parts.size, openAll: () => setAllOpen(true) };
}
