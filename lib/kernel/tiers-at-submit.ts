import type { Tier } from "./tool";
import { tierAsksAt } from "./windows";

/** A group that exists, and how many of its members can decide: reviewers and admins that are not disabled. */
export type AskedGroup = { id: string; deciders: number };

/** One row of `confirmation_tier`, as it is fixed when a confirmation is submitted. */
export type TierAtSubmit = {
  /** Counts from 1. */
  position: number;
  groupId: string | null;
  groupName: string;
  asksAt: Date;
  skipped: boolean;
};

/**
 * When each of a tool's groups is asked about one confirmation. A group that is not there or has nobody who can decide is
 * skipped: its wait is not waited, and the next one is asked at its instant.
 *
 * @param groups by name; those that do not exist are left out
 */
export function tiersAtSubmit(
  tiers: readonly Tier[],
  groups: ReadonlyMap<string, AskedGroup>,
  createdAt: Date,
): TierAtSubmit[] {
  let waitedSeconds = 0;
  return tiers.map(({ group, waitSeconds }, at) => {
    const asked = groups.get(group);
    const skipped = !asked || asked.deciders === 0;
    const asksAt = tierAsksAt(createdAt, waitedSeconds);
    if (!skipped) waitedSeconds += waitSeconds;
    return { position: at + 1, groupId: asked?.id ?? null, groupName: group, asksAt, skipped };
  });
}
