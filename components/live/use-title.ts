"use client";

import { useEffect } from "react";

/** The tab's title, where it depends on what was read. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
}
