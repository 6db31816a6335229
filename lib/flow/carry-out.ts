import type { AuditDraft } from "@/lib/kernel/audit-kinds";
import { refuse } from "@/lib/kernel/refusal";
import { bears, type Judgement, type Transition } from "@/lib/kernel/transition";
import { applyTransition, applyWithin } from "@/lib/store/apply-transition";
import { recordEvents } from "@/lib/store/audit";
import { type Found, loadConfirmation } from "@/lib/store/confirmations";
import { type Database, database } from "@/lib/store/database";
import { isDefiniteFailure, StoreUnavailable } from "@/lib/store/failure";
import { lockConfirmation } from "@/lib/store/votes";
import type { Done, RefusedWith } from "./answer";
import { settleDue } from "./settle-due";

type Attempt = {
  found: Found;
  now: Date;
  requestId: string;
  /** What the kernel makes of the facts; asked again when the race was lost. */
  judge: (facts: Found["confirmation"], found: Found) => Judgement;
  /** What the audit keeps of a refused attempt. */
  onRefusal: (code: string) => AuditDraft;
  /** Reads the row again when the race was lost, and whatever else the judgement rests on. */
  again?: () => Promise<Found | null>;
};

/**
 * The one way from a judgement to an answer: through the door when it is permitted; when the door says lost, the row is
 * read again and the kernel asked again, so that the loser is answered with what stands. Refused attempts are kept.
 */
export async function carryOut(attempt: Attempt): Promise<Done | RefusedWith> {
  const { found, now, requestId, judge } = attempt;
  const judgement = judge(found.confirmation, found);
  if (judgement.kind !== "permitted") return answer(attempt, found, judgement);
  const applied = await applyTransition(judgement.transition, { requestId });
  if (applied.outcome === "won") {
    return {
      ok: true,
      repeated: false,
      stand: { ...found, confirmation: { ...found.confirmation, ...applied.facts }, now },
    };
  }
  return lost(attempt);
}

type LockedAttempt = Omit<Attempt, "found" | "now" | "again"> & {
  id: string;
  /** Reads the row, the votes on it and who asks, in the transaction that holds the row. */
  load: (db: Database) => Promise<{ now: Date; found: Found } | null>;
};

/** Long enough for those who wait behind one another for the same row. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

/**
 * The same where what others have given counts: the row is locked before it is read, so that of many at once each judges
 * over all that were given before.
 *
 * @returns null where there is no such row, or not for who asks
 */
export async function carryOutLocked(locked: LockedAttempt): Promise<Done | RefusedWith | null> {
  const { id, requestId, judge, load } = locked;
  const began = await within(requestId, id, async (tx) => {
    await lockConfirmation(id, tx);
    const loaded = await load(tx);
    return loaded && { ...loaded, judgement: judge(loaded.found.confirmation, loaded.found) };
  });
  if (!began) return null;
  const { judgement, applied, now, found } = began;
  const attempt: Attempt = { ...locked, found, now, again: async () => (await load(database()))?.found ?? null };
  if (!applied) return answer(attempt, found, judgement);
  return applied.outcome === "won" ? { ok: true, repeated: false, stand: { ...applied.found, now } } : lost(attempt);
}

type Judged = { now: Date; found: Found; judgement: Judgement };
type AppliedWithin = { outcome: "won"; found: Found } | { outcome: "lost" };

/** One transaction from the lock to the change. What fails before its commit has changed nothing. */
async function within(
  requestId: string,
  id: string,
  begin: (tx: Database) => Promise<Judged | null>,
): Promise<(Judged & { applied: AppliedWithin | null }) | null> {
  let [committing, sent]: [boolean, Judged | null] = [false, null];
  try {
    return await database().$transaction(async (tx) => {
      const judged = await begin(tx);
      if (judged?.judgement.kind !== "permitted") return judged && { ...judged, applied: null };
      sent = judged;
      const applied = await applyWithin(judged.judgement.transition, { requestId }, tx);
      if (applied.outcome === "lost") return { ...judged, applied };
      const found = { ...judged.found, ...(await loadConfirmation(id, tx)) };
      committing = true;
      return { ...judged, applied: { outcome: "won" as const, found } };
    }, PATIENCE);
  } catch (error) {
    if (!committing || isDefiniteFailure(error)) throw new StoreUnavailable(error, { certain: true });
    return sent && settleLostCommit(sent, error);
  }
}

/** The commit's answer was lost: what the row and its votes then say is what stands. */
async function settleLostCommit(judged: Judged, error: unknown): Promise<Judged & { applied: AppliedWithin }> {
  try {
    const now = await loadConfirmation(judged.found.confirmation.id);
    if (now && judged.judgement.kind === "permitted" && stands(judged.judgement.transition, now)) {
      return { ...judged, applied: { outcome: "won", found: { ...judged.found, ...now } } };
    }
  } catch (unread) {
    throw new StoreUnavailable(unread, { certain: false });
  }
  throw new StoreUnavailable(error, { certain: true });
}

function stands(transition: Transition, { confirmation, votes }: Found): boolean {
  const { ballot } = transition;
  return bears(confirmation, transition) && (!ballot || votes.some(({ id }) => id === ballot.vote.id));
}

/** The guard or the authority no longer held: what stands now says which. */
async function lost(attempt: Attempt): Promise<Done | RefusedWith> {
  const { found, again = () => loadConfirmation(found.confirmation.id) } = attempt;
  const standing = { ...found, ...(await again()) };
  return answer(attempt, standing, attempt.judge(standing.confirmation, standing));
}

async function answer(attempt: Attempt, found: Found, judged: Judgement): Promise<Done | RefusedWith> {
  const { now, requestId, judge, onRefusal } = attempt;
  let [standing, judgement] = [found, judged];
  if (judgement.kind === "refused") {
    // The refusal may rest on an expiry that was only derived, and a decision that began in time can still overtake that.
    // So what is due is written down first, and the kernel is asked about what then stands.
    standing = await settleDue(standing, now, { requestId });
    judgement = judge(standing.confirmation, standing);
  }
  if (judgement.kind === "repeated") return { ok: true, repeated: true, stand: { ...standing, now } };
  if (judgement.kind === "permitted") {
    // The row would still allow it, so it was the person or the agent who no longer may.
    return refuse(
      "no_longer_permitted",
      "You may no longer do this: your access ended a moment ago. Nothing was changed.",
    );
  }
  const kept = onRefusal(judgement.refusal.code);
  await recordEvents(database(), now, [kept], { confirmationId: found.confirmation.id, requestId });
  return { ok: false, refusal: judgement.refusal, stand: { ...standing, now } };
}
