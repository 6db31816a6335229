import { describe, expect, it } from "vitest";
import { countTicks, labelled, shareTicks, timeTicks } from "./plot-scale";

describe("a plot's axis", () => {
  it("counts in whole round steps, and reaches what is drawn", () => {
    expect(countTicks(0)).toEqual([0, 1]);
    expect(countTicks(3)).toEqual([0, 1, 2, 3]);
    expect(countTicks(11)).toEqual([0, 5, 10, 15]);
    expect(countTicks(10_000)).toEqual([0, 5_000, 10_000]);
    for (const most of [1, 7, 19, 99, 101, 12_345]) {
      expect(countTicks(most).at(-1)).toBeGreaterThanOrEqual(most);
      expect(countTicks(most).length).toBeLessThanOrEqual(5);
    }
  });

  it("measures time by a clock's steps, and days by whole days", () => {
    expect(timeTicks(95)).toEqual([0, 30, 60, 90, 120]);
    expect(timeTicks(3 * 86_400)).toEqual([0, 86_400, 2 * 86_400, 3 * 86_400]);
    expect(timeTicks(30 * 86_400).length).toBeLessThanOrEqual(5);
  });

  it("does not flatten small shares, and never goes beyond the whole", () => {
    expect(shareTicks(0.04)).toEqual([0, 0.05, 0.1]);
    expect(shareTicks(1)).toEqual([0, 0.5, 1]);
  });

  it("labels as many places as fit, and always the last", () => {
    expect(labelled(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelled(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
    expect(labelled(0, 5)).toEqual([]);
  });
});
