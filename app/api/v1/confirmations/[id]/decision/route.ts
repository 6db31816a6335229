import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseBody } from "@/lib/wire/native/parse";
import { readBody } from "@/lib/wire/native/read-body";
import { route } from "@/lib/wire/native/route";
import { DecisionBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** A person decides, by a token of their own. */
export const POST = route("/confirmations/{id}/decision", "person", async ({ request, principal, requestId, id }) => {
  const body = await readBody(request);
  if (!body.ok) return body;
  const parsed = parseBody(DecisionBody, body.value);
  if (!parsed.ok) return parsed;
  const { verdict, reason, arguments: editedArguments, seen_digest } = parsed.value;
  const done = await decideConfirmation(
    { principal, requestId },
    {
      id,
      verdict,
      reason: reason ?? null,
      seenDigest: seen_digest ?? null,
      editedArguments: editedArguments ?? null,
    },
  );
  return doneReply(done, principal);
});

export const GET = notAllowed("POST");
