/** How times are put in words. All take epoch milliseconds; "now" is always the server's. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left of a window: `0:41` below an hour's end game, then `11 m`, `4 h 12 m`, `2 d 3 h`. Never below zero. */
export function leftText(leftMs: number): string {
  const left = Math.max(0, leftMs);
  if (left < 10 * MINUTE) {
    const seconds = Math.ceil(left / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  return spanText(left);
}

/** A length of time, its two largest parts: `45 s`, `15 m`, `4 h 12 m`, `2 d 3 h`. */
export function spanText(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) {
    const minutes = Math.floor(ms / MINUTE);
    const seconds = Math.floor((ms % MINUTE) / SECOND);
    return ms < 10 * MINUTE && seconds > 0 ? `${minutes} m ${seconds} s` : `${minutes} m`;
  }
  if (ms < DAY) return two(Math.floor(ms / HOUR), "h", Math.floor((ms % HOUR) / MINUTE), "m");
  return two(Math.floor(ms / DAY), "d", Math.floor((ms % DAY) / HOUR), "h");
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${String(small).padStart(2, "0")} ${smallUnit}`;
}

/** `just now`, `19 s ago`, `12 m ago`, `3 h ago`, `2 d ago`; an instant ahead is `in 5 m`. */
export function agoText(at: number, now: number): string {
  const past = now - at;
  if (Math.abs(past) < 5 * SECOND) return "just now";
  const span = largest(Math.abs(past));
  return past > 0 ? `${span} ago` : `in ${span}`;
}

function largest(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** The wall clock where the reader sits: `14:00`, `Tue 14:00` within a week, `3 Dec 14:00` beyond. */
export function clockText(at: number, now: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  if (Math.abs(at - now) < 6 * DAY) return `${date.toLocaleDateString("en-GB", { weekday: "short" })} ${time}`;
  return `${date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })} ${time}`;
}

/** With seconds, for a history where order matters. */
export function exactClockText(at: number, now: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString("en-GB");
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })} ${time}`;
}

/** The instant, unmistakable: local wall clock with its zone, and UTC to the millisecond. */
export function fullText(at: number): string {
  const date = new Date(at);
  const local = date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" });
  return `${local} (${date.toISOString()})`;
}
