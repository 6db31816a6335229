import { followConfirmation } from "@/lib/flow/follow-confirmation";
import { confirmationReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseHold } from "@/lib/wire/native/parse";
import { operation } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** One confirmation; held until it is decided, or `wait` is over. Dropping the call changes nothing. */
export const GET = operation(
  "/confirmations/{id}",
  "any",
  async (request) => parseHold(request),
  async ({ request, caller, requestId, id }, holdSeconds) => {
    const followed = await followConfirmation({ caller, requestId }, { id, holdSeconds, dropped: request.signal });
    return followed.ok ? confirmationReply(followed.stand, caller) : followed;
  },
);

export const POST = notAllowed("GET");
export const PUT = POST;
export const PATCH = POST;
export const DELETE = POST;
