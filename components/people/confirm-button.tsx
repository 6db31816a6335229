"use client";

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import type { PeopleAnswer } from "@/lib/wire/console/types";
import { RefusedNotice } from "./refused-notice";
import { useChange } from "./use-change";

type Props<T> = {
  children: ReactNode;
  /** For whoever hears the page: several buttons may read the same. */
  label?: string;
  title: string;
  /** What will happen, in full. */
  means: string;
  send: string;
  look?: ComponentProps<typeof Button>["look"];
  act: () => Promise<PeopleAnswer<T>>;
  onDone?: (done: { ok: true } & T) => void;
};

/** An act in two steps: a button, then a dialog that says what will happen. */
export function ConfirmButton<T>({ children, label, look = "plain", ...rest }: Props<T>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" look={look} aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open ? <ConfirmDialog look={look} {...rest} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DialogProps<T> = Omit<Props<T>, "children" | "label"> & { onClose: () => void };

/** The second step alone, for acts that begin otherwise than by a button. */
export function ConfirmDialog<T>({ title, means, send, look, act, onDone, onClose }: DialogProps<T>) {
  const t = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const { change, pending, refused } = useChange();

  useEffect(() => {
    dialog.current?.showModal();
    // Not on a button: no stray key may carry it out.
    head.current?.focus();
  }, []);

  async function confirm() {
    const done = await change(act);
    if (!done) return;
    dialog.current?.close();
    onDone?.(done);
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-means`}
      onCancel={(event) => {
        if (pending) event.preventDefault();
      }}
      onClose={onClose}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-md border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-black/40"
    >
      <h2 ref={head} id={`${id}-title`} tabIndex={-1} className="font-semibold break-words outline-none">
        {title}
      </h2>
      <p id={`${id}-means`} className="mt-1.5 text-sm text-ink-2">
        {means}
      </p>
      <RefusedNotice refused={refused} className="mt-3" />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => dialog.current?.close()} disabled={pending}>
          {t("people.cancel")}
        </Button>
        <Button look={look === "plain" ? "ink" : look} onClick={confirm} aria-disabled={pending}>
          {pending ? t("people.working") : send}
        </Button>
      </div>
    </dialog>
  );
}
