import type { ReactNode } from "react";

export type Tone = "plain" | "wait" | "approve" | "deny" | "warn" | "unknown";

const TONES: Record<Tone, string> = {
  plain: "border-line-strong text-ink-2",
  wait: "border-transparent bg-selected text-wait font-medium tabular-nums",
  approve: "border-transparent bg-approve-soft text-approve",
  deny: "border-transparent bg-deny-soft text-deny",
  warn: "border-transparent bg-warn-soft text-warn",
  unknown: "border-transparent bg-unknown-soft text-unknown",
};

/** A state or a fact in one or two words. Colour never says it alone. */
export function Chip({ tone = "plain", children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 text-2xs leading-[1.7] ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
