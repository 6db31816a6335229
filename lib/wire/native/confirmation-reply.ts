import type { Done, RefusedWith, Stand } from "@/lib/flow/answer";
import type { Principal } from "@/lib/kernel/principal";
import type { Refused } from "@/lib/kernel/refusal";
import { confirmationView } from "./confirmation-view";
import type { Reply } from "./route";

/** A confirmation as the answer to a call. */
export function confirmationReply(stand: Stand, viewer: Pick<Principal, "kind">, status: 200 | 201 = 200): Reply {
  return { status, body: confirmationView(stand, stand.now, viewer) };
}

/** What became of a call that changes something: the confirmation, or the refusal with what stands. */
export function doneReply(done: Done | RefusedWith | Refused, viewer: Pick<Principal, "kind">): Reply {
  if (done.ok) return confirmationReply(done.stand, viewer);
  const stand = "stand" in done ? done.stand : undefined;
  return { refusal: done.refusal, confirmation: stand && confirmationView(stand, stand.now, viewer) };
}
