import { type Refusal, type Refused, refuse } from "@/lib/kernel/refusal";
import type { Found } from "@/lib/store/confirmations";

/** A confirmation and the instant at which it is presented. */
export type Stand = Found & { now: Date };

/** What a flow that changes a confirmation answers. `repeated`: it stood already, by the same hand. */
export type Done = { ok: true; repeated: boolean; stand: Stand };

/** A refusal; for a lost race with what stands, so that every loser can be told who won. */
export type RefusedWith = { ok: false; refusal: Refusal; stand?: Stand };

/** The first read found that the caller may do nothing any more. */
export function accessEnded(): Refused {
  return refuse(
    "unauthenticated",
    "Your access has ended: what you came in by was revoked or is over, or your account was disabled. Nothing was done.",
  );
}

export function notFound(): Refused {
  return refuse("not_found", "There is no such confirmation, or it is not yours to see.");
}
