import { describe, expect, test } from "vitest";
import type { Confirmation } from "./confirmation";
import { type Edit, EXPIRY, judgeCancel, judgeVerdict, type Verdict } from "./decision";
import type { PersonPrincipal } from "./principal";
import type { Vote } from "./quorum";
import {
  ADMIN,
  AGENT,
  AUDITOR,
  approvedFacts,
  CREATED_AT,
  DIGEST,
  endedFacts,
  later,
  OTHER_DIGEST,
  OTHER_REVIEWER,
  PLAIN,
  pendingFacts,
  REVIEWER,
  throughTheDoor,
} from "./sample-confirmation";
import { executionStateOf } from "./state";
import type { ConfirmationTier, Reach } from "./tiers";
import type { Judgement } from "./transition";

const NOW = later(CREATED_AT, 5_000);
const EDIT: Edit = { argumentsText: '{"amount":20}', digest: OTHER_DIGEST, changesText: "[]" };

type Said = {
  facts?: Confirmation;
  now?: Date;
  person?: PersonPrincipal;
  verdict?: Verdict;
  reason?: string | null;
  seenDigest?: string | null;
  edit?: Edit;
  tiers?: ConfirmationTier[];
  votes?: Vote[];
  reach?: Reach;
  breakGlass?: boolean;
};

function judge({ facts = pendingFacts(), now = NOW, verdict = "approve", ...said }: Said = {}): Judgement {
  return judgeVerdict({
    ...PLAIN,
    person: REVIEWER,
    reason: null,
    seenDigest: null,
    edit: null,
    ...said,
    facts,
    now,
    verdict,
  });
}

/** `permitted`, `repeated`, or the code of the refusal. */
function outcomeOf(judgement: Judgement): string {
  return judgement.kind === "refused" ? judgement.refusal.code : judgement.kind;
}

function transitionOf(judgement: Judgement) {
  if (judgement.kind !== "permitted") throw new Error(`not permitted: ${outcomeOf(judgement)}`);
  return judgement.transition;
}

function detailOf(judgement: Judgement): string {
  return judgement.kind === "refused" ? judgement.refusal.detail : "";
}

describe("a verdict in time", () => {
  test("to approve opens an execution that can be claimed until start_by", () => {
    const transition = transitionOf(judge({ reason: "looks right" }));
    expect(transition.guard).toBe("decidable");
    expect(transition.set).toMatchObject({
      state: "approved",
      decidedAt: NOW,
      decidedByKind: "reviewer",
      decidedById: REVIEWER.id,
      decidedByName: REVIEWER.name,
      reasonCode: "reviewer_approved",
      reason: "looks right",
      startBy: later(NOW, 900_000),
      effectiveArguments: null,
      executionState: "planned",
      attempt: 1,
    });
    expect(transition.set.executionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(transition.events.map(({ kind }) => kind)).toEqual(["confirmation.approved"]);
  });

  test("to deny leaves nothing to run", () => {
    const { set, events } = transitionOf(judge({ verdict: "deny", reason: "wrong customer" }));
    expect(set).toMatchObject({ state: "denied", reasonCode: "reviewer_denied", reason: "wrong customer" });
    expect(Object.keys(set)).not.toContain("executionState");
    expect(Object.keys(set)).not.toContain("startBy");
    expect(events).toEqual([
      {
        kind: "confirmation.denied",
        actor: { kind: "person", id: REVIEWER.id, name: REVIEWER.name },
        data: { reason: "wrong customer" },
      },
    ]);
  });

  test("by an admin names the admin", () => {
    expect(transitionOf(judge({ person: ADMIN })).set).toMatchObject({ decidedByKind: "admin", decidedById: ADMIN.id });
  });

  test("to approve an edit keeps what was proposed and what holds, and the audit names both digests", () => {
    const { set, events } = transitionOf(judge({ edit: EDIT }));
    expect(set).toMatchObject({
      effectiveArguments: '{"amount":20}',
      effectiveArgumentsDigest: OTHER_DIGEST,
      changes: "[]",
    });
    expect(Object.keys(set)).not.toContain("arguments");
    expect(events[0]?.data).toMatchObject({ arguments_digest: DIGEST, effective_arguments_digest: OTHER_DIGEST });
  });

  test("is checked again by the statement that decides: the person, the credential and the deciding roles", () => {
    expect(transitionOf(judge()).authority).toEqual({
      kind: "decider",
      person: REVIEWER,
      place: null,
      breakGlass: false,
      tiered: false,
    });
  });
});

describe("the boundary of a verdict", () => {
  test.each([
    [-1, "permitted"],
    [0, "expired"],
    [1, "expired"],
  ])("WIN-04: at decidable_until %+i ms it is %s", (milliseconds, outcome) => {
    const now = later(pendingFacts().decidableUntil, milliseconds);
    for (const verdict of ["approve", "deny"] as const) {
      expect(outcomeOf(judge({ now, verdict, reason: "why" }))).toBe(outcome);
    }
  });

  test("the refusal says that it expired and that nothing was decided", () => {
    expect(detailOf(judge({ facts: endedFacts("expired") }))).toMatch(/expired.*Nothing was decided.*new request/);
  });
});

describe("who may give a verdict", () => {
  test("an auditor gives none, on whatever stands there", () => {
    for (const facts of [pendingFacts(), approvedFacts(), endedFacts("expired")]) {
      expect(outcomeOf(judge({ facts, person: AUDITOR }))).toBe("not_a_reviewer");
      expect(outcomeOf(judge({ facts, person: AUDITOR, verdict: "deny" }))).toBe("not_a_reviewer");
    }
  });

  test.each([REVIEWER.email, ` ${REVIEWER.email.toUpperCase()} `])(
    "AUTH-02: nobody decides what is done on behalf of themselves (%j), either way",
    (onBehalfOf) => {
      const facts = pendingFacts({ onBehalfOf });
      expect(outcomeOf(judge({ facts }))).toBe("self_approval");
      expect(outcomeOf(judge({ facts, verdict: "deny", reason: "mine" }))).toBe("self_approval");
      expect(outcomeOf(judge({ facts, person: OTHER_REVIEWER }))).toBe("permitted");
    },
  );

  test("an admin is no exception to that", () => {
    const facts = pendingFacts({ onBehalfOf: ADMIN.email });
    expect(outcomeOf(judge({ facts, person: ADMIN }))).toBe("self_approval");
    expect(outcomeOf(judge({ facts, person: ADMIN, breakGlass: true, reason: "why" }))).toBe("self_approval");
    expect(outcomeOf(judge({ person: ADMIN }))).toBe("permitted");
  });
});

describe("a verdict on what was decided already", () => {
  const edited = approvedFacts({ effectiveArguments: "{}", effectiveArgumentsDigest: OTHER_DIGEST, changes: "[]" });
  const denied = endedFacts("denied");
  const table: [string, Said, string][] = [
    ["RACE-08: the same approval by the same person", { facts: approvedFacts() }, "repeated"],
    ["RACE-08: the same denial by the same person", { facts: denied, verdict: "deny", reason: "again" }, "repeated"],
    ["the same edit by the same person", { facts: edited, edit: EDIT }, "repeated"],
    ["EDIT-08: an edit after an approval as proposed", { facts: approvedFacts(), edit: EDIT }, "already_decided"],
    ["an approval as proposed after an edited one", { facts: edited }, "already_decided"],
    ["a denial after one's own approval", { facts: approvedFacts(), verdict: "deny" }, "already_decided"],
    ["an approval after one's own denial", { facts: denied }, "already_decided"],
    ["the same approval by somebody else", { facts: approvedFacts(), person: OTHER_REVIEWER }, "already_decided"],
    ["the same denial by somebody else", { facts: denied, verdict: "deny", person: ADMIN }, "already_decided"],
    ["an approval of what was withdrawn", { facts: endedFacts("cancelled") }, "already_decided"],
    ["an approval of what expired", { facts: endedFacts("expired") }, "expired"],
  ];
  test.each(table.map(([title, said, outcome]) => [title, outcome, said] as const))(
    "%s is answered %s",
    (_title, outcome, said) => {
      expect(outcomeOf(judge(said))).toBe(outcome);
    },
  );

  test("names who decided what and when", () => {
    const detail = detailOf(judge({ facts: approvedFacts(), person: OTHER_REVIEWER, verdict: "deny" }));
    expect(detail).toContain("approved by Rita at 2026-11-30T12:00:01.000Z");
  });
});

describe("the digest that a person saw", () => {
  test("must be the one on record", () => {
    expect(outcomeOf(judge({ seenDigest: DIGEST }))).toBe("permitted");
    expect(outcomeOf(judge({ seenDigest: OTHER_DIGEST }))).toBe("arguments_changed");
    expect(outcomeOf(judge({ seenDigest: OTHER_DIGEST, verdict: "deny", reason: "why" }))).toBe("arguments_changed");
  });

  test("does not hide that somebody else has decided", () => {
    const said = { facts: approvedFacts(), person: OTHER_REVIEWER, seenDigest: OTHER_DIGEST };
    expect(outcomeOf(judge(said))).toBe("already_decided");
  });
});

describe("a withdrawal", () => {
  const cancel = (facts: Confirmation, who: PersonPrincipal | typeof AGENT = AGENT, now = NOW) =>
    judgeCancel(facts, now, who, "no longer needed");

  test("by the agent or by an admin names who withdrew", () => {
    expect(transitionOf(cancel(pendingFacts())).set).toMatchObject({ state: "cancelled", decidedByKind: "agent" });
    expect(transitionOf(cancel(pendingFacts(), ADMIN)).set).toMatchObject({
      decidedByKind: "admin",
      decidedById: ADMIN.id,
    });
    expect(transitionOf(cancel(pendingFacts(), ADMIN)).authority).toMatchObject({ roles: ["admin"] });
  });

  test("is not for reviewers and auditors", () => {
    for (const person of [REVIEWER, AUDITOR]) expect(outcomeOf(cancel(pendingFacts(), person))).toBe("forbidden");
  });

  test("repeated is done, whoever repeats it", () => {
    expect(outcomeOf(cancel(endedFacts("cancelled")))).toBe("repeated");
    expect(outcomeOf(cancel(endedFacts("cancelled"), ADMIN))).toBe("repeated");
  });

  test("comes too late for what was decided or has expired", () => {
    for (const facts of [approvedFacts(), endedFacts("denied"), endedFacts("expired")]) {
      expect(outcomeOf(cancel(facts))).toBe("already_decided");
    }
  });

  test.each([
    [-1, "permitted"],
    [0, "already_decided"],
    [1, "already_decided"],
  ])("at decidable_until %+i ms is %s", (milliseconds, outcome) => {
    const facts = pendingFacts();
    expect(outcomeOf(cancel(facts, AGENT, later(facts.decidableUntil, milliseconds)))).toBe(outcome);
  });
});

describe("expiry", () => {
  const due = pendingFacts();
  const apply = (facts: Confirmation, now: Date) => throughTheDoor(facts, { ...EXPIRY, confirmationId: facts.id, now });

  test("is dated by the boundary itself, whenever it is written down", () => {
    expect(apply(due, later(due.decidableUntil, 86_400_000))?.decidedAt).toEqual(due.decidableUntil);
    expect(apply(due, later(due.decidableUntil, -1))).toBeNull();
  });

  test("DENY-01: is the gate's, names no person, and is neither a denial nor a withdrawal", () => {
    const expired = apply(due, due.decidableUntil);
    expect(expired).toMatchObject({ state: "expired", decidedByKind: "gate", reasonCode: "timed_out" });
    expect([expired?.decidedById, expired?.reason, expired?.executionState]).toEqual([null, null, null]);
    expect(expired && executionStateOf(expired, due.decidableUntil)).toBeNull();
  });

  test("leaves its three traces: timed out, not run, handed to people", () => {
    expect(EXPIRY.events.map(({ kind }) => kind)).toEqual([
      "confirmation.timed_out",
      "execution.skipped",
      "escalation.required",
    ]);
  });
});
