/** The languages the console speaks. Every text stands in all of them, in this order. */
export const LOCALES = ["en", "zh-Hans", "zh-Hant"] as const;

export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = "countersign_locale";

export const LOCALE_NAMES: Record<Locale, string> = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };

/** What the person chose, else what the browser asks for first, else English. */
export function localeFrom(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = LOCALES.find((locale) => locale === cookie);
  if (chosen) return chosen;
  const asked = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of asked) {
    if (tag === "en" || tag.startsWith("en-")) return "en";
    if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
    if (tag === "zh" || tag.startsWith("zh-")) return "zh-Hans";
  }
  return "en";
}
