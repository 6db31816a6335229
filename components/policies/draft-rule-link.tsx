"use client";

import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";

/** From a confirmation to a draft rule for exactly its case. It writes nothing: there is no remembered yes. */
export function DraftRuleLink({ id }: { id: string }) {
  const t = useTexts();
  if (useViewer()?.role !== "admin") return null;
  return (
    <Link
      href={`/policies?from=${id}`}
      prefetch={false}
      className="self-start px-2.5 text-xs text-ink-2 underline underline-offset-2 hover:text-ink"
    >
      {t("policies.draftFrom")}
    </Link>
  );
}
