import type { Translator } from "@/components/i18n/format";
import type { Locale } from "@/components/i18n/locale";

/** How times are put in words. All take epoch milliseconds; "now" is always the server's. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Dates as each language writes them; English days before months, and never a clock of twelve hours. */
const DATES: Record<Locale, string> = { en: "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" };

/** What is left of a window: `0:41` below an hour's end game, then `11 m`, `4 h 12 m`, `2 d 3 h`. Never below zero. */
export function leftText(leftMs: number, t: Translator): string {
  const left = Math.max(0, leftMs);
  if (left < 10 * MINUTE) {
    const seconds = Math.ceil(left / SECOND);
    return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  }
  return spanText(left, t);
}

/** A length of time, its two largest parts: `45 s`, `15 m`, `4 h 12 m`, `2 d 3 h`. */
export function spanText(ms: number, t: Translator): string {
  if (ms < MINUTE) return t("span.s", { n: Math.floor(ms / SECOND) });
  if (ms < HOUR) {
    const minutes = Math.floor(ms / MINUTE);
    const seconds = Math.floor((ms % MINUTE) / SECOND);
    if (ms < 10 * MINUTE && seconds > 0) return t("span.ms", { m: minutes, s: seconds });
    return t("span.m", { n: minutes });
  }
  if (ms < DAY) {
    const hours = Math.floor(ms / HOUR);
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return minutes === 0 ? t("span.h", { n: hours }) : t("span.hm", { h: hours, m: twoDigits(minutes) });
  }
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  return hours === 0 ? t("span.d", { n: days }) : t("span.dh", { d: days, h: twoDigits(hours) });
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}

/** `just now`, `19 s ago`, `12 m ago`, `3 h ago`, `2 d ago`; an instant ahead is `in 5 m`. */
export function agoText(at: number, now: number, t: Translator): string {
  const past = now - at;
  if (Math.abs(past) < 5 * SECOND) return t("ago.now");
  const span = largest(Math.abs(past), t);
  return past > 0 ? t("ago.past", { span }) : t("ago.ahead", { span });
}

function largest(ms: number, t: Translator): string {
  if (ms < MINUTE) return t("span.s", { n: Math.floor(ms / SECOND) });
  if (ms < HOUR) return t("span.m", { n: Math.floor(ms / MINUTE) });
  if (ms < DAY) return t("span.h", { n: Math.floor(ms / HOUR) });
  return t("span.d", { n: Math.floor(ms / DAY) });
}

/** The wall clock where the reader sits: `14:00`, `Tue 14:00` within a week, `3 Dec 14:00` beyond. */
export function clockText(at: number, now: number, t: Translator): string {
  const date = new Date(at);
  const tongue = DATES[t.locale];
  const time = date.toLocaleTimeString(tongue, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  if (Math.abs(at - now) < 6 * DAY) return `${date.toLocaleDateString(tongue, { weekday: "short" })} ${time}`;
  return `${date.toLocaleDateString(tongue, { day: "numeric", month: "short" })} ${time}`;
}

/** With seconds, for a history where order matters. */
export function exactClockText(at: number, now: number, t: Translator): string {
  const date = new Date(at);
  const tongue = DATES[t.locale];
  const time = date.toLocaleTimeString(tongue, { timeStyle: "medium", hourCycle: "h23" });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString(tongue, { day: "numeric", month: "short" })} ${time}`;
}

/** Day, year and wall clock where the reader sits, for what may lie weeks away: `1 Dec 2026, 14:00`. */
export function dateText(at: number, t: Translator): string {
  return new Date(at).toLocaleString(DATES[t.locale], { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}

/** The instant, unmistakable: local wall clock with its zone, and UTC to the millisecond. */
export function fullText(at: number, t: Translator): string {
  const date = new Date(at);
  const local = date.toLocaleString(DATES[t.locale], { dateStyle: "medium", timeStyle: "long", hourCycle: "h23" });
  return `${local} (${date.toISOString()})`;
}
