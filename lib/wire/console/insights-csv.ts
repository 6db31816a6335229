import { terminalText } from "@/lib/kernel/terminal-text";
import type { Insights } from "./types";

const HEADER = ["figure", "at", "name", "value"];

/** So that a spreadsheet reads names in any script. */
const BYTE_ORDER_MARK = "\ufeff";

const PER_DAY = [
  "submitted",
  "approved",
  "denied",
  "cancelled",
  "expired",
  "median_seconds_to_decide",
  "p90_seconds_to_decide",
  "decided_in_under_3_seconds",
  "edited",
  "outcome_unknown",
] as const;

/** What the page draws, one number a line; what has no number (no decision that day) has an empty value. */
export function insightsCsv(insights: Insights): string {
  const lines: (string | number | undefined)[][] = [HEADER];
  for (const figure of PER_DAY) {
    for (const day of insights.by_day) lines.push([figure, day.day, "", day[figure]]);
  }
  for (const day of insights.by_day) lines.push(["share_expired", day.day, "", shareExpired(day)]);
  for (const [by, rows] of [
    ["tool", insights.denied_by_tool],
    ["agent", insights.denied_by_agent],
  ] as const) {
    for (const { name, denied } of rows) lines.push([`denied_by_${by}`, "", name, denied]);
    for (const { name, decided } of rows) lines.push([`decided_by_${by}`, "", name, decided]);
  }
  for (const { at, pending } of insights.queue_depth) lines.push(["queue_depth", at, "", pending]);
  return BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/** Of what ended that day; nothing ended, no share. */
function shareExpired(day: Insights["by_day"][number]): number | undefined {
  const ended = day.approved + day.denied + day.cancelled + day.expired;
  return ended === 0 ? undefined : Math.round((day.expired / ended) * 10_000) / 10_000;
}

/**
 * One cell. A name that an agent chose must not become a formula in the reader's spreadsheet: what begins like one gets
 * an apostrophe before it, in whatever width the character was typed. What a terminal would obey is spelled out.
 */
function cell(value: string | number | undefined): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const safe = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]/u.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  const plain = terminalText(safe);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
