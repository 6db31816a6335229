import type { Place } from "./tiers";

/** One person's yes to exact arguments, where several are needed. */
export type Vote = {
  id: string;
  personId: string;
  personName: string;
  /** In whose place it was given, where that is not the person's own. */
  forPersonId: string | null;
  forPersonName: string | null;
  at: Date;
  argumentsDigest: string;
  reason: string | null;
  /** Whether the person could still give it now: lost authority takes a vote along. Asked anew before a vote counts. */
  holds: boolean;
};

/** Why a vote no longer counts. */
export type VoidReason = "arguments_edited" | "authority_lost";

export type Ballot =
  /** The person's voice is among those that stand. */
  | { kind: "repeated" }
  | { kind: "recorded" | "approves"; vote: Vote; voided: { vote: Vote; reason: VoidReason }[]; standing: number };

/** Whose voices stand: who gave them, and in whose place. Neither counts a second time. */
export function voicesOf(votes: readonly Vote[]): Set<string> {
  return new Set(votes.flatMap(({ personId, forPersonId }) => (forPersonId ? [personId, forPersonId] : [personId])));
}

/** The votes that stand for these arguments. */
export function standingFor(votes: readonly Vote[], argumentsDigest: string): Vote[] {
  return votes.filter((vote) => vote.holds && vote.argumentsDigest === argumentsDigest);
}

/**
 * What a new vote comes to. A vote for other arguments than the standing ones voids those; one whose person has lost the
 * authority is voided by whoever comes next.
 */
export function cast(
  votes: readonly Vote[],
  given: Omit<Vote, "forPersonId" | "forPersonName" | "holds"> & { place: Place },
  needed: number,
): Ballot {
  const { place, ...said } = given;
  const standing = standingFor(votes, given.argumentsDigest);
  const voices = voicesOf(standing);
  if (voices.has(given.personId) || (place && voices.has(place.id))) return { kind: "repeated" };
  const voided = votes
    .filter((vote) => !standing.includes(vote))
    .map((vote) => ({ vote, reason: vote.holds ? ("arguments_edited" as const) : ("authority_lost" as const) }));
  const vote: Vote = { ...said, forPersonId: place?.id ?? null, forPersonName: place?.name ?? null, holds: true };
  const count = standing.length + 1;
  return { kind: count >= needed ? "approves" : "recorded", vote, voided, standing: count };
}
