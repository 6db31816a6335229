"use client";

import { useEffect, useId, useRef } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import type { Filters } from "@/components/queries";
import { Button } from "@/components/ui/button";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { FILTERS, type FilterName } from "./filter-names";

/** More than can be chosen from by eye. */
const MOST_OFFERED = 100;

const VALUE: Record<FilterName, (row: ConfirmationRow) => string | undefined> = {
  tool: (row) => row.tool,
  agent: (row) => row.agent.name,
  session: (row) => row.session,
  on_behalf_of: (row) => row.on_behalf_of,
  target: (row) => row.target,
  group: (row) => row.group,
};

type Props = {
  filters: Filters;
  /** What the list holds, to choose from; any other value can be typed. */
  rows: readonly ConfirmationRow[];
  onApply: (changes: Record<string, string | undefined>) => void;
  onClose: () => void;
};

/** All filters at once, applied together, so that the list changes once. */
export function FilterPanel({ filters, rows, onApply, onClose }: Props) {
  const t = useTexts();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The person just opened it, so this takes the focus from nobody.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  return (
    <form
      ref={form}
      aria-label={t("inbox.filter")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        onApply(Object.fromEntries(FILTERS.map((name) => [name, String(given.get(name) ?? "").trim() || undefined])));
        onClose();
      }}
      className="w-full border-t border-line bg-sunken px-4 py-3 wide:px-5"
    >
      <p className="mb-2 text-xs text-ink-2">{t("inbox.filter.title")}</p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 sm:grid-cols-3 lg:grid-cols-6">
        {FILTERS.map((name) => (
          <label key={name} className="min-w-0 text-xs text-ink-2">
            {t(`inbox.filter.${name}`)}
            <input
              name={name}
              list={`${id}-${name}`}
              defaultValue={filters[name] ?? ""}
              placeholder={t("inbox.filter.any")}
              autoComplete="off"
              spellCheck={false}
              maxLength={name === "tool" || name === "agent" ? 128 : 256}
              className="mt-0.5 block min-h-8 w-full rounded-sm border border-field bg-surface px-2.5 text-sm text-ink"
            />
            <datalist id={`${id}-${name}`}>
              {offered(rows, name).map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          </label>
        ))}
      </div>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {t("inbox.filter.cancel")}
        </Button>
        <Button size="sm" type="submit" className="border-ink-2">
          {t("inbox.filter.apply")}
        </Button>
      </div>
    </form>
  );
}

function offered(rows: readonly ConfirmationRow[], name: FilterName): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const value = VALUE[name](row);
    if (value !== undefined) values.add(value);
    if (values.size === MOST_OFFERED) break;
  }
  return [...values].sort();
}
