"use client";

import { usePathname } from "next/navigation";
import { useTexts } from "@/components/i18n/i18n-provider";
import { PlaceLinks } from "./place-links";

/** The pages at the thumb. Where a confirmation is open the foot belongs to its buttons, and nothing lies beneath them. */
export function PhoneTabs() {
  const t = useTexts();
  if (usePathname().startsWith("/confirmations/")) return null;
  return (
    <nav
      aria-label={t("shell.pages")}
      className="sticky bottom-0 z-10 mt-auto flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <PlaceLinks look="tabs" />
    </nav>
  );
}
