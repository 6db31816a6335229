"use client";

import { useSyncExternalStore } from "react";

/** The same as `--breakpoint-wide`: list and preview stand side by side from here. */
const WIDE = "(min-width: 75rem)";

function subscribe(listener: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
