"use client";

import { useEffect, useRef } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

type Props = { label: string; secret: string; copy: string; more?: string; onClose: () => void };

/** A link or a token in clear, until it is put away: it can be had only here and now. */
export function ShownOnce({ label, secret, copy, more, onClose }: Props) {
  const t = useTexts();
  const box = useRef<HTMLElement>(null);
  // What was asked for is where the eyes and the keys go next.
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={label}
      className="rounded-md border border-line-strong bg-sunken px-3.5 py-3"
    >
      <p className="text-sm">{label}</p>
      <p className="mt-2 flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded-sm border border-line bg-surface px-2 py-1 font-mono text-xs break-all select-all">
          {secret}
        </code>
        <CopyButton text={secret} label={copy} />
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-3">
        <span>{more}</span>
        <Button size="sm" onClick={onClose}>
          {t("people.done")}
        </Button>
      </div>
    </section>
  );
}
