"use client";

import { useState } from "react";
import type { Filters } from "@/components/queries";
import { type Option, PillSelect } from "@/components/ui/pill-select";
import { SearchField } from "@/components/ui/search-field";
import type { ConfirmationRow } from "@/lib/wire/console/types";

const SORTS: Option[] = [
  { value: "closes", label: "closes first" },
  { value: "newest", label: "newest" },
];

type Props = {
  filters: Filters;
  rows: readonly ConfirmationRow[];
  onChange: (changes: Record<string, string | undefined>) => void;
};

/** How the list is ordered and narrowed; all of it is in the address. */
export function InboxTools({ filters, rows, onChange }: Props) {
  const tools = useSeen(
    rows.map((row) => row.tool),
    filters.tool,
  );
  const agents = useSeen(
    rows.map((row) => row.agent.name),
    filters.agent,
  );
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 wide:px-5">
      <h1 className="mr-1 text-lg font-semibold tracking-tight">Inbox</h1>
      <PillSelect
        label="Order"
        value={filters.sort ?? "closes"}
        options={SORTS}
        onChange={(sort) => onChange({ sort: sort === "closes" ? undefined : sort })}
      />
      <PillSelect
        label="Tool"
        value={filters.tool ?? ""}
        options={[{ value: "", label: "all tools" }, ...tools]}
        onChange={(tool) => onChange({ tool })}
      />
      <PillSelect
        label="Agent"
        value={filters.agent ?? ""}
        options={[{ value: "", label: "all agents" }, ...agents]}
        onChange={(agent) => onChange({ agent })}
      />
      <SearchField
        label="Search text, exactly as written"
        value={filters.q ?? ""}
        onChange={(q) => onChange({ q })}
        className="w-full sm:ml-auto sm:w-72"
      />
    </div>
  );
}

/** What was met in the lists so far, so that a filter does not empty its own menu. */
function useSeen(names: string[], chosen: string | undefined): Option[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const now = chosen ? [...names, chosen] : names;
  if (now.some((name) => !seen.has(name))) setSeen(new Set([...seen, ...now]));
  return [...seen].sort().map((name) => ({ value: name, label: name }));
}
