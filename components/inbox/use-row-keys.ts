"use client";

import { useShortcut } from "@/components/keyboard/shortcuts";
import { useViewer } from "@/components/live/viewer";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { rowLinkId } from "./inbox-row";

type Props = {
  rows: readonly ConfirmationRow[];
  /** The row the keys act on. */
  current: string | undefined;
  moveTo: (row: ConfirmationRow, at: number) => void;
  /** Absent: the row's own page is gone to. */
  onOpen: (() => void) | undefined;
  onSelect: (row: ConfirmationRow) => void;
};

/** `j` and `k` go through the rows, `Enter` opens the one, `x` selects it. */
export function useRowKeys({ rows, current, moveTo, onOpen, onSelect }: Props) {
  const decides = useViewer()?.role !== "auditor";
  const at = rows.findIndex((row) => row.id === current);
  const row = rows[at];

  function move(by: 1 | -1) {
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    const there = rows[next];
    if (there) moveTo(there, next);
  }
  const any = rows.length > 0;
  useShortcut("j", any ? () => move(1) : undefined);
  useShortcut("k", any ? () => move(-1) : undefined);
  useShortcut("Enter", row ? (onOpen ?? (() => document.getElementById(rowLinkId(row.id))?.click())) : undefined);
  useShortcut("x", row && decides && row.state === "pending" ? () => onSelect(row) : undefined);
}
