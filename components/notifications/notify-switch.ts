"use client";

import { useSyncExternalStore } from "react";

/** `blocked`: the browser was told never to; only its own settings can change that. */
export type NotifyState = "unsupported" | "off" | "on" | "blocked";

const STORED_AS = "countersign_notifications";
const WORKER = "/notify-worker.js";
const listeners = new Set<() => void>();

function current(): NotifyState {
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  try {
    return Notification.permission === "granted" && localStorage.getItem(STORED_AS) === "on" ? "on" : "off";
  } catch {
    return "off";
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNotifyState(): NotifyState {
  return useSyncExternalStore(subscribe, current, () => "unsupported");
}

/** Asks the browser only when a person asked for it. */
export async function setNotify(on: boolean): Promise<void> {
  if (on && Notification.permission === "default") await Notification.requestPermission();
  try {
    localStorage.setItem(STORED_AS, on ? "on" : "off");
  } catch {
    // Without storage the wish cannot be remembered, and so stays off.
  }
  for (const listener of listeners) listener();
}

/** What shows notifications; a phone's browser lets nothing else do it. */
export async function notifier(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}
