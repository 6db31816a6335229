import type { Done, RefusedWith, Stand } from "@/lib/flow/answer";
import type { Principal } from "@/lib/kernel/principal";
import type { Refused } from "@/lib/kernel/refusal";
import { confirmationView, retryView } from "./confirmation-view";
import type { Reply } from "./route";

/** A confirmation as the answer to a call. */
export function confirmationReply(stand: Stand, viewer: Pick<Principal, "kind">): Reply {
  return { status: 200, body: confirmationView(stand, stand.now, viewer) };
}

/** The answer to a submission; where a limit denied it, also in the header that clients know. */
export function submittedReply(stand: Stand, viewer: Pick<Principal, "kind">, created: boolean): Reply {
  const { retry_after: retryAfterSeconds } = retryView(stand.confirmation, stand.now);
  return { status: created ? 201 : 200, body: confirmationView(stand, stand.now, viewer), retryAfterSeconds };
}

/** What became of a call that changes something: the confirmation, or the refusal with what stands. */
export function doneReply(done: Done | RefusedWith | Refused, viewer: Pick<Principal, "kind">): Reply {
  if (done.ok) return confirmationReply(done.stand, viewer);
  const stand = "stand" in done ? done.stand : undefined;
  return { refusal: done.refusal, confirmation: stand && confirmationView(stand, stand.now, viewer) };
}
