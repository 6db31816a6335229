"use client";

import { useState } from "react";
import { serverNow } from "@/components/live/server-clock";
import type { Filters } from "@/components/queries";
import { type Option, PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import { AUDIT_KINDS } from "@/lib/kernel/audit-kinds";

export const FILTER_NAMES = ["kind", "actor", "confirmation", "q", "since", "until"] as const;

const KINDS: Option[] = [
  { value: "", label: "every kind" },
  ...Object.keys(AUDIT_KINDS).map((kind) => ({ value: kind, label: kind })),
];

const HOUR_MS = 60 * 60_000;
/** Offered spans, as hours before now. */
const SPANS: Option[] = [
  { value: "", label: "all time" },
  { value: "1", label: "last hour" },
  { value: "24", label: "last 24 hours" },
  { value: "168", label: "last 7 days" },
];

type Props = { filters: Filters; onChange: (changes: Record<string, string | undefined>) => void };

/** A span is turned into an instant when it is chosen, so that the address means the same to whoever opens it. */
export function AuditFilters({ filters, onChange }: Props) {
  const [span, setSpan] = useState("");
  const spanShown = filters.since ? span || "set" : "";
  const spans = spanShown === "set" ? [...SPANS, { value: "set", label: `since ${filters.since}` }] : SPANS;

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
      <h1 className="mr-1 text-lg font-semibold tracking-tight">Audit</h1>
      <PillSelect label="Kind" value={filters.kind ?? ""} options={KINDS} onChange={(kind) => onChange({ kind })} />
      <PillSelect
        label="Time"
        value={spanShown}
        options={spans}
        onChange={(hours) => {
          setSpan(hours);
          const since = hours ? new Date(serverNow() - Number(hours) * HOUR_MS).toISOString() : undefined;
          onChange({ since, until: undefined });
        }}
      />
      <div className="grid w-full grid-cols-2 gap-2 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1 xl:ml-auto xl:w-[44rem]">
        <SearchField label="Actor" value={filters.actor ?? ""} onChange={(actor) => onChange({ actor })} />
        <SearchField
          label="Confirmation id"
          mono
          value={filters.confirmation ?? ""}
          onChange={(confirmation) => onChange({ confirmation: confirmation.trim() })}
        />
        <SearchField label="Text, exactly as written" value={filters.q ?? ""} onChange={(q) => onChange({ q })} />
      </div>
    </div>
  );
}
