"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const THANKS_MS = 1_500;

/** Copies the raw text: what is drawn as a code or folded is in it as it is. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={copied ? "Copied" : label}
      title={label}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
    >
      <Icon size={13} aria-hidden className={copied ? "text-approve" : ""} />
    </button>
  );
}
