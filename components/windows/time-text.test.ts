import { describe, expect, it } from "vitest";
import { agoText, leftText, spanText } from "./time-text";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("what is left", () => {
  it("counts the last ten minutes in seconds and reads 0:00 exactly when it has passed", () => {
    expect(leftText(41 * SECOND)).toBe("0:41");
    expect(leftText(40_001)).toBe("0:41");
    expect(leftText(1)).toBe("0:01");
    expect(leftText(0)).toBe("0:00");
    expect(leftText(-5 * SECOND)).toBe("0:00");
    expect(leftText(10 * MINUTE - 1)).toBe("10:00");
  });

  it("says longer windows in their two largest units", () => {
    expect(leftText(11 * MINUTE)).toBe("11 m");
    expect(leftText(4 * HOUR + 12 * MINUTE)).toBe("4 h 12 m");
    expect(leftText(6 * HOUR + 2 * MINUTE)).toBe("6 h 02 m");
    expect(leftText(2 * DAY + 3 * HOUR)).toBe("2 d 03 h");
    expect(leftText(30 * DAY)).toBe("30 d");
  });
});

describe("a span", () => {
  it("keeps seconds only where they tell something", () => {
    expect(spanText(19 * SECOND)).toBe("19 s");
    expect(spanText(7 * MINUTE + 5 * SECOND)).toBe("7 m 5 s");
    expect(spanText(15 * MINUTE)).toBe("15 m");
    expect(spanText(24 * HOUR)).toBe("1 d");
  });
});

describe("how long ago", () => {
  it("is told in the largest unit, also for instants ahead", () => {
    expect(agoText(0, 2 * SECOND)).toBe("just now");
    expect(agoText(0, 19 * SECOND)).toBe("19 s ago");
    expect(agoText(0, 23 * HOUR + 59 * MINUTE)).toBe("23 h ago");
    expect(agoText(5 * MINUTE, 0)).toBe("in 5 m");
  });
});
