import { describe, expect, test } from "vitest";
import { CREATED_AT, later } from "./sample-confirmation";
import { tiersAtSubmit } from "./tiers-at-submit";

const TIERS = [
  { group: "support", waitSeconds: 1_800 },
  { group: "on-call", waitSeconds: 3_600 },
  { group: "leads", waitSeconds: 600 },
];
const group = (deciders: number) => ({ id: `0193a000-0000-7000-8000-00000000000${deciders}`, deciders });
const rows = (groups: Record<string, number>) =>
  tiersAtSubmit(
    TIERS,
    new Map(Object.entries(groups).map(([name, deciders]) => [name, group(deciders)])),
    CREATED_AT,
  ).map(({ groupName, asksAt, skipped }) => [groupName, (asksAt.getTime() - CREATED_AT.getTime()) / 1_000, skipped]);

describe("the tiers of a confirmation are fixed when it is submitted", () => {
  test("each group is asked when those before it have had their waits, the first at once", () => {
    expect(rows({ support: 2, "on-call": 1, leads: 3 })).toEqual([
      ["support", 0, false],
      ["on-call", 1_800, false],
      ["leads", 5_400, false],
    ]);
  });

  test("a group with nobody who can decide is skipped and not waited for (ESC-05)", () => {
    expect(rows({ support: 0, "on-call": 1, leads: 3 })).toEqual([
      ["support", 0, true],
      ["on-call", 0, false],
      ["leads", 3_600, false],
    ]);
    expect(rows({ support: 2, "on-call": 0, leads: 3 })).toEqual([
      ["support", 0, false],
      ["on-call", 1_800, true],
      ["leads", 1_800, false],
    ]);
  });

  test("a group that does not exist is skipped, and keeps its name", () => {
    const [first] = tiersAtSubmit(TIERS.slice(0, 1), new Map(), CREATED_AT);
    expect(first).toEqual({ position: 1, groupId: null, groupName: "support", asksAt: CREATED_AT, skipped: true });
  });

  test("with nobody in any of them all are skipped at once", () => {
    expect(rows({ support: 0 }).map(([, , skipped]) => skipped)).toEqual([true, true, true]);
  });

  test("no tiers, no rows", () => {
    expect(tiersAtSubmit([], new Map(), later(CREATED_AT, 1))).toEqual([]);
  });
});
