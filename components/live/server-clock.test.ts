import { describe, expect, it } from "vitest";
import { narrow } from "./server-clock";

describe("the server's time as a page knows it", () => {
  it("is fenced by when the answer was asked for and when it came", () => {
    expect(narrow(null, 100, 140, 10_000)).toEqual({ least: 9_860, most: 9_900 });
  });

  it("is narrowed by a quicker answer", () => {
    const wide = narrow(null, 0, 1_000, 50_000);
    expect(narrow(wide, 2_000, 2_010, 51_500)).toEqual({ least: 49_490, most: 49_500 });
  });

  it("is not widened by a slower one", () => {
    const tight = narrow(null, 0, 10, 50_000);
    expect(narrow(tight, 1_000, 9_000, 55_000)).toEqual(tight);
  });

  it("starts anew when an answer contradicts what was known, as after the machine slept", () => {
    const before = narrow(null, 0, 10, 50_000);
    expect(narrow(before, 1_000, 1_010, 3_651_000)).toEqual({ least: 3_649_990, most: 3_650_000 });
  });
});
