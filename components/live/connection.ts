"use client";

import { useSyncExternalStore } from "react";

/** How this page stands with the server. One for the page; changed by the readers, the stream and the actions. */
export type Connection = {
  /** `down`: the page polls instead. */
  stream: "starting" | "live" | "down";
  /** Set: the last reading failed. `store`: the server answers, its database does not. */
  trouble: null | "network" | "store";
  /** Somebody ended the session, or it ran out. What is typed stays. */
  sessionOver: boolean;
  /** Server time of the newest good answer, epoch milliseconds. */
  seenAt: number;
};

const POLL_MS = 5_000;

let connection: Connection = { stream: "starting", trouble: null, sessionOver: false, seenAt: 0 };
const listeners = new Set<() => void>();

export function setConnection(change: Partial<Connection>) {
  const next = { ...connection, ...change };
  const same = (Object.keys(next) as (keyof Connection)[]).every((key) => next[key] === connection[key]);
  if (same) return;
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => connection;

/** Whether the last reading reached no server at all. */
export function isCutOff(): boolean {
  return connection.trouble === "network";
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current, current);
}

/** While the stream is down or readings fail, how often to look; else not at all. */
export function usePolling(): number | false {
  const { stream, trouble } = useConnection();
  return stream === "down" || trouble ? POLL_MS : false;
}
