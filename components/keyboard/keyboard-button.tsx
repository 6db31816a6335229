"use client";

import { Keyboard, KeyboardOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useKeyboard, useShortcut, useShortcutSwitch } from "./shortcuts";

const HelpDialog = dynamic(() => import("./help-dialog").then((module) => module.HelpDialog), { ssr: false });

/** Listens for the keys, and opens the list of them; says at a glance whether they are on. */
export function KeyboardButton() {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [on] = useShortcutSwitch();
  useKeyboard();
  useShortcut("?", () => setOpen(true));
  const Icon = on ? Keyboard : KeyboardOff;
  const words = `${t("keyboard.open")}: ${t(on ? "keyboard.on" : "keyboard.off")}`;

  return (
    <>
      <button
        type="button"
        aria-label={words}
        title={words}
        onClick={() => setOpen(true)}
        className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon size={14} aria-hidden />
      </button>
      {open ? <HelpDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
