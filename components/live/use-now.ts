"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { serverNow, shownSecond, subscribeToSeconds } from "./server-clock";

/** The server's time in full seconds, epoch milliseconds; ticks. 0 before the first answer. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToSeconds, shownSecond, () => 0);
}

/** The longest this page sleeps before looking again: a timer is never trusted with a far boundary. */
const LOOK_AGAIN_MS = 60_000;

/** Whether a boundary has passed; turns true at its own instant, not at the next tick. */
export function usePassed(boundary: string): boolean {
  const at = Date.parse(boundary);
  const [, look] = useState(0);
  const passed = serverNow() >= at;
  useEffect(() => {
    if (passed) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = at - serverNow();
      if (left <= 0) look((count) => count + 1);
      else timer = setTimeout(wait, Math.min(left, LOOK_AGAIN_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [at, passed]);
  return passed;
}
