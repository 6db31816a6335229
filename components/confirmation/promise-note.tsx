"use client";

import { useTexts } from "@/components/i18n/i18n-provider";

/** What is promised, and what is not, on the page where it is decided. */
export function PromiseNote() {
  const t = useTexts();
  return <p className="rounded-md border border-line px-4 py-3 text-xs text-ink-2">{t("facts.promise")}</p>;
}
