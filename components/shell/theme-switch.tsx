"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const FACES = {
  system: { icon: Monitor, label: "shell.theme.system" },
  light: { icon: Sun, label: "shell.theme.light" },
  dark: { icon: Moon, label: "shell.theme.dark" },
} as const;

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Three small buttons, one pressed. The choice is a cookie, so that the server can paint the next page right. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTexts();
  const [theme, setTheme] = useState(initial);

  function choose(next: Theme) {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
  }

  return (
    <fieldset className="flex rounded-sm border border-line bg-surface p-px">
      <legend className="sr-only">{t("shell.theme")}</legend>
      {THEMES.map((each) => {
        const { icon: Icon, label } = FACES[each];
        return (
          <button
            key={each}
            type="button"
            aria-pressed={theme === each}
            aria-label={t(label)}
            title={t(label)}
            onClick={() => choose(each)}
            className="grid size-6 place-items-center rounded-[3px] text-ink-3 hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
          >
            <Icon size={13} aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
