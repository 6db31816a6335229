import { cancelConfirmation } from "@/lib/flow/cancel-confirmation";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { readBodyAs } from "@/lib/wire/native/read-body";
import { operation } from "@/lib/wire/native/route";
import { CancelBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** Its agent, or an admin, withdraws it. */
export const POST = operation(
  "/confirmations/{id}/cancel",
  "any",
  (request) => readBodyAs(CancelBody, request),
  async ({ caller, requestId, id }, value) => {
    const done = await cancelConfirmation(
      { caller, requestId },
      {
        id,
        reason: value.reason ?? null,
      },
    );
    return doneReply(done, caller);
  },
);

export const GET = notAllowed("POST");
