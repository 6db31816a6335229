import { describe, expect, test } from "vitest";
import {
  ADMIN,
  AGENT,
  AUDITOR,
  CREATED_AT,
  later,
  OTHER_REVIEWER,
  pendingFacts,
  REVIEWER,
} from "./sample-confirmation";
import {
  type Absent,
  barredFromBreakingGlass,
  type ConfirmationTier,
  NO_REACH,
  placeOf,
  type Reach,
  tiersAskedAt,
} from "./tiers";

const ASKED_SECOND = later(CREATED_AT, 60_000);
const AROUND = [-1, 0, 1] as const;

function tier(position: number, groupId: string | null, asksAt: Date, skipped = false): ConfirmationTier {
  return { position, groupId, groupName: groupId ?? "gone", asksAt, askedAt: null, skipped };
}

const TIERS = [tier(0, "support", CREATED_AT), tier(1, "on-call", ASKED_SECOND)];

/** Stands in for `OTHER_REVIEWER`, a member of support, for a minute from the first. */
const absent: Absent = {
  ...OTHER_REVIEWER,
  groupIds: ["support"],
  ownedAgentIds: [],
  startsAt: CREATED_AT,
  endsAt: ASKED_SECOND,
};

function asked(reach: Partial<Reach>, now = CREATED_AT, facts = {}, person = REVIEWER) {
  const { place, bar } = placeOf({
    facts: pendingFacts({ tierCount: TIERS.length, ...facts }),
    tiers: TIERS,
    now,
    person,
    reach: { ...NO_REACH, ...reach },
  });
  return bar ? bar.code : (place?.name ?? "own");
}

describe("the tiers that are asked", () => {
  test.each(AROUND)("a tier is asked from its own instant on: %i ms", (ms) => {
    const names = tiersAskedAt(TIERS, later(ASKED_SECOND, ms)).map(({ groupName }) => groupName);
    expect(names).toEqual(ms < 0 ? ["support"] : ["support", "on-call"]);
  });

  test("a skipped tier is never asked, and neither is a deleted group", () => {
    expect(tiersAskedAt([tier(0, "support", CREATED_AT, true)], ASKED_SECOND)).toEqual([]);
    const reach = { ...NO_REACH, groupIds: [] };
    const facts = pendingFacts({ tierCount: 1 });
    const gone = placeOf({ facts, tiers: [tier(0, null, CREATED_AT)], now: ASKED_SECOND, person: REVIEWER, reach });
    expect(gone.bar?.code).toBe("not_in_tier");
  });
});

describe("who may decide", () => {
  test.each(AROUND)(
    "ESC-07: a member of a later group decides from its instant on, the first group still: %i ms",
    (ms) => {
      const now = later(ASKED_SECOND, ms);
      expect(asked({ groupIds: ["on-call"] }, now)).toBe(ms < 0 ? "not_in_tier" : "own");
      expect(asked({ groupIds: ["support"] }, now)).toBe("own");
    },
  );

  test("who is in no group that is asked does not, an admin neither; without tiers everybody who decides does", () => {
    expect(asked({})).toBe("not_in_tier");
    expect(asked({}, CREATED_AT, {}, ADMIN)).toBe("not_in_tier");
    expect(asked({}, CREATED_AT, { tierCount: 0 })).toBe("own");
    expect(asked({ groupIds: ["support"] }, CREATED_AT, {}, AUDITOR)).toBe("not_a_reviewer");
  });

  test("tiers that were not read ask nobody", () => {
    const facts = pendingFacts({ tierCount: 1 });
    const reach = { ...NO_REACH, groupIds: ["support"] };
    expect(placeOf({ facts, tiers: [], now: ASKED_SECOND, person: REVIEWER, reach }).bar?.code).toBe("not_in_tier");
  });

  test.each(AROUND)("a stand-in decides in the other's place, from the beginning on: %i ms", (ms) => {
    const startsAt = later(CREATED_AT, 10_000);
    expect(asked({ absent: [{ ...absent, startsAt }] }, later(startsAt, ms))).toBe(ms < 0 ? "not_in_tier" : "Ruben");
  });

  test.each(AROUND)("and no longer at the end: %i ms", (ms) => {
    expect(asked({ absent: [absent] }, later(absent.endsAt, ms))).toBe(ms < 0 ? "Ruben" : "not_in_tier");
  });

  test("one's own right comes first", () => {
    expect(asked({ groupIds: ["support"], absent: [absent] })).toBe("own");
  });

  test("AUTH-02: neither the subject, nor the agent's owner, nor who stands in for one of them", () => {
    const member = { groupIds: ["support"] };
    expect(asked(member, CREATED_AT, { onBehalfOf: `mailto:${REVIEWER.email}` })).toBe("self_approval");
    expect(asked({ ...member, ownedAgentIds: [AGENT.id] })).toBe("self_approval");
    expect(asked({ absent: [absent] }, CREATED_AT, { onBehalfOf: `Ruben <${absent.email}>` })).toBe("self_approval");
    expect(asked({ absent: [{ ...absent, ownedAgentIds: [AGENT.id] }] })).toBe("self_approval");
    const other = { ...absent, id: "another", name: "Una", email: "una@example.com" };
    expect(asked({ absent: [absent, other] }, CREATED_AT, { onBehalfOf: absent.email })).toBe("Una");
  });
});

describe("breaking the glass", () => {
  const broken = (person = ADMIN, facts = {}, reach: Partial<Reach> = {}) =>
    barredFromBreakingGlass({
      facts: pendingFacts({ tierCount: 2, ...facts }),
      now: CREATED_AT,
      person,
      reach: { ...NO_REACH, ...reach },
    })?.code;

  test("is an admin's alone, and never over what is their own", () => {
    expect(broken()).toBeUndefined();
    expect(broken(REVIEWER)).toBe("forbidden");
    expect(broken(AUDITOR)).toBe("not_a_reviewer");
    expect(broken(ADMIN, { onBehalfOf: ADMIN.email })).toBe("self_approval");
    expect(broken(ADMIN, {}, { ownedAgentIds: [AGENT.id] })).toBe("self_approval");
    expect(broken(ADMIN, { onBehalfOf: absent.email }, { absent: [absent] })).toBe("self_approval");
    const over = { ...absent, endsAt: CREATED_AT };
    expect(broken(ADMIN, { onBehalfOf: absent.email }, { absent: [over] })).toBeUndefined();
  });
});
