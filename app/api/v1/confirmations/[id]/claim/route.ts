import { claimExecution } from "@/lib/flow/claim-execution";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { confirmationView } from "@/lib/wire/native/confirmation-view";
import { grantView, NOTICE } from "@/lib/wire/native/grant-view";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseBody, parseIdempotencyKey } from "@/lib/wire/native/parse";
import { readBody } from "@/lib/wire/native/read-body";
import { route } from "@/lib/wire/native/route";
import { ClaimBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** The agent takes the approval, once, saying what it is about to run. */
export const POST = route("/confirmations/{id}/claim", "agent", async ({ request, principal, requestId, id }) => {
  const key = parseIdempotencyKey(request);
  if (!key.ok) return key;
  const body = await readBody(request);
  if (!body.ok) return body;
  const parsed = parseBody(ClaimBody, body.value);
  if (!parsed.ok) return parsed;
  const { arguments: presented, arguments_digest = "", target } = parsed.value;
  const done = await claimExecution(
    { principal, requestId },
    {
      id,
      argumentsDigest: presented ? digestOf(presented) : arguments_digest,
      target: target ?? null,
      claimKey: key.value,
    },
  );
  if (!done.ok) return doneReply(done, principal);
  const { stand } = done;
  return {
    status: 200,
    body: {
      ...confirmationView(stand, stand.now, principal),
      grant: grantView(stand.confirmation),
      notice: NOTICE,
    },
  };
});

export const GET = notAllowed("POST");
