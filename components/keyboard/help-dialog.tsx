"use client";

import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Key } from "@/components/i18n/catalog";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useShortcutSwitch } from "./shortcuts";

const GROUPS: { title: Key; keys: [key: string, words: Key][] }[] = [
  {
    title: "keyboard.group.move",
    keys: [
      ["j", "keyboard.next"],
      ["k", "keyboard.previous"],
      ["Enter", "keyboard.enter"],
      ["x", "keyboard.select"],
      ["n", "keyboard.new"],
    ],
  },
  {
    title: "keyboard.group.decide",
    keys: [
      ["a", "keyboard.approve"],
      ["d", "keyboard.deny"],
      ["e", "keyboard.edit"],
      ["r", "keyboard.raw"],
    ],
  },
  {
    title: "keyboard.group.page",
    keys: [
      ["/", "keyboard.search"],
      ["?", "keyboard.help"],
    ],
  },
];

/** Every shortcut there is, and the switch that turns them off. Loaded when it is first asked for. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="shortcuts-title"
      onClose={onClose}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-md border border-line bg-surface p-0 text-ink shadow-raised backdrop:bg-black/40"
    >
      <div className="flex items-center justify-between border-b border-line py-2.5 pr-2.5 pl-5">
        <h2 id="shortcuts-title" className="font-semibold">
          {t("keyboard.title")}
        </h2>
        <button
          type="button"
          aria-label={t("keyboard.close")}
          onClick={() => dialog.current?.close()}
          className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X size={15} aria-hidden />
        </button>
      </div>
      <div className="flex flex-col gap-4 px-5 py-4">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-2xs font-medium text-ink-3">{t(title)}</h3>
            <dl className="text-sm">
              {keys.map(([key, words]) => (
                <div key={key} className="flex items-baseline justify-between py-0.5">
                  <dt className="order-2">
                    <kbd className="inline-block min-w-6 rounded-[3px] border border-line-strong bg-sunken px-1.5 text-center font-mono text-xs">
                      {key}
                    </kbd>
                  </dt>
                  <dd className="text-ink-2">{t(words)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="border-t border-line bg-sunken px-5 py-3">
        <ShortcutSwitch />
        <p className="mt-1.5 text-xs text-ink-2">{t("keyboard.note")}</p>
      </div>
    </dialog>
  );
}

/** Single keys can disturb those who speak to their computer, or whose hands slip (WCAG 2.1.4). */
function ShortcutSwitch() {
  const t = useTexts();
  const [on, set] = useShortcutSwitch();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => set(!on)}
      className="flex w-full items-center justify-between text-sm"
    >
      {t("keyboard.switch")}
      <span
        aria-hidden="true"
        className={`flex h-4.5 w-8 items-center rounded-full border px-0.5 ${on ? "justify-end border-accent bg-accent" : "justify-start border-field bg-surface"}`}
      >
        <span className={`size-3 rounded-full ${on ? "bg-on-accent" : "bg-ink-3"}`} />
      </span>
    </button>
  );
}
