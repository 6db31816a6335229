import type { Refused } from "@/lib/kernel/refusal";
import { guardHolds, stateOf } from "@/lib/kernel/state";
import { type Found, loadConfirmations, loadForCaller } from "@/lib/store/confirmations";
import { type Look, parkedWaits } from "@/lib/wait/parked-waits";
import { accessEnded, notFound, type Stand } from "./answer";
import type { AnyCall } from "./context";
import { settleAllDue, settleDue } from "./settle-due";

export type Followed = { ok: true; stand: Stand };

/**
 * What a confirmation is now; held until it is decided or the hold is over. An agent is told of an expiry only once it
 * is written down; a person is shown what follows from the facts, and showing writes nothing.
 *
 * @param holdSeconds 0: answer at once
 * @param dropped fires when the caller went away; that changes nothing
 * @throws StoreUnavailable when the row could not be read by the end of the hold; nobody is released unread
 */
export async function followConfirmation(
  { caller, requestId }: AnyCall,
  { id, holdSeconds, dropped }: { id: string; holdSeconds: number; dropped?: AbortSignal },
): Promise<Followed | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  if (holdSeconds > 0 && stateOf(found.confirmation, now) === "pending") {
    const stand =
      principal.kind === "agent"
        ? await holdUntilDecided(id, holdSeconds, dropped)
        : await parkedWaits("people", lookOnly).wait(id, holdSeconds, dropped);
    return stand ? { ok: true, stand } : notFound();
  }
  if (principal.kind === "person") return { ok: true, stand: { ...found, now } };
  return { ok: true, stand: { ...(await settleDue(found, now, { requestId })), now } };
}

/** Parks an agent on a confirmation without holding a database connection. Null only where it is not there. */
export function holdUntilDecided(id: string, holdSeconds: number, dropped?: AbortSignal): Promise<Stand | null> {
  return parkedWaits("agents", lookAndSettle).wait(id, holdSeconds, dropped);
}

/** One read for all people who hold on these ids. What follows from the facts is shown, and nothing is written. */
const lookOnly: Look<Stand> = async (ids) => {
  const { now, found } = await loadConfirmations(ids);
  return { now, seen: new Map(found.map((each) => [each.confirmation.id, seenAt(each, now)])) };
};

/** One read for all agents parked on these ids; what is due is written down first, and read again. */
const lookAndSettle: Look<Stand> = async (ids) => {
  for (;;) {
    const looked = await lookOnly(ids);
    // Whoever derives as decided while the row still says pending is due, and is told of it only when it is written.
    const due = [...looked.seen.values()].filter(({ answer }) => guardHolds("due", answer.confirmation, looked.now));
    if (due.length === 0) return looked;
    await settleAllDue({ ids: due.map(({ answer }) => answer.confirmation.id) }, looked.now, { requestId: "wait" });
  }
};

function seenAt(found: Found, now: Date) {
  return {
    answer: { ...found, now },
    decided: stateOf(found.confirmation, now) !== "pending",
    boundary: found.confirmation.decidableUntil,
  };
}
