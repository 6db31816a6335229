import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { readBodyAs } from "@/lib/wire/native/read-body";
import { operation } from "@/lib/wire/native/route";
import { DecisionBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** A person decides, by a token of their own. */
export const POST = operation(
  "/confirmations/{id}/decision",
  "person",
  (request) => readBodyAs(DecisionBody, request),
  async ({ caller, requestId, id }, value) => {
    const { verdict, reason, arguments: editedArguments, seen_digest, break_glass } = value;
    const done = await decideConfirmation(
      { caller, requestId },
      {
        id,
        verdict,
        reason: reason ?? null,
        seenDigest: seen_digest ?? null,
        editedArguments: editedArguments ?? null,
        breakGlass: break_glass,
      },
    );
    return doneReply(done, caller);
  },
);

export const GET = notAllowed("POST");
