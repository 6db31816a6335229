import type { Done, RefusedWith } from "@/lib/flow/answer";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import type { FieldFault, Refusal, Refused } from "@/lib/kernel/refusal";
import { logger } from "@/lib/log";
import { isStoreFailure, StoreUnavailable } from "@/lib/store/failure";
import { storeUnavailable } from "../native/route";
import { confirmationDetail } from "./confirmation-views";
import type { ActionAnswer } from "./types";

/** What became of a person's act, with what stands now: the loser of a race is told who won. */
export function answerAction(done: Done | RefusedWith | Refused, viewer: PersonPrincipal): ActionAnswer {
  if (done.ok) {
    const { stand, repeated } = done;
    return { ok: true, repeated, confirmation: confirmationDetail(stand, stand.now, viewer) };
  }
  const stand = "stand" in done ? done.stand : undefined;
  const answer = actionAnswer.refusal(done.refusal);
  return answer.ok || !stand ? answer : { ...answer, confirmation: confirmationDetail(stand, stand.now, viewer) };
}

export const actionAnswer = {
  refused(code: Refusal["code"], message: string, errors?: FieldFault[]): ActionAnswer {
    return { ok: false, code, message, errors };
  },
  refusal({ code, detail, errors }: Refusal): ActionAnswer {
    return { ok: false, code, message: detail, errors };
  },
  /** The person keeps the form and is told what is known: that nothing was decided, or that it is not known. */
  failed(error: unknown, requestId: string): ActionAnswer {
    logger.error({ err: error, request_id: requestId }, "a person's act failed");
    if (isStoreFailure(error)) {
      const { code, detail } = storeUnavailable(error);
      // The code is what people are told by, and "nothing was decided" must not be said where that is not known.
      const known = !(error instanceof StoreUnavailable) || error.certain;
      return { ok: false, code: known ? code : "answer_lost", message: detail };
    }
    return {
      ok: false,
      code: "internal",
      message: `Something in Countersign itself went wrong (${requestId}). Look at the confirmation before trying again.`,
    };
  },
};
