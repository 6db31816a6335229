"use client";

import { useTexts } from "@/components/i18n/i18n-provider";

/** A secret the server kept back. Looks like no value that could stand there: neither null, nor "", nor absent. */
export function Masked() {
  const t = useTexts();
  return (
    <span
      title={t("masked.means")}
      className="rounded-[3px] border border-dashed border-line-strong bg-sunken px-1.5 text-[0.9em] text-ink-3"
    >
      {t("masked.word")}
    </span>
  );
}
