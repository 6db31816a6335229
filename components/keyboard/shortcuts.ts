"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

/**
 * The keyboard, one listener for the page. A key is a shortcut only where nobody is typing, nothing modal is open and
 * no modifier is held. Whoever is mounted last under a key has it.
 */
type Entry = { run: () => void; about: string | undefined; since: number };

/** A row that changed so recently may not be the one the person meant; the key is dropped, not kept for later. */
export const STEADY_MS = 600;
const STORED_AS = "countersign_shortcuts";

const registry = new Map<string, Entry[]>();

/**
 * Gives a key its meaning while the caller is mounted; `undefined` takes it away.
 *
 * @param about what the key would act on, as one text (id, state, digest). For keys that decide: they do nothing until
 *   it has been the same for `STEADY_MS`.
 */
export function useShortcut(key: string, handler: (() => void) | undefined, about?: string) {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);

  const given = handler !== undefined;
  useEffect(() => {
    if (!given) return;
    const entry: Entry = { run: () => latest.current?.(), about, since: performance.now() };
    registry.set(key, [...(registry.get(key) ?? []), entry]);
    return () => {
      registry.set(
        key,
        (registry.get(key) ?? []).filter((each) => each !== entry),
      );
    };
  }, [key, about, given]);
}

/** The part of a key press that decides whether it is a shortcut. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  repeat: boolean;
  defaultPrevented: boolean;
};

/** Held down, these go on; every other key counts once. */
const REPEATING = new Set(["j", "k"]);

/** Whether a press is meant for the page, and not for a field, the browser or an input method. */
export function isShortcutPress(press: Press, typing: boolean, modal: boolean): boolean {
  if (press.defaultPrevented || press.isComposing || press.ctrlKey || press.metaKey || press.altKey) return false;
  if (press.repeat && !REPEATING.has(press.key)) return false;
  return !typing && !modal;
}

/** Kinds of input in which no text is typed. */
const NO_TEXT = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file", "image"]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable], [role=textbox], [role=combobox]");
  if (!field) return false;
  if (field instanceof HTMLInputElement) return !NO_TEXT.has(field.type);
  return field.getAttribute("contenteditable") !== "false";
}

/** What Enter already does something on. */
function takesEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, input, summary, label") !== null;
}

function onKey(event: KeyboardEvent) {
  if (!shortcutsOn()) return;
  const modal = document.querySelector("dialog[open], [role=dialog][aria-modal=true]") !== null;
  if (!isShortcutPress(event, isTyping(event.target), modal)) return;
  if (event.key === "Enter" && takesEnter(event.target)) return;
  const entry = registry.get(event.key)?.at(-1);
  if (!entry) return;
  event.preventDefault();
  if (entry.about !== undefined && performance.now() - entry.since < STEADY_MS) return;
  entry.run();
}

/** Mounted once, by the shell. */
export function useKeyboard() {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

const switchListeners = new Set<() => void>();

function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== "off";
  } catch {
    return true;
  }
}

function subscribe(listener: () => void) {
  switchListeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    switchListeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether single keys do anything (WCAG 2.1.4), and the switch; remembered in this browser. */
export function useShortcutSwitch(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, shortcutsOn, () => true);
  return [
    on,
    (next) => {
      try {
        localStorage.setItem(STORED_AS, next ? "on" : "off");
      } catch {
        // Without storage the switch cannot be remembered, and so stays where it is.
      }
      for (const listener of switchListeners) listener();
    },
  ];
}
