import { reportOutcome } from "@/lib/flow/report-outcome";
import { doneReply } from "@/lib/wire/native/confirmation-reply";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { readBodyAs } from "@/lib/wire/native/read-body";
import { operation } from "@/lib/wire/native/route";
import { OutcomeBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** The agent reports what became of the call. */
export const POST = operation(
  "/confirmations/{id}/outcome",
  "agent",
  (request) => readBodyAs(OutcomeBody, request),
  async ({ caller, requestId, id }, value) => {
    const { result, phase, detail, reference, attempt } = value;
    const done = await reportOutcome(
      { caller, requestId },
      { id, outcome: { result, phase: phase ?? null, detail: detail ?? null, reference: reference ?? null, attempt } },
    );
    return doneReply(done, caller);
  },
);

export const GET = notAllowed("POST");
