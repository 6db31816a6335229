import { describe, expect, test } from "vitest";
import { EXPIRY, judgeVerdict } from "./decision";
import type { PersonPrincipal } from "./principal";
import {
  CREATED_AT,
  later,
  OTHER_REVIEWER,
  PLAIN,
  pendingFacts,
  REVIEWER,
  throughTheDoor,
} from "./sample-confirmation";
import { bears, type Transition } from "./transition";

const NOW = later(CREATED_AT, 5_000);

function approval(person: PersonPrincipal, now = NOW): Transition {
  const request = { person, verdict: "approve", reason: "ok", seenDigest: null, edit: null } as const;
  const judgement = judgeVerdict({ ...PLAIN, facts: pendingFacts(), now, ...request });
  if (judgement.kind !== "permitted") throw new Error("not permitted");
  return judgement.transition;
}

/** The row as a transition leaves it. */
function written(transition: Transition) {
  const row = throughTheDoor(pendingFacts(), transition);
  if (!row) throw new Error("lost");
  return row;
}

describe("a row bears a transition", () => {
  test("that wrote it, and not before", () => {
    const mine = approval(REVIEWER);
    expect(bears(written(mine), mine)).toBe(true);
    expect(bears(pendingFacts(), mine)).toBe(false);
  });

  test.each([
    ["another person's at the same instant", approval(OTHER_REVIEWER)],
    ["the same person's at another instant", approval(REVIEWER, later(NOW, 1))],
    ["the same person's at the same instant, sent twice", approval(REVIEWER)],
  ])("but not %s: a lost answer is never taken for somebody else's success", (_what, other) => {
    expect(bears(written(other), approval(REVIEWER))).toBe(false);
  });

  test("of time, which writes the same whoever notices it", () => {
    const { decidableUntil, id } = pendingFacts();
    const first = { ...EXPIRY, confirmationId: id, now: decidableUntil };
    expect(bears(written(first), { ...first, now: later(decidableUntil, 5_000) })).toBe(true);
    expect(bears(written(approval(REVIEWER)), first)).toBe(false);
  });

  test("no more once one of its facts was changed", () => {
    const mine = approval(REVIEWER);
    const row = written(mine);
    for (const [fact, value] of [
      ["state", "denied"],
      ["decidedById", OTHER_REVIEWER.id],
      ["reason", null],
      ["executionState", "submitted"],
      ["startBy", null],
    ] as const) {
      expect(bears({ ...row, [fact]: value }, mine)).toBe(false);
    }
  });
});
