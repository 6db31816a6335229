/** Instants, spans of time and wall clocks, as CEL has them; independent of where the server stands. */

/** An instant, in milliseconds since 1970. */
export class Timestamp {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A span of elapsed time. */
export class Duration {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** The instant an RFC 3339 text names; undefined for any other text, a date that does not exist, or one without a zone. */
export function readTimestamp(text: string): Timestamp | undefined {
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const field = (at: number) => Number(parts[at] ?? "0");
  const [year, month, day, hours, minutes, seconds] = [field(1), field(2), field(3), field(4), field(5), field(6)];
  const zoneHours = field(9);
  const zoneMinutes = field(10);
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  const milliseconds = Number((parts[7] ?? "0").padEnd(3, "0").slice(0, 3));
  local.setUTCHours(hours, minutes, seconds, milliseconds);
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000 * (parts[8] === "-" ? -1 : 1);
  return new Timestamp(local.getTime() - offset);
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
const DURATION = /^-?(?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s))+$/;

/** `90m`, `1h30m`, `1.5s`, `-2h`: hours, minutes, seconds and milliseconds, as CEL writes them. */
export function readDuration(text: string): Duration | undefined {
  if (!DURATION.test(text)) return undefined;
  let ms = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    ms += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  return new Duration(text.startsWith("-") ? -ms : ms);
}

/** What a wall clock and calendar show. Months, days of month and of year count from 0, as in CEL; Sunday is 0. */
export type ClockReading = {
  getFullYear: number;
  getMonth: number;
  getDate: number;
  getDayOfMonth: number;
  getDayOfWeek: number;
  getDayOfYear: number;
  getHours: number;
  getMinutes: number;
  getSeconds: number;
  getMilliseconds: number;
};

export const CLOCK_PARTS: ReadonlySet<string> = new Set<keyof ClockReading>([
  "getFullYear",
  "getMonth",
  "getDate",
  "getDayOfMonth",
  "getDayOfWeek",
  "getDayOfYear",
  "getHours",
  "getMinutes",
  "getSeconds",
  "getMilliseconds",
]);

export function isClockPart(name: string): name is keyof ClockReading {
  return CLOCK_PARTS.has(name);
}

/** What a clock in the zone (an IANA name, or an offset like `+02:00`) shows; undefined where there is no such zone. */
export function readClock({ ms }: Timestamp, zone: string): ClockReading | undefined {
  const offset = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    if (minutes >= 24 * 60 || Number(offset[3]) > 59) return undefined;
    return readingOf(new Date(ms + minutes * 60_000 * (offset[1] === "-" ? -1 : 1)));
  }
  if (zone === "UTC") return readingOf(new Date(ms));
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const shown: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, new Date(ms).getUTCMilliseconds());
  return readingOf(local);
}

function readingOf(local: Date): ClockReading {
  const newYear = new Date(0);
  newYear.setUTCFullYear(local.getUTCFullYear(), 0, 1);
  return {
    getFullYear: local.getUTCFullYear(),
    getMonth: local.getUTCMonth(),
    getDate: local.getUTCDate(),
    getDayOfMonth: local.getUTCDate() - 1,
    getDayOfWeek: local.getUTCDay(),
    getDayOfYear: Math.floor((local.getTime() - newYear.getTime()) / 86_400_000),
    getHours: local.getUTCHours(),
    getMinutes: local.getUTCMinutes(),
    getSeconds: local.getUTCSeconds(),
    getMilliseconds: local.getUTCMilliseconds(),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Far more zones than any document names; a rule that makes zones up must not fill the memory. */
const FORMATS_KEPT = 100;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    if (formats.size >= FORMATS_KEPT) formats.clear();
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}
