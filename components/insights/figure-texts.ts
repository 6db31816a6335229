import type { Locale } from "@/components/i18n/locale";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How the numbers of this page are written in one language. */
export function figureTexts(locale: Locale) {
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  // A date of the server's, so it must not slip into the reader's day before.
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const hour = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return {
    count: (value: number) => count.format(value),
    percent: (value: number | undefined) => (value === undefined ? "–" : percent.format(value)),
    day: (value: string) => day.format(new Date(value)),
    hour: (value: string) => hour.format(new Date(value)),
    duration: (seconds: number | undefined) => (seconds === undefined ? "–" : durationText(seconds, locale)),
  };
}

/** `8.6 sec`, `4.5 min`, `2.3 hr` in the language's own short units: one unit and at most one decimal, for comparing. */
export function durationText(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? (["second", 1] as const);
  const format = new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: seconds / size < 10 ? 1 : 0,
  });
  return format.format(seconds / size);
}
