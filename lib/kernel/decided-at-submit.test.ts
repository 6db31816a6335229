import { describe, expect, test } from "vitest";
import { decidedByPolicy, deniedByGate, type PolicyAnswer } from "./decided-at-submit";
import { toolDisabled } from "./limits";
import { CREATED_AT, later, pendingFacts } from "./sample-confirmation";

const answer = (effect: PolicyAnswer["effect"]): PolicyAnswer => ({
  version: 3,
  effect,
  rule: { id: "small-refunds", reason: "small refunds are routine" },
  matched: ["small-refunds"],
  errors: [],
  values: { "args.amount": 40 },
});

describe("what is decided as it is submitted", () => {
  test("by the policy names rule, version and the values it looked at, in the row and in its event", () => {
    const decided = decidedByPolicy(pendingFacts(), answer("deny"));
    expect(decided?.confirmation).toMatchObject({
      state: "denied",
      decidedAt: CREATED_AT,
      decidedByKind: "policy",
      decidedById: "3",
      decidedByName: "small-refunds",
      reasonCode: "policy_denied",
      reason: "small refunds are routine",
      startBy: null,
      executionState: null,
    });
    expect(decided?.events).toEqual([
      {
        kind: "confirmation.denied",
        actor: { kind: "policy", id: "3", name: "small-refunds" },
        data: {
          reason_code: "policy_denied",
          reason: "small refunds are routine",
          policy_version: 3,
          policy_effect: "deny",
          policy_rule: "small-refunds",
          policy_matched: ["small-refunds"],
          policy_values: { "args.amount": 40 },
        },
      },
    ]);
  });

  test("by a policy that allows can be claimed from then on for a start window", () => {
    const facts = decidedByPolicy(pendingFacts(), answer("allow"))?.confirmation;
    expect(facts).toMatchObject({
      state: "approved",
      decidedAt: CREATED_AT,
      reasonCode: "policy_allowed",
      startBy: later(CREATED_AT, 900_000),
      executionState: "planned",
      attempt: 1,
    });
    expect(facts?.executionId).toBeTruthy();
  });

  test("is nothing where the policy asks", () => {
    expect(decidedByPolicy(pendingFacts(), answer("ask"))).toBeNull();
  });

  test("by the gate names the limit and nobody", () => {
    const { confirmation, events } = deniedByGate(pendingFacts(), toolDisabled("issue_refund"));
    expect(confirmation).toMatchObject({
      state: "denied",
      decidedByKind: "gate",
      decidedById: null,
      reasonCode: "tool_disabled",
    });
    expect(events).toMatchObject([
      {
        kind: "confirmation.denied",
        actor: { kind: "gate" },
        data: { reason_code: "tool_disabled", tool: "issue_refund" },
      },
    ]);
  });
});
