"use client";

import { ListFilter, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useShortcut } from "@/components/keyboard/shortcuts";
import { useViewer } from "@/components/live/viewer";
import type { Filters } from "@/components/queries";
import { PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { FILTERS } from "./filter-names";

const FilterPanel = dynamic(() => import("./filter-panel").then((module) => module.FilterPanel), { ssr: false });

const SORTS = ["closes", "newest", "risk"] as const;

type Props = {
  filters: Filters;
  rows: readonly ConfirmationRow[];
  onChange: (changes: Record<string, string | undefined>) => void;
};

/** How the list is ordered and narrowed; all of it is in the address. */
export function InboxTools({ filters, rows, onChange }: Props) {
  const t = useTexts();
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLDivElement>(null);
  useShortcut("/", () => search.current?.querySelector("input")?.focus());
  const active = FILTERS.filter((name) => filters[name]);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 wide:px-5">
        <h1 className="mr-1 text-lg font-semibold tracking-tight">{t("inbox.title")}</h1>
        {viewer?.role === "auditor" ? null : (
          <PillSelect
            label={t("inbox.show")}
            value={filters.scope === "all" ? "all" : "mine"}
            options={[
              { value: "mine", label: t("inbox.show.mine") },
              { value: "all", label: t("inbox.show.all") },
            ]}
            onChange={(show) => onChange({ show: show === "all" ? "all" : undefined })}
          />
        )}
        <PillSelect
          label={t("inbox.order")}
          value={filters.sort ?? "closes"}
          options={SORTS.map((value) => ({ value, label: t(`inbox.order.${value}`) }))}
          onChange={(sort) => onChange({ sort: sort === "closes" ? undefined : sort })}
        />
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="inline-flex items-center gap-1.5 rounded-full border border-field bg-surface px-3 py-0.5 text-xs text-ink-2 hover:bg-hover hover:text-ink"
        >
          <ListFilter size={12} aria-hidden />
          {t("inbox.filter")}
        </button>
        {active.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t("inbox.filter.remove", { name: t(`inbox.filter.${name}`), value: filters[name] ?? "" })}
            onClick={() => onChange({ [name]: undefined })}
            className="inline-flex max-w-56 items-center gap-1.5 rounded-full bg-selected py-0.5 pr-2 pl-3 text-xs text-ink hover:bg-hover"
          >
            <span className="truncate">
              {t(`inbox.filter.${name}`)} <Text>{filters[name] ?? ""}</Text>
            </span>
            <X size={12} aria-hidden className="shrink-0" />
          </button>
        ))}
        <div ref={search} className="w-full sm:ml-auto sm:w-72">
          <SearchField label={t("inbox.search")} value={filters.q ?? ""} onChange={(q) => onChange({ q })} />
        </div>
      </div>
      {open ? (
        <FilterPanel
          filters={filters}
          rows={rows}
          onApply={onChange}
          onClose={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
