import { describe, expect, test } from "vitest";
import type { Confirmation } from "./confirmation";
import { judgeClaim, judgeOutcome, judgeReconcile, type Outcome, OVERDUE, type ReconcileAct } from "./execution";
import type { PersonPrincipal } from "./principal";
import {
  ADMIN,
  AGENT,
  AUDITOR,
  approvedFacts,
  CREATED_AT,
  claimedFacts,
  DIGEST,
  endedFacts,
  later,
  OTHER_DIGEST,
  pendingFacts,
  REVIEWER,
  throughTheDoor,
} from "./sample-confirmation";
import type { Judgement } from "./transition";

const NOW = later(CREATED_AT, 5_000);
const unknownFacts = (facts: Partial<Confirmation> = {}) =>
  claimedFacts({ executionState: "outcome_unknown", outcomeAt: later(CREATED_AT, 3_000), ...facts });
const settledFacts = (executionState: "succeeded" | "failed" | "suspended") => unknownFacts({ executionState });

function outcomeOf(judgement: Judgement): string {
  return judgement.kind === "refused" ? judgement.refusal.code : judgement.kind;
}

function transitionOf(judgement: Judgement) {
  if (judgement.kind !== "permitted") throw new Error(`not permitted: ${outcomeOf(judgement)}`);
  return judgement.transition;
}

type Claiming = {
  facts?: Confirmation;
  now?: Date;
  digest?: string;
  target?: string | null;
  key?: string | null;
  barred?: string | null;
};

function claim(claiming: Claiming = {}) {
  const { facts = approvedFacts(), now = NOW, digest = DIGEST, target = null, key = null, barred = null } = claiming;
  return judgeClaim({ facts, now, agent: AGENT, argumentsDigest: digest, target, claimKey: key, barred });
}

describe("a claim", () => {
  test("is refused where tool or policy do not permit it any more, the same claim again too", () => {
    const barred = "The tool was disabled.";
    expect(claim({ barred })).toMatchObject({ refusal: { code: "no_longer_permitted", detail: barred } });
    const again = { facts: claimedFacts({ claimKey: "k-1" }), key: "k-1" };
    expect(outcomeOf(claim(again))).toBe("repeated");
    expect(outcomeOf(claim({ ...again, barred }))).toBe("no_longer_permitted");
    // What could not be taken anyway says why.
    expect(outcomeOf(claim({ facts: claimedFacts(), barred }))).toBe("already_claimed");
    expect(outcomeOf(claim({ digest: OTHER_DIGEST, barred }))).toBe("arguments_differ");
  });

  test("takes a planned execution, starts the outcome window and keeps the claim's own key", () => {
    const { guard, set, authority, events } = transitionOf(claim({ key: "k-1" }));
    expect(guard).toBe("claimable");
    expect(authority).toEqual({ kind: "agent", agent: AGENT, tool: approvedFacts().tool });
    expect(set).toMatchObject({
      executionState: "submitted",
      attempt: 1,
      claimedAt: NOW,
      claimKey: "k-1",
      outcomeDueBy: later(NOW, 600_000),
    });
    expect(events.map(({ kind }) => kind)).toEqual(["execution.claimed"]);
  });

  const edited = approvedFacts({ effectiveArguments: "{}", effectiveArgumentsDigest: OTHER_DIGEST, changes: "[]" });
  const aimed = approvedFacts({ target: "billing" });
  const done = settledFacts("succeeded");
  const retryable = unknownFacts({ retryUntil: later(NOW, 1_000), claimKey: "k-1" });
  const table: [string, Claiming, string][] = [
    ["of what is still pending", { facts: pendingFacts() }, "not_approved"],
    ["BIND-12: of what was denied", { facts: endedFacts("denied") }, "not_approved"],
    ["of what was withdrawn", { facts: endedFacts("cancelled") }, "not_approved"],
    ["WIN-05: of what expired", { facts: endedFacts("expired") }, "not_approved"],
    ["BIND-02: with other arguments", { digest: OTHER_DIGEST }, "arguments_differ"],
    ["EDIT-01: with the proposed arguments after an edit", { facts: edited }, "arguments_differ"],
    ["EDIT-01: with the effective arguments after an edit", { facts: edited, digest: OTHER_DIGEST }, "permitted"],
    ["at another target", { facts: aimed, target: "payroll" }, "target_differs"],
    ["without the target that was approved", { facts: aimed }, "target_differs"],
    ["at a target where none was approved", { target: "billing" }, "target_differs"],
    ["at the approved target", { facts: aimed, target: "billing" }, "permitted"],
    ["of what is claimed, by another key", { facts: claimedFacts({ claimKey: "k-1" }), key: "k-2" }, "already_claimed"],
    ["of what is claimed, without a key", { facts: claimedFacts({ claimKey: "k-1" }) }, "already_claimed"],
    ["of what was claimed without a key, without a key", { facts: claimedFacts() }, "already_claimed"],
    ["of what is claimed, by the same key", { facts: claimedFacts({ claimKey: "k-1" }), key: "k-1" }, "repeated"],
    [
      "by the same key, with other arguments",
      { facts: claimedFacts({ claimKey: "k-1" }), key: "k-1", digest: OTHER_DIGEST },
      "arguments_differ",
    ],
    [
      "BIND-01: of what has succeeded, by the same key",
      { facts: { ...done, claimKey: "k-1" }, key: "k-1" },
      "already_claimed",
    ],
    [
      "EXEC-01: of what is unknown, by the same key",
      { facts: unknownFacts({ claimKey: "k-1" }), key: "k-1" },
      "already_claimed",
    ],
    ["of what was set aside", { facts: settledFacts("suspended") }, "already_claimed"],
    ["of a retry that a person allowed", { facts: retryable, key: "k-2" }, "permitted"],
    ["of a retry after its boundary", { facts: { ...retryable, retryUntil: NOW }, key: "k-2" }, "already_claimed"],
  ];
  test.each(table.map(([title, claiming, outcome]) => [title, outcome, claiming] as const))(
    "%s is answered %s",
    (_title, outcome, claiming) => {
      expect(outcomeOf(claim(claiming))).toBe(outcome);
    },
  );

  test.each([
    [-1, "permitted"],
    [0, "approval_lapsed"],
    [1, "approval_lapsed"],
  ])("at start_by %+i ms is %s", (milliseconds, outcome) => {
    const facts = approvedFacts();
    expect(outcomeOf(claim({ facts, now: later(facts.startBy ?? NOW, milliseconds) }))).toBe(outcome);
  });

  test("by the same key is still the same grant until the outcome is due, and none from then on", () => {
    const facts = claimedFacts({ claimKey: "k-1" });
    const at = (milliseconds: number) =>
      outcomeOf(claim({ facts, key: "k-1", now: later(facts.outcomeDueBy ?? NOW, milliseconds) }));
    expect([at(-1), at(0), at(1)]).toEqual(["repeated", "already_claimed", "already_claimed"]);
  });

  test("of an allowed retry is the next attempt under the same execution, with a clean slate", () => {
    const { guard, set } = transitionOf(claim({ facts: retryable, key: "k-2" }));
    expect(guard).toBe("retryable");
    expect(set).toMatchObject({
      executionState: "submitted",
      attempt: 2,
      claimKey: "k-2",
      outcomeAt: null,
      outcomePhase: null,
      retryUntil: null,
    });
    expect(Object.keys(set)).not.toContain("executionId");
  });
});

function report(facts: Confirmation, outcome: Partial<Outcome>, now = NOW): Judgement {
  return judgeOutcome(facts, now, AGENT, {
    result: "succeeded",
    phase: null,
    detail: null,
    reference: null,
    ...outcome,
  });
}

describe("what was judged of one attempt", () => {
  test("a report that names another attempt than the present one changes nothing", () => {
    const facts = { ...claimedFacts(), attempt: 2 };
    expect(report(facts, { attempt: 1 })).toMatchObject({ kind: "refused", refusal: { code: "outcome_settled" } });
    expect(report(facts, { attempt: 2 }).kind).toBe("permitted");
    expect(report(facts, {}).kind).toBe("permitted");
  });

  const first = unknownFacts({ retryUntil: later(NOW, 1_000) });
  const second = { ...first, attempt: 2 };

  test("claims no retry that was allowed of the next, so that no attempt is claimed twice", () => {
    const stale = transitionOf(claim({ facts: first }));
    expect(throughTheDoor(first, stale)?.attempt).toBe(2);
    expect(throughTheDoor(second, stale)).toBeNull();
  });

  test("reports nothing of the next", () => {
    const stale = transitionOf(report(first, {}));
    expect(throughTheDoor(first, stale)?.executionState).toBe("succeeded");
    expect(throughTheDoor(second, stale)).toBeNull();
    expect(throughTheDoor(claimedFacts({ attempt: 2 }), stale)).toBeNull();
  });
});

describe("a report", () => {
  const evidence: [Outcome["result"], Outcome["phase"], string][] = [
    ["failed", "pre_send", "failed"],
    ["failed", "answered", "failed"],
    ["failed", "post_send", "outcome_unknown"],
    ["failed", null, "outcome_unknown"],
    ["succeeded", null, "succeeded"],
    ["succeeded", "post_send", "succeeded"],
    ["outcome_unknown", "pre_send", "outcome_unknown"],
    ["outcome_unknown", null, "outcome_unknown"],
  ];
  test.each(evidence)("EXEC-03: of %s with phase %s is recorded as %s", (result, phase, recorded) => {
    const { set, events } = transitionOf(report(claimedFacts(), { result, phase }));
    expect(set).toMatchObject({ executionState: recorded, outcomeAt: NOW, outcomePhase: phase });
    expect(events).toMatchObject([{ kind: `execution.${recorded}`, data: { reported: result } }]);
  });

  test.each([pendingFacts(), endedFacts("denied"), endedFacts("expired"), endedFacts("cancelled"), approvedFacts()])(
    "BIND-12: without a claim is refused ($state, $executionState)",
    (facts) => {
      for (const result of ["succeeded", "failed", "outcome_unknown"] as const) {
        expect(outcomeOf(report(facts, { result }))).toBe("not_claimed");
      }
    },
  );

  const answered = { result: "failed", phase: "answered" } as const;
  const follow: [string, Confirmation, Partial<Outcome>, string][] = [
    ["EXEC-04: succeeded after unknown", unknownFacts(), {}, "permitted"],
    ["an evidenced failure after unknown", unknownFacts(), answered, "permitted"],
    ["a failure without evidence after unknown", unknownFacts(), { result: "failed" }, "repeated"],
    ["unknown after unknown", unknownFacts(), { result: "outcome_unknown" }, "repeated"],
    ["succeeded after it was set aside", settledFacts("suspended"), {}, "permitted"],
    ["unknown after it was set aside", settledFacts("suspended"), { result: "outcome_unknown" }, "repeated"],
    ["EXEC-04: failed after succeeded", settledFacts("succeeded"), answered, "outcome_settled"],
    ["unknown after succeeded", settledFacts("succeeded"), { result: "outcome_unknown" }, "outcome_settled"],
    ["succeeded after failed", settledFacts("failed"), {}, "outcome_settled"],
    ["succeeded after succeeded", settledFacts("succeeded"), {}, "repeated"],
    ["an evidenced failure after a failure", settledFacts("failed"), answered, "repeated"],
  ];
  test.each(follow.map(([title, facts, outcome, answer]) => [title, answer, facts, outcome] as const))(
    "%s is answered %s",
    (_title, answer, facts, outcome) => {
      expect(outcomeOf(report(facts, outcome))).toBe(answer);
    },
  );

  test("that was judged while the call ran does not overtake what a person did meanwhile", () => {
    const stale = transitionOf(report(claimedFacts(), { result: "outcome_unknown" }));
    expect(throughTheDoor(settledFacts("suspended"), stale)).toBeNull();
    expect(throughTheDoor(unknownFacts({ retryUntil: later(NOW, 1_000) }), stale)).toBeNull();
  });
});

describe("silence past outcome_due_by", () => {
  const facts = claimedFacts();
  const overdue = (now: Date) => throughTheDoor(facts, { ...OVERDUE, confirmationId: facts.id, now });

  test("EXEC-06: is an unknown outcome dated by the boundary, and takes back no approval", () => {
    const boundary = facts.outcomeDueBy ?? NOW;
    expect([-1, 0, 1].map((milliseconds) => overdue(later(boundary, milliseconds))?.executionState)).toEqual([
      undefined,
      "outcome_unknown",
      "outcome_unknown",
    ]);
    expect(overdue(later(boundary, 9_999))).toMatchObject({
      state: "approved",
      decidedById: REVIEWER.id,
      outcomeAt: boundary,
    });
  });
});

describe("a reconciliation", () => {
  const settle = (facts: Confirmation, act: ReconcileAct, idempotent = true, person: PersonPrincipal = REVIEWER) =>
    judgeReconcile({ facts, now: NOW, person, act, reason: "looked it up", toolIsIdempotent: idempotent });

  const table: [string, Confirmation, Partial<Record<ReconcileAct, string>>][] = [
    [
      "an unknown outcome",
      unknownFacts(),
      { it_happened: "succeeded", it_did_not: "failed", set_aside: "suspended", allow_retry: "outcome_unknown" },
    ],
    [
      "a silence that nobody wrote down",
      claimedFacts({ outcomeDueBy: NOW }),
      { it_happened: "succeeded", it_did_not: "failed", set_aside: "suspended", allow_retry: "outcome_unknown" },
    ],
    ["what was set aside", settledFacts("suspended"), { it_happened: "succeeded", it_did_not: "failed" }],
    ["what is running", claimedFacts(), {}],
    ["what succeeded", settledFacts("succeeded"), {}],
    ["what failed", settledFacts("failed"), {}],
    ["what was not claimed", approvedFacts(), {}],
    ["what is pending", pendingFacts(), {}],
  ];
  test.each(table.map(([title, facts, possible]) => [title, possible, facts] as const))(
    "of %s is possible exactly so: %j",
    (_title, possible, facts) => {
      for (const act of ["it_happened", "it_did_not", "set_aside", "allow_retry"] as const) {
        const judgement = settle(facts, act);
        if (possible[act] === undefined) expect(outcomeOf(judgement)).toBe("not_reconcilable");
        else {
          const { set } = transitionOf(judgement);
          expect(set.executionState ?? "outcome_unknown").toBe(possible[act]);
        }
      }
    },
  );

  test("EXEC-02: of a tool without an idempotency key never allows a retry", () => {
    expect(outcomeOf(settle(unknownFacts(), "allow_retry", false))).toBe("not_reconcilable");
  });

  test("is for reviewers and admins, not for auditors", () => {
    expect(outcomeOf(settle(unknownFacts(), "it_happened", true, ADMIN))).toBe("permitted");
    expect(outcomeOf(settle(unknownFacts(), "it_happened", true, AUDITOR))).toBe("not_a_reviewer");
  });

  test("keeps the reason in the audit and, where it settles, on the row as evidence", () => {
    const { set, events } = transitionOf(settle(unknownFacts(), "it_did_not"));
    expect(set).toMatchObject({ outcomePhase: "reconciled", outcomeDetail: "looked it up" });
    expect(events).toMatchObject([{ kind: "reconciliation.did_not_happen", data: { reason: "looked it up" } }]);
  });

  test("of an attempt does not settle the next one that was claimed meanwhile", () => {
    const retried = claimedFacts({ attempt: 2 });
    const unknownAgain = unknownFacts({ attempt: 2 });
    for (const act of ["it_happened", "it_did_not", "set_aside"] as const) {
      expect(throughTheDoor(retried, transitionOf(settle(unknownFacts(), act)))).toBeNull();
      expect(throughTheDoor(unknownAgain, transitionOf(settle(unknownFacts(), act)))).toBeNull();
    }
  });

  test("of a retry opens it for one start window", () => {
    const { guard, set } = transitionOf(settle(unknownFacts(), "allow_retry"));
    expect(guard).toBe("unknown");
    expect(set).toEqual({ retryUntil: later(NOW, 900_000) });
  });
});
