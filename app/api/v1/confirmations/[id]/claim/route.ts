import { claimExecution } from "@/lib/flow/claim-execution";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { confirmationView } from "@/lib/wire/native/confirmation-view";
import { grantView, NOTICE } from "@/lib/wire/native/grant-view";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseIdempotencyKey } from "@/lib/wire/native/parse";
import { readBodyAs } from "@/lib/wire/native/read-body";
import { operation } from "@/lib/wire/native/route";
import { ClaimBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** The agent takes the approval, once, saying what it is about to run. */
export const POST = operation(
  "/confirmations/{id}/claim",
  "agent",
  async (request) => {
    const key = parseIdempotencyKey(request);
    if (!key.ok) return key;
    const body = await readBodyAs(ClaimBody, request);
    return body.ok ? { ok: true, value: { ...body.value, claimKey: key.value } } : body;
  },
  async ({ caller, requestId, id }, { arguments: presented, arguments_digest = "", target, claimKey }) => {
    const argumentsDigest = presented ? digestOf(presented) : arguments_digest;
    const done = await claimExecution({ caller, requestId }, { id, argumentsDigest, target: target ?? null, claimKey });
    if (!done.ok) return doneReply(done, caller);
    const { stand } = done;
    return {
      status: 200,
      body: {
        ...confirmationView(stand, stand.now, caller),
        grant: grantView(stand.confirmation),
        notice: NOTICE,
      },
    };
  },
);

export const GET = notAllowed("POST");
