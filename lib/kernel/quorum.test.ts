import { describe, expect, test } from "vitest";
import { cast, type Vote } from "./quorum";
import { CREATED_AT, DIGEST, OTHER_DIGEST } from "./sample-confirmation";
import type { Place } from "./tiers";

function vote(personId: string, more: Partial<Vote> = {}): Vote {
  return {
    id: `vote of ${personId}`,
    personId,
    personName: personId,
    forPersonId: null,
    forPersonName: null,
    at: CREATED_AT,
    argumentsDigest: DIGEST,
    reason: null,
    holds: true,
    ...more,
  };
}

const inPlaceOf = (id: string): Partial<Vote> => ({ forPersonId: id, forPersonName: id });

function give(votes: Vote[], personId: string, more: { place?: Place; digest?: string; needed?: number } = {}) {
  const { place = null, digest = DIGEST, needed = 2 } = more;
  const { forPersonId: _, forPersonName: __, holds: ___, ...said } = vote(personId, { argumentsDigest: digest });
  return cast(votes, { ...said, place }, needed);
}

const absentee = (id: string) => ({ id, name: id });

describe("a vote", () => {
  test("is recorded until as many stand as are needed, and the last approves", () => {
    expect(give([], "a")).toMatchObject({ kind: "recorded", standing: 1, voided: [] });
    expect(give([vote("a")], "b")).toMatchObject({ kind: "approves", standing: 2 });
    expect(give([vote("a")], "b", { needed: 3 })).toMatchObject({ kind: "recorded", standing: 2 });
  });

  test("of the same person counts once", () => {
    expect(give([vote("a")], "a").kind).toBe("repeated");
  });

  test("nobody counts twice over a delegation, as a hand or as the one stood in for", () => {
    expect(give([vote("a")], "b", { place: absentee("a") }).kind).toBe("repeated");
    expect(give([vote("b", inPlaceOf("a"))], "a").kind).toBe("repeated");
    expect(give([vote("b", inPlaceOf("a"))], "b").kind).toBe("repeated");
    expect(give([vote("b", inPlaceOf("a"))], "c", { place: absentee("b") }).kind).toBe("repeated");
    expect(give([vote("b", inPlaceOf("a"))], "c", { place: absentee("d") }).kind).toBe("approves");
  });

  test("for other arguments voids those before it, also the person's own, and starts the count anew", () => {
    const edited = give([vote("a"), vote("b")], "a", { digest: OTHER_DIGEST, needed: 3 });
    expect(edited).toMatchObject({ kind: "recorded", standing: 1 });
    const voided = edited.kind === "repeated" ? [] : edited.voided;
    expect(voided.map(({ vote: { personId }, reason }) => [personId, reason])).toEqual([
      ["a", "arguments_edited"],
      ["b", "arguments_edited"],
    ]);
  });

  test("of somebody who has lost the authority counts no longer and is voided by the next", () => {
    const next = give([vote("a", { holds: false })], "b");
    expect(next).toMatchObject({ kind: "recorded", standing: 1, voided: [{ reason: "authority_lost" }] });
    expect(give([vote("a", { holds: false })], "a")).toMatchObject({ kind: "recorded", standing: 1 });
  });
});
