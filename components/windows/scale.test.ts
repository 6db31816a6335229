import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeOn, scaleOf } from "./scale";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("the windows bar's scale", () => {
  it("shows a wait of a minute in a day wide enough to watch", () => {
    const scale = scaleOf(0, MINUTE, DAY);
    expect(scale.waitShare).toBe(0.16);
    expect(placeOn(scale, MINUTE / 2)).toBeCloseTo(0.08);
    expect(placeOn(scale, MINUTE)).toBeCloseTo(0.16);
    expect(placeOn(scale, MINUTE + (DAY - MINUTE) / 2)).toBeCloseTo(0.58);
  });

  it("leaves room to decide in where the wait takes nearly all of it", () => {
    expect(scaleOf(0, 99, 100).waitShare).toBe(0.84);
  });

  it("gives the wait the whole track where it outlasts the decision window", () => {
    const scale = scaleOf(0, 10 * MINUTE, MINUTE);
    expect(scale.waitShare).toBe(1);
    expect(placeOn(scale, MINUTE / 2)).toBeCloseTo(0.5);
  });

  it("keeps what lies outside at the ends", () => {
    const scale = scaleOf(1_000, 2_000, 9_000);
    expect(placeOn(scale, 0)).toBe(0);
    expect(placeOn(scale, 9_000)).toBe(1);
    expect(placeOn(scale, 99_000)).toBe(1);
  });

  it("never runs backwards, whatever the windows", () => {
    const span = fc.integer({ min: 1_000, max: 30 * DAY });
    fc.assert(
      fc.property(span, span, span, span, (wait, decision, a, b) => {
        const scale = scaleOf(0, wait, decision);
        const [early, late] = a < b ? [a, b] : [b, a];
        const first = placeOn(scale, early);
        const second = placeOn(scale, late);
        return first <= second && first >= 0 && second <= 1;
      }),
    );
  });
});
