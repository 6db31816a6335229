"use client";

import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";

/** A short rest after the last key, so that not every letter asks the database. */
const REST_MS = 250;

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string; mono?: boolean };

/** Finds text exactly as written: `%` and `_` are just characters. */
export function SearchField({ label, value, onChange, className = "", mono = false }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState(value);
  const said = useRef(value);
  const report = useRef(onChange);

  useEffect(() => {
    report.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    if (typed === said.current) return;
    const timer = setTimeout(() => {
      said.current = typed;
      report.current(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className={`relative ${className}`}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        className={`min-h-8 w-full rounded-sm border border-field bg-surface pr-8 pl-8 text-sm ${mono ? "font-mono text-xs placeholder:font-sans placeholder:text-sm" : ""}`}
      />
      {typed ? (
        <button
          type="button"
          aria-label={t("search.clear")}
          onClick={() => setTyped("")}
          className="absolute top-1/2 right-1.5 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-ink-3 hover:text-ink"
        >
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
