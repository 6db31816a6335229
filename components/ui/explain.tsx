"use client";

import { type ReactNode, useId, useRef } from "react";

/** Room kept between the words and the edge of the window. */
const EDGE = 12;

/** Something that says in a sentence what it means, on click or key; Escape and a click elsewhere put it away. */
export function Explain({ label, means, children }: { label: string; means: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="inline-flex min-h-6 items-center rounded-full hover:brightness-95"
      >
        {children}
      </button>
      <span
        id={id}
        popover="auto"
        role="note"
        onToggle={(event) => {
          const box = event.currentTarget;
          const at = button.current?.getBoundingClientRect();
          if (event.newState !== "open" || !at) return;
          box.style.left = `${Math.max(EDGE, Math.min(at.left, window.innerWidth - box.offsetWidth - EDGE))}px`;
          box.style.top = `${Math.min(at.bottom + 6, window.innerHeight - box.offsetHeight - EDGE)}px`;
        }}
        className="fixed inset-auto m-0 w-72 max-w-[calc(100vw-1.5rem)] rounded-md border border-line-strong bg-surface px-3.5 py-2.5 font-sans text-sm font-normal tracking-normal text-ink shadow-raised"
      >
        {means}
      </span>
    </>
  );
}
