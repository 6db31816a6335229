"use client";

import { Bell, BellOff, BellRing } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { setNotify, useNotifyState } from "./notify-switch";

const FACES = { on: BellRing, off: Bell, blocked: BellOff } as const;

/** Whether the browser tells of new requests while this page is out of sight. */
export function NotifyButton() {
  const t = useTexts();
  const state = useNotifyState();
  if (state === "unsupported") return null;
  const Icon = FACES[state];
  const words = t(`notify.${state}`);
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      aria-pressed={state === "on"}
      disabled={state === "blocked"}
      onClick={() => setNotify(state === "off")}
      className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink disabled:opacity-50 aria-pressed:text-accent"
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
