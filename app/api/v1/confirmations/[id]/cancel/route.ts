import { cancelConfirmation } from "@/lib/flow/cancel-confirmation";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseBody } from "@/lib/wire/native/parse";
import { readBody } from "@/lib/wire/native/read-body";
import { route } from "@/lib/wire/native/route";
import { CancelBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** Its agent, or an admin, withdraws it. */
export const POST = route("/confirmations/{id}/cancel", "any", async ({ request, principal, requestId, id }) => {
  const body = await readBody(request);
  if (!body.ok) return body;
  const parsed = parseBody(CancelBody, body.value);
  if (!parsed.ok) return parsed;
  const done = await cancelConfirmation(
    { principal, requestId },
    {
      id,
      reason: parsed.value.reason ?? null,
    },
  );
  return doneReply(done, principal);
});

export const GET = notAllowed("POST");
