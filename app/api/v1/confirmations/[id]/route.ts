import { followConfirmation } from "@/lib/flow/follow-confirmation";
import { confirmationReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseHold } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** One confirmation; held until it is decided, or `wait` is over. Dropping the call changes nothing. */
export const GET = route("/confirmations/{id}", "any", async ({ request, url, principal, requestId, id }) => {
  const hold = parseHold(url);
  if (!hold.ok) return hold;
  const followed = await followConfirmation(
    { principal, requestId },
    {
      id,
      holdSeconds: hold.value,
      dropped: request.signal,
    },
  );
  return followed.ok ? confirmationReply(followed.stand, principal) : followed;
});

export const POST = notAllowed("GET");
export const PUT = POST;
export const PATCH = POST;
export const DELETE = POST;
