"use client";

import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { serverNow } from "@/components/live/server-clock";
import type { Filters } from "@/components/queries";
import { type Option, PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import { AUDIT_KINDS } from "@/lib/kernel/audit-kinds";

export const FILTER_NAMES = ["kind", "actor", "confirmation", "q", "since", "until"] as const;

/** By their codes, which are also what the address and an export name them by. */
const KINDS: Option[] = Object.keys(AUDIT_KINDS).map((kind) => ({ value: kind, label: kind }));

const HOUR_MS = 60 * 60_000;
/** Offered spans, as hours before now. */
const SPANS = ["1", "24", "168"] as const;

type Props = { filters: Filters; onChange: (changes: Record<string, string | undefined>) => void };

/** A span is turned into an instant when it is chosen, so that the address means the same to whoever opens it. */
export function AuditFilters({ filters, onChange }: Props) {
  const t = useTexts();
  const [span, setSpan] = useState("");
  const spanShown = filters.since ? span || "set" : "";
  const spans: Option[] = [
    { value: "", label: t("audit.time.all") },
    ...SPANS.map((hours) => ({ value: hours, label: t(`audit.time.${hours}`) })),
  ];
  if (spanShown === "set") spans.push({ value: "set", label: t("audit.time.since", { time: filters.since ?? "" }) });

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
      <h1 className="mr-1 text-lg font-semibold tracking-tight">{t("audit.title")}</h1>
      <PillSelect
        label={t("audit.kind")}
        value={filters.kind ?? ""}
        options={[{ value: "", label: t("audit.kind.every") }, ...KINDS]}
        onChange={(kind) => onChange({ kind })}
      />
      <PillSelect
        label={t("audit.time")}
        value={spanShown}
        options={spans}
        onChange={(hours) => {
          setSpan(hours);
          const since = hours ? new Date(serverNow() - Number(hours) * HOUR_MS).toISOString() : undefined;
          onChange({ since, until: undefined });
        }}
      />
      <div className="grid w-full grid-cols-2 gap-2 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1 xl:ml-auto xl:w-[44rem]">
        <SearchField label={t("audit.actor")} value={filters.actor ?? ""} onChange={(actor) => onChange({ actor })} />
        <SearchField
          label={t("audit.id")}
          mono
          value={filters.confirmation ?? ""}
          onChange={(confirmation) => onChange({ confirmation: confirmation.trim() })}
        />
        <SearchField label={t("audit.text")} value={filters.q ?? ""} onChange={(q) => onChange({ q })} />
      </div>
    </div>
  );
}
