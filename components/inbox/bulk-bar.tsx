"use client";

import { X } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { MOST_AT_ONCE, type useSelection } from "./selection";

type Props = {
  selection: ReturnType<typeof useSelection>;
  /** Rows that were on the screen and can still be decided. */
  seen: readonly ConfirmationRow[];
  disabled: boolean;
  onVerdict: (verdict: "approve" | "deny") => void;
};

/** Stands at the list's foot while something is selected. Neither way is taken here: each opens a step of its own. */
export function BulkBar({ selection, seen, disabled, onVerdict }: Props) {
  const t = useTexts();
  const { chosen, full, add, clear } = selection;
  const more = seen.filter((row) => !chosen.has(row.id));
  const offered = Math.min(seen.length, MOST_AT_ONCE);
  return (
    <section
      aria-label={t("bulk.title")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2.5 shadow-foot"
    >
      <p role="status" className="text-sm font-medium tabular-nums">
        {t.count("bulk.selected", chosen.size)}
        {full ? <span className="font-normal text-warn"> {t("bulk.most", { n: MOST_AT_ONCE })}</span> : null}
      </p>
      <button
        type="button"
        aria-label={t("bulk.clear")}
        title={t("bulk.clear")}
        onClick={clear}
        className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden />
      </button>
      {more.length > 0 && chosen.size < MOST_AT_ONCE ? (
        <Button size="sm" look="quiet" onClick={() => add(more)}>
          {t.count("bulk.all", offered)}
        </Button>
      ) : null}
      <div className="ml-auto grid auto-cols-fr grid-flow-col gap-2 max-sm:w-full">
        <Button look="deny" disabled={disabled} onClick={() => onVerdict("deny")}>
          {t("bulk.denyOpen")}
        </Button>
        <Button look="approve" disabled={disabled} onClick={() => onVerdict("approve")}>
          {t("bulk.approveOpen")}
        </Button>
      </div>
    </section>
  );
}
