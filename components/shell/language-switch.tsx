"use client";

import { Languages } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTexts } from "@/components/i18n/i18n-provider";
import { LOCALE_COOKIE, LOCALE_NAMES, LOCALES } from "@/components/i18n/locale";

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The page's language, each named in itself. The choice is a cookie, and the server makes the page anew in it. */
export function LanguageSwitch() {
  const t = useTexts();
  const router = useRouter();
  return (
    <label className="relative inline-flex items-center text-ink-2 hover:text-ink">
      <Languages size={14} aria-hidden className="pointer-events-none absolute left-2" />
      <span className="sr-only">{t("language.label")}</span>
      <select
        value={t.locale}
        onChange={(event) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
          document.cookie = `${LOCALE_COOKIE}=${event.target.value}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
          router.refresh();
        }}
        className="min-h-7 appearance-none rounded-sm border border-field bg-surface py-0.5 pr-2.5 pl-7 text-xs"
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </select>
    </label>
  );
}
