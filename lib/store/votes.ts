import type { Vote } from "@/lib/kernel/quorum";
import type { ConfirmationTier } from "@/lib/kernel/tiers";
import { voteHolds } from "./authority";
import { type Database, Prisma } from "./database";

/**
 * Which groups `c` asks and who has given a vote, as JSON beside its columns; neither is looked for where there is none.
 */
export const TIERS_AND_VOTES = Prisma.raw(`
  CASE WHEN c.tier_count > 0 THEN (
    SELECT json_agg(json_build_object(
      'position', t.position, 'group_id', t.group_id, 'group_name', t.group_name,
      'asks_at', t.asks_at, 'asked_at', t.asked_at, 'skipped', t.skipped) ORDER BY t.position)
    FROM confirmation_tier AS t WHERE t.confirmation_id = c.id) END AS tiers,
  CASE WHEN c.approvals_needed > 1 THEN (
    SELECT json_agg(json_build_object(
      'id', v.id, 'person_id', v.person_id, 'person_name', v.person_name, 'for_person_id', v.for_person_id,
      'for_person_name', v.for_person_name, 'at', v.at, 'arguments_digest', v.arguments_digest, 'reason', v.reason)
      ORDER BY v.at, v.id)
    FROM vote AS v WHERE v.confirmation_id = c.id AND v.voided_at IS NULL) END AS votes`);

type StoredTier = {
  position: number;
  group_id: string | null;
  group_name: string;
  asks_at: string;
  asked_at: string | null;
  skipped: boolean;
};

type StoredVote = {
  id: string;
  person_id: string;
  person_name: string;
  for_person_id: string | null;
  for_person_name: string | null;
  at: string;
  arguments_digest: string;
  reason: string | null;
};

export type TiersAndVotesRow = { tiers: StoredTier[] | null; votes: StoredVote[] | null };

export function toTiers({ tiers }: TiersAndVotesRow): ConfirmationTier[] {
  return (tiers ?? []).map((tier) => ({
    position: tier.position,
    groupId: tier.group_id,
    groupName: tier.group_name,
    asksAt: new Date(tier.asks_at),
    askedAt: tier.asked_at === null ? null : new Date(tier.asked_at),
    skipped: tier.skipped,
  }));
}

export function toVotes({ votes }: TiersAndVotesRow): Vote[] {
  return (votes ?? []).map((vote) => ({
    id: vote.id,
    personId: vote.person_id,
    personName: vote.person_name,
    forPersonId: vote.for_person_id,
    forPersonName: vote.for_person_name,
    at: new Date(vote.at),
    argumentsDigest: vote.arguments_digest,
    reason: vote.reason,
    holds: true,
  }));
}

/** Nobody else changes this confirmation, or votes on it, until the transaction ends. */
export async function lockConfirmation(id: string, tx: Database): Promise<void> {
  await tx.$queryRaw`SELECT c.id FROM confirmation AS c WHERE c.id = ${id}::uuid FOR UPDATE`;
}

/** Of the votes that stand on it, those whose people could not give them any more. */
export async function lostVotes(confirmationId: string, now: Date, tx: Database): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT v.id FROM vote AS v JOIN confirmation AS c ON c.id = v.confirmation_id
    WHERE v.confirmation_id = ${confirmationId}::uuid AND v.voided_at IS NULL AND NOT ${voteHolds(now)}`;
  return new Set(rows.map(({ id }) => id));
}
