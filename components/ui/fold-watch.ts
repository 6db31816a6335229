"use client";

import { createContext, useContext, useEffect, useId } from "react";

/** Knows which parts of something that must be read whole are still folded, and can open them all. */
export type FoldWatch = {
  report: (part: string, unread: boolean) => void;
  /** True from when the reader asked for everything. */
  allOpen: boolean;
};

export const FoldWatchContext = createContext<FoldWatch | null>(null);

/** Tells the watch above, where there is one, whether this part hides anything; gives whether all was asked for. */
export function useFoldWatch(unread: boolean): boolean {
  const watch = useContext(FoldWatchContext);
  const part = useId();
  const report = watch?.report;
  useEffect(() => {
    report?.(part, unread);
    return () => report?.(part, false);
  }, [report, part, unread]);
  return watch?.allOpen ?? false;
}
