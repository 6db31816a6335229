"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setConnection } from "./connection";

/** Hints come in bursts when many are decided at once; one look answers them all. */
const GATHER_MS = 250;
/** A look that takes longer is not waited for: the next hint begins another in its place. */
const LONGEST_LOOK_MS = 5_000;
/** How long to wait before opening a stream again that the browser gave up. */
const REOPEN_MS = 5_000;

/**
 * Listens for "look again" and looks. The stream carries no state, only ids: what is shown is always read by the same
 * routes. Whenever the stream was away, everything is read anew, because hints may have been missed.
 */
export function LiveStream() {
  const client = useQueryClient();

  useEffect(() => {
    let source: EventSource | undefined;
    let reopen: ReturnType<typeof setTimeout> | undefined;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let wasDown = false;
    let ended = false;
    const ids = new Set<string>();

    /** One look at a time: a further hint waits for it, because a look begun anew each time would never end. */
    let looking = false;
    let again = false;

    async function lookAgain() {
      gather = undefined;
      if (looking) {
        again = true;
        return;
      }
      looking = true;
      const keys = [
        ...["summary", "confirmations", "reconcile", "audit"].map((noun) => [noun]),
        ...[...ids].flatMap((id) => [
          ["confirmation", id],
          ["events", id],
        ]),
      ];
      ids.clear();
      const looks = Promise.allSettled(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      await Promise.race([looks, new Promise((resolve) => setTimeout(resolve, LONGEST_LOOK_MS))]);
      looking = false;
      if (again && !ended) gather ??= setTimeout(lookAgain, GATHER_MS);
      again = false;
    }

    function open() {
      source = new EventSource("/api/console/stream");
      source.addEventListener("hello", () => {
        setConnection({ stream: "live" });
        if (wasDown) client.invalidateQueries();
        wasDown = false;
      });
      source.addEventListener("change", (event) => {
        for (const id of idsIn(event.data)) ids.add(id);
        gather ??= setTimeout(lookAgain, GATHER_MS);
      });
      source.addEventListener("error", () => {
        wasDown = true;
        setConnection({ stream: "down" });
        client.invalidateQueries({ queryKey: ["summary"] });
        if (source?.readyState === EventSource.CLOSED) {
          clearTimeout(reopen);
          reopen = setTimeout(reopenNow, REOPEN_MS);
        }
      });
    }

    function reopenNow() {
      clearTimeout(reopen);
      source?.close();
      open();
    }

    // A page out of the browser's memory has a dead stream and old data, whatever it looks like.
    function shown(event: PageTransitionEvent) {
      if (!event.persisted) return;
      client.resetQueries();
      reopenNow();
    }

    // What the browser says of its network is only a reason to look: what came of the look is what is shown.
    function wentOffline() {
      wasDown = true;
      setConnection({ stream: "down" });
      client.invalidateQueries({ queryKey: ["summary"] });
    }

    open();
    window.addEventListener("pageshow", shown);
    window.addEventListener("offline", wentOffline);
    window.addEventListener("online", reopenNow);
    return () => {
      ended = true;
      window.removeEventListener("pageshow", shown);
      window.removeEventListener("offline", wentOffline);
      window.removeEventListener("online", reopenNow);
      clearTimeout(reopen);
      clearTimeout(gather);
      source?.close();
    };
  }, [client]);

  return null;
}

function idsIn(data: string): string[] {
  try {
    const hint = JSON.parse(data) as { ids?: unknown };
    return Array.isArray(hint.ids) ? hint.ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
