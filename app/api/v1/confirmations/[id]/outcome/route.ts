import { reportOutcome } from "@/lib/flow/report-outcome";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseBody } from "@/lib/wire/native/parse";
import { readBody } from "@/lib/wire/native/read-body";
import { route } from "@/lib/wire/native/route";
import { OutcomeBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** The agent reports what became of the call. */
export const POST = route("/confirmations/{id}/outcome", "agent", async ({ request, principal, requestId, id }) => {
  const body = await readBody(request);
  if (!body.ok) return body;
  const parsed = parseBody(OutcomeBody, body.value);
  if (!parsed.ok) return parsed;
  const { result, phase, detail, reference, attempt } = parsed.value;
  const done = await reportOutcome(
    { principal, requestId },
    { id, outcome: { result, phase: phase ?? null, detail: detail ?? null, reference: reference ?? null, attempt } },
  );
  return doneReply(done, principal);
});

export const GET = notAllowed("POST");
