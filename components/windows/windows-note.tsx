"use client";

import { useSyncExternalStore } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";

/** Remembered in the browser: who has read it once need not read it thirty times a day. */
const KEY = "countersign.windows-explained";

const listeners = new Set<() => void>();
let dismissed: boolean | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isDismissed(): boolean {
  if (dismissed === undefined) {
    try {
      dismissed = localStorage.getItem(KEY) !== null;
    } catch {
      // A browser that keeps nothing shows it anew on each visit.
      dismissed = false;
    }
  }
  return dismissed;
}

function remember(next: boolean) {
  dismissed = next;
  try {
    if (next) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Then it holds for as long as the page lives.
  }
  for (const listener of listeners) listener();
}

/** What the two windows are, said once where they first matter; afterwards one click away. */
export function WindowsNote() {
  const t = useTexts();
  const over = useSyncExternalStore(subscribe, isDismissed, () => true);
  if (over) {
    return (
      <button
        type="button"
        className="mt-1 min-h-6 text-2xs text-ink-3 underline underline-offset-2 hover:text-ink"
        onClick={() => remember(false)}
      >
        {t("windows.explain")}
      </button>
    );
  }
  return (
    <div className="mt-2.5 flex flex-wrap items-end justify-end gap-x-4 gap-y-1 border-t border-line pt-2.5">
      <p className="min-w-0 flex-1 basis-72 text-xs text-ink-2">{t("windows.explained")}</p>
      <button
        type="button"
        className="min-h-7 rounded-sm border border-line-strong px-2.5 text-xs font-medium hover:bg-hover"
        onClick={() => remember(true)}
      >
        {t("windows.gotIt")}
      </button>
    </div>
  );
}
