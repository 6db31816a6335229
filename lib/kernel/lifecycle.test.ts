import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Confirmation } from "./confirmation";
import { EXPIRY, judgeCancel, judgeVerdict } from "./decision";
import { judgeClaim, judgeOutcome, judgeReconcile, OVERDUE } from "./execution";
import {
  ADMIN,
  AGENT,
  AUDITOR,
  approvedFacts,
  CREATED_AT,
  claimedFacts,
  DIGEST,
  later,
  OTHER_DIGEST,
  OTHER_REVIEWER,
  PLAIN,
  pendingFacts,
  REVIEWER,
  throughTheDoor,
} from "./sample-confirmation";
import { executionStateOf, stateOf } from "./state";
import type { Judgement } from "./transition";

/** DESIGN §3, arrow by arrow. What is not drawn there must not be reachable. */
const DECISION_ARROWS = new Set(["pending>approved", "pending>denied", "pending>cancelled", "pending>expired"]);
const EXECUTION_ARROWS = new Set([
  "none>planned",
  "planned>submitted",
  "submitted>succeeded",
  "submitted>failed",
  "submitted>outcome_unknown",
  "outcome_unknown>succeeded",
  "outcome_unknown>failed",
  "outcome_unknown>submitted",
  "outcome_unknown>suspended",
  "suspended>succeeded",
  "suspended>failed",
]);

const PEOPLE = [REVIEWER, OTHER_REVIEWER, ADMIN, AUDITOR];

/** One thing that somebody tries, or that time does. `stale`: judged on the row as it was so many changes ago. */
type Event = { stale: number } & (
  | { does: "verdict"; who: number; verdict: "approve" | "deny"; edited: boolean }
  | { does: "cancel"; who: "agent" | "admin" }
  | { does: "claim"; edited: boolean; key: string | null }
  | { does: "report"; result: "succeeded" | "failed" | "outcome_unknown"; phase: "pre_send" | "post_send" | null }
  | { does: "reconcile"; who: number; act: "it_happened" | "it_did_not" | "set_aside" | "allow_retry" }
  | { does: "settle" }
  | { does: "time"; to: "a little" | "boundary - 1" | "boundary" | "boundary + 1" }
);

const stale = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);
const who = fc.nat({ max: PEOPLE.length - 1 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    does: fc.constant("verdict" as const),
    stale,
    who,
    verdict: fc.constantFrom("approve" as const, "approve" as const, "deny" as const),
    edited: fc.boolean(),
  }),
  fc.record({ does: fc.constant("cancel" as const), stale, who: fc.constantFrom("agent" as const, "admin" as const) }),
  fc.record({
    does: fc.constant("claim" as const),
    stale,
    edited: fc.boolean(),
    key: fc.constantFrom(null, "k-1", "k-2"),
  }),
  fc.record({
    does: fc.constant("report" as const),
    stale,
    result: fc.constantFrom("succeeded" as const, "failed" as const, "outcome_unknown" as const),
    phase: fc.constantFrom(null, "pre_send" as const, "post_send" as const),
  }),
  fc.record({
    does: fc.constant("reconcile" as const),
    stale,
    who,
    act: fc.constantFrom("it_happened" as const, "it_did_not" as const, "set_aside" as const, "allow_retry" as const),
  }),
  fc.record({ does: fc.constant("settle" as const), stale }),
  fc.record({
    does: fc.constant("time" as const),
    stale,
    to: fc.constantFrom(
      "a little" as const,
      "a little" as const,
      "boundary - 1" as const,
      "boundary" as const,
      "boundary + 1" as const,
    ),
  }),
);

/** Half-way in, for some, so that every corner is reached in a few thousand runs. */
const start = fc.constantFrom(pendingFacts(), pendingFacts(), approvedFacts(), claimedFacts());

function judge(event: Event, facts: Confirmation, now: Date): Judgement | null {
  switch (event.does) {
    case "verdict": {
      const edit = event.edited && event.verdict === "approve";
      return judgeVerdict({
        ...PLAIN,
        facts,
        now,
        person: PEOPLE[event.who] ?? REVIEWER,
        verdict: event.verdict,
        reason: "why",
        seenDigest: null,
        edit: edit ? { argumentsText: "{}", digest: OTHER_DIGEST, changesText: "[]" } : null,
      });
    }
    case "cancel":
      return judgeCancel(facts, now, event.who === "agent" ? AGENT : ADMIN, null);
    case "claim":
      return judgeClaim({
        facts,
        now,
        agent: AGENT,
        argumentsDigest: event.edited ? OTHER_DIGEST : DIGEST,
        target: null,
        claimKey: event.key,
        barred: null,
      });
    case "report":
      return judgeOutcome(facts, now, AGENT, {
        result: event.result,
        phase: event.phase,
        detail: null,
        reference: null,
      });
    case "reconcile":
      return judgeReconcile({
        facts,
        now,
        person: PEOPLE[event.who] ?? REVIEWER,
        act: event.act,
        reason: "looked it up",
        toolIsIdempotent: true,
      });
    default:
      return null;
  }
}

/** The next boundary the row has, if any. */
function nextBoundary(facts: Confirmation, now: Date): Date | null {
  const boundaries = [facts.decidableUntil, facts.startBy, facts.outcomeDueBy, facts.retryUntil].filter(
    (boundary): boundary is Date => boundary !== null && boundary.getTime() >= now.getTime(),
  );
  return boundaries.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

const DECIDED = ["decidedAt", "decidedByKind", "decidedByName", "reasonCode"] as const;
const DECISION = [
  ...DECIDED,
  "decidedById",
  "reason",
  "startBy",
  "effectiveArguments",
  "effectiveArgumentsDigest",
  "changes",
  "executionId",
] as const;

function checkRow(row: Confirmation): void {
  expect(new Set(DECIDED.map((fact) => row[fact] === null))).toEqual(new Set([row.state === "pending"]));
  const approved = row.state === "approved";
  expect([row.executionState, row.executionId, row.attempt, row.startBy].map((fact) => fact !== null)).toEqual(
    Array(4).fill(approved),
  );
  if (row.effectiveArguments !== null) expect(approved).toBe(true);
  if (row.state === "expired") expect(row.decidedAt).toEqual(row.decidableUntil);
  else if (row.decidedAt) expect(row.decidedAt.getTime()).toBeLessThan(row.decidableUntil.getTime());
  const claimed = row.executionState !== null && row.executionState !== "planned";
  expect([row.claimedAt !== null, row.outcomeDueBy !== null]).toEqual([claimed, claimed]);
  if (row.claimedAt && row.startBy && row.attempt === 1) {
    expect(row.claimedAt.getTime()).toBeLessThan(row.startBy.getTime());
  }
  const hasOutcome = ["succeeded", "failed", "outcome_unknown", "suspended"].includes(row.executionState ?? "");
  expect(row.outcomeAt !== null).toBe(hasOutcome);
  if (row.executionState === "failed") expect(["pre_send", "answered", "reconciled"]).toContain(row.outcomePhase);
  if (row.retryUntil) expect(row.executionState).toBe("outcome_unknown");
}

function checkStep(before: Confirmation, after: Confirmation): void {
  if (after.state !== before.state) expect(DECISION_ARROWS).toContain(`${before.state}>${after.state}`);
  else if (before.state !== "pending") for (const fact of DECISION) expect(after[fact]).toEqual(before[fact]);
  const [from, to] = [before.executionState ?? "none", after.executionState ?? "none"];
  if (from !== to) expect(EXECUTION_ARROWS).toContain(`${from}>${to}`);
  if (from === "outcome_unknown" && to === "submitted") expect(after.attempt).toBe((before.attempt ?? 0) + 1);
  else if (from !== "none") expect(after.attempt).toBe(before.attempt);
}

describe("DESIGN §3", () => {
  test("no sequence of requests, races and clock moves leaves what it draws, or decides, claims or settles twice", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 40 }), (first, events) => {
        let now = later(CREATED_AT, 3_000);
        const versions = [{ row: first, at: now }];
        let decisions = 0;
        const claims = first.executionState === "submitted" ? [first.attempt] : [];
        const shown: string[] = [];
        for (const each of events) {
          const current = versions.at(-1)?.row ?? first;
          if (each.does === "time") {
            const boundary = each.to === "a little" ? null : nextBoundary(current, now);
            const offset = each.to === "boundary - 1" ? -1 : each.to === "boundary + 1" ? 1 : 0;
            const target = boundary ? later(boundary, offset) : later(now, 777);
            if (target.getTime() > now.getTime()) now = target;
          } else {
            // A racer judges the row as it read it, at the instant it read it, and reaches the door later.
            const seen = versions.at(-1 - each.stale) ?? versions.at(-1);
            const at = each.stale > 0 && seen ? seen.at : now;
            const judged = seen && judge(each, seen.row, at);
            const tried =
              each.does === "settle"
                ? [EXPIRY, OVERDUE].map((change) => ({ ...change, confirmationId: current.id, now }))
                : judged?.kind === "permitted"
                  ? [judged.transition]
                  : [];
            for (const transition of tried) {
              const after = throughTheDoor(current, transition);
              if (!after) continue;
              checkStep(current, after);
              checkRow(after);
              if (transition.set.state) decisions += 1;
              if (after.executionState === "submitted") claims.push(after.attempt);
              reached.add(`${after.state}/${after.executionState}`);
              versions.push({ row: after, at: now });
              break;
            }
          }
          const row = versions.at(-1)?.row ?? current;
          shown.push(`${stateOf(row, now)}`);
          const execution = executionStateOf(row, now);
          if (execution !== null) expect(stateOf(row, now)).toBe("approved");
        }
        expect(decisions).toBeLessThanOrEqual(1);
        expect(new Set(claims).size).toBe(claims.length);
        // What is shown changes once, away from pending. Only a decision that began in time can still overtake a derived
        // expiry, which is why an agent is told of one only after it was written down.
        if (events.some(({ stale }) => stale > 0)) return;
        const firstEnd = shown.findIndex((state) => state !== "pending");
        if (firstEnd !== -1) expect(new Set(shown.slice(firstEnd)).size).toBe(1);
      }),
      { numRuns: 6_000 },
    );
    // The property would hold of a product that never moves; this one has been everywhere.
    expect([...reached].sort()).toEqual([
      "approved/failed",
      "approved/outcome_unknown",
      "approved/planned",
      "approved/submitted",
      "approved/succeeded",
      "approved/suspended",
      "cancelled/null",
      "denied/null",
      "expired/null",
    ]);
  }, 30_000);
});
