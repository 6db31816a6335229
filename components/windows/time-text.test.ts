import { describe, expect, it } from "vitest";
import { textsFor } from "@/components/i18n/catalog";
import { translator } from "@/components/i18n/format";
import { agoText, clockText, leftText, spanText } from "./time-text";

const en = translator("en", textsFor("en"));
const hant = translator("zh-Hant", textsFor("zh-Hant"));

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("what is left", () => {
  it("counts the last ten minutes in seconds and reads 0:00 exactly when it has passed", () => {
    expect(leftText(41 * SECOND, en)).toBe("0:41");
    expect(leftText(40_001, en)).toBe("0:41");
    expect(leftText(1, en)).toBe("0:01");
    expect(leftText(0, en)).toBe("0:00");
    expect(leftText(-5 * SECOND, en)).toBe("0:00");
    expect(leftText(10 * MINUTE - 1, en)).toBe("10:00");
  });

  it("says longer windows in their two largest units", () => {
    expect(leftText(11 * MINUTE, en)).toBe("11 m");
    expect(leftText(4 * HOUR + 12 * MINUTE, en)).toBe("4 h 12 m");
    expect(leftText(6 * HOUR + 2 * MINUTE, en)).toBe("6 h 02 m");
    expect(leftText(2 * DAY + 3 * HOUR, en)).toBe("2 d 03 h");
    expect(leftText(30 * DAY, en)).toBe("30 d");
  });
});

describe("a span", () => {
  it("keeps seconds only where they tell something", () => {
    expect(spanText(19 * SECOND, en)).toBe("19 s");
    expect(spanText(7 * MINUTE + 5 * SECOND, en)).toBe("7 m 5 s");
    expect(spanText(15 * MINUTE, en)).toBe("15 m");
    expect(spanText(24 * HOUR, en)).toBe("1 d");
  });
});

describe("how long ago", () => {
  it("is told in the largest unit, also for instants ahead", () => {
    expect(agoText(0, 2 * SECOND, en)).toBe("just now");
    expect(agoText(0, 19 * SECOND, en)).toBe("19 s ago");
    expect(agoText(0, 23 * HOUR + 59 * MINUTE, en)).toBe("23 h ago");
    expect(agoText(5 * MINUTE, 0, en)).toBe("in 5 m");
  });
});

describe("another language", () => {
  it("writes spans and dates as it does, on a clock of 24 hours", () => {
    expect(spanText(4 * HOUR + 12 * MINUTE, hant)).toBe("4 小時 12 分");
    expect(agoText(0, 19 * SECOND, hant)).toBe("19 秒前");
    const at = new Date(2026, 2, 3, 14, 5).getTime();
    expect(clockText(at, at, hant)).toBe("14:05");
    expect(clockText(at, at + 30 * DAY, hant)).toBe("3月3日 14:05");
    expect(clockText(at, at + 30 * DAY, en)).toBe("3 Mar 14:05");
  });
});
