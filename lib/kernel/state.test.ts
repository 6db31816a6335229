import { describe, expect, test } from "vitest";
import type { Confirmation, StoredExecutionState } from "./confirmation";
import { approvedFacts, CREATED_AT, claimedFacts, endedFacts, later, pendingFacts } from "./sample-confirmation";
import { executionStateOf, type Guard, guardHolds, stateOf } from "./state";

const AROUND = [-1, 0, 1] as const;

/** What a rule says one millisecond before a boundary, at it and after it. */
function around<Answer>(boundary: Date | null, rule: (now: Date) => Answer): Answer[] {
  if (!boundary) throw new Error("no boundary");
  return AROUND.map((milliseconds) => rule(later(boundary, milliseconds)));
}

describe("the decision axis", () => {
  test("WIN-02: a pending row is expired from decidable_until on, whether or not anybody wrote it down", () => {
    const facts = pendingFacts();
    expect(around(facts.decidableUntil, (now) => stateOf(facts, now))).toEqual(["pending", "expired", "expired"]);
  });

  test("WIN-01: the end of the wait window changes nothing", () => {
    const facts = pendingFacts();
    expect(around(facts.waitEndsAt, (now) => stateOf(facts, now))).toEqual(["pending", "pending", "pending"]);
  });

  test.each([approvedFacts(), endedFacts("denied"), endedFacts("cancelled"), endedFacts("expired")])(
    "$state is an end: no instant changes it",
    (facts) => {
      for (const now of [CREATED_AT, facts.decidableUntil, later(facts.decidableUntil, 86_400_000)]) {
        expect(stateOf(facts, now)).toBe(facts.state);
      }
    },
  );
});

describe("the execution axis", () => {
  test("is empty until something was approved", () => {
    expect(executionStateOf(pendingFacts(), CREATED_AT)).toBeNull();
    expect(executionStateOf(endedFacts("denied"), CREATED_AT)).toBeNull();
  });

  test("an approval lapses at start_by", () => {
    const facts = approvedFacts();
    expect(around(facts.startBy, (now) => executionStateOf(facts, now))).toEqual(["planned", "lapsed", "lapsed"]);
  });

  test("EXEC-06: silence is an unknown outcome from outcome_due_by on", () => {
    const facts = claimedFacts();
    expect(around(facts.outcomeDueBy, (now) => executionStateOf(facts, now))).toEqual([
      "submitted",
      "outcome_unknown",
      "outcome_unknown",
    ]);
  });

  test.each(["succeeded", "failed", "outcome_unknown", "suspended"] as const)(
    "%s does not change with time",
    (executionState) => {
      const facts = claimedFacts({ executionState, outcomeAt: later(CREATED_AT, 3_000) });
      expect(around(facts.outcomeDueBy, (now) => executionStateOf(facts, now))).toEqual(
        Array(3).fill(executionState satisfies StoredExecutionState),
      );
    },
  );
});

describe("a guard", () => {
  const retryUntil = later(CREATED_AT, 100_000);
  const unknown = claimedFacts({ executionState: "outcome_unknown", outcomeAt: later(CREATED_AT, 3_000) });
  const retryable = { ...unknown, retryUntil };

  const cases: [Guard, string, Confirmation, Date | null, boolean[]][] = [
    ["decidable", "pending", pendingFacts(), pendingFacts().decidableUntil, [true, false, false]],
    ["due", "pending", pendingFacts(), pendingFacts().decidableUntil, [false, true, true]],
    ["claimable", "planned", approvedFacts(), approvedFacts().startBy, [true, false, false]],
    ["overdue", "submitted", claimedFacts(), claimedFacts().outcomeDueBy, [false, true, true]],
    ["retryable", "outcome_unknown with a retry", retryable, retryUntil, [true, false, false]],
    ["retryable", "outcome_unknown without one", unknown, retryUntil, [false, false, false]],
    ["running", "submitted", claimedFacts(), claimedFacts().outcomeDueBy, [true, true, true]],
    ["unsettled", "submitted", claimedFacts(), claimedFacts().outcomeDueBy, [true, true, true]],
    ["unknown", "outcome_unknown", unknown, unknown.outcomeDueBy, [true, true, true]],
    ["reconcilable", "outcome_unknown", unknown, unknown.outcomeDueBy, [true, true, true]],
  ];
  test.each(cases)(
    "%s on a row that is %s answers rightly before, at and after its boundary",
    (guard, _what, facts, boundary, holds) => {
      expect(around(boundary, (now) => guardHolds(guard, facts, now))).toEqual(holds);
    },
  );

  const decided = [approvedFacts(), endedFacts("denied"), endedFacts("cancelled"), endedFacts("expired")];
  test.each(decided)("that decides or expires holds for no row that is $state", (facts) => {
    for (const guard of ["decidable", "due"] as const) {
      expect(around(facts.decidableUntil, (now) => guardHolds(guard, facts, now))).toEqual([false, false, false]);
    }
  });

  test("of an execution holds in exactly the states it is for", () => {
    const states = ["planned", "submitted", "succeeded", "failed", "outcome_unknown", "suspended"] as const;
    const holdsFor = (guard: Guard) =>
      states.filter((executionState) =>
        guardHolds(
          guard,
          executionState === "planned" ? approvedFacts() : { ...retryable, executionState },
          later(CREATED_AT, 3_000),
        ),
      );
    expect(holdsFor("claimable")).toEqual(["planned"]);
    expect(holdsFor("retryable")).toEqual(["outcome_unknown"]);
    expect(holdsFor("running")).toEqual(["submitted"]);
    expect(holdsFor("unsettled")).toEqual(["submitted", "outcome_unknown", "suspended"]);
    expect(holdsFor("unknown")).toEqual(["outcome_unknown"]);
    expect(holdsFor("reconcilable")).toEqual(["outcome_unknown", "suspended"]);
  });

  test("decidable holds exactly while stateOf says pending, and due exactly where expired is not yet written", () => {
    for (const facts of [pendingFacts(), ...decided]) {
      for (const now of AROUND.map((milliseconds) => later(facts.decidableUntil, milliseconds))) {
        expect(guardHolds("decidable", facts, now)).toBe(stateOf(facts, now) === "pending");
        expect(guardHolds("due", facts, now)).toBe(facts.state === "pending" && stateOf(facts, now) === "expired");
      }
    }
  });
});
