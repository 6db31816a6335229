"use client";

import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { placesFor } from "./places";

/** The pages that a phone's foot has no room for. */
export function MorePlaces() {
  const t = useTexts();
  const places = placesFor(useViewer()?.role);
  return (
    <nav aria-label={t("account.more")} className="rounded-md border border-line bg-surface md:hidden">
      {places
        .filter(({ less }) => less)
        .map(({ href, name, icon: Icon }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            className="flex min-h-11 items-center gap-2.5 border-b border-line px-4 text-sm last:border-0"
          >
            <Icon size={16} aria-hidden strokeWidth={1.75} />
            {t(name)}
          </Link>
        ))}
    </nav>
  );
}
