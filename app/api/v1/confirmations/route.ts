import { holdUntilDecided } from "@/lib/flow/follow-confirmation";
import { listForCaller } from "@/lib/flow/list-confirmations";
import { submitConfirmation } from "@/lib/flow/submit-confirmation";
import { isId } from "@/lib/kernel/id";
import { parseDurationSeconds } from "@/lib/kernel/windows";
import { readCursor, writeCursor } from "@/lib/wire/cursor";
import { submittedReply } from "@/lib/wire/native/confirmation-reply";
import { confirmationView } from "@/lib/wire/native/confirmation-view";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { parseBody, parseHold, parseIdempotencyKey, parseQuery } from "@/lib/wire/native/parse";
import { readBody } from "@/lib/wire/native/read-body";
import { operation, route } from "@/lib/wire/native/route";
import { ListQuery, SubmitBody } from "@/lib/wire/native/schemas";

export const dynamic = "force-dynamic";

/** An agent asks. 201: new, pending or already decided. 200: the same again under one Idempotency-Key. */
export const POST = operation(
  "/confirmations",
  "agent",
  async (request) => {
    const hold = parseHold(request);
    if (!hold.ok) return hold;
    const key = parseIdempotencyKey(request);
    if (!key.ok) return key;
    const body = await readBody(request);
    if (!body.ok) return body;
    const asked = parseBody(SubmitBody, body.value);
    if (!asked.ok) return asked;
    return { ok: true, value: { asked: asked.value, body: body.value, key: key.value, holdSeconds: hold.value } };
  },
  async ({ request, caller, requestId }, { asked, body, key, holdSeconds }) => {
    const submitted = await submitConfirmation(
      { caller, requestId },
      {
        tool: asked.tool,
        arguments: asked.arguments,
        target: asked.target ?? null,
        session: asked.session ?? null,
        turnGroup: asked.group ?? null,
        onBehalfOf: asked.on_behalf_of ?? null,
        reasoning: asked.reasoning ?? null,
        context: asked.context ?? null,
        waitWindowSeconds: asked.wait_window ? parseDurationSeconds(asked.wait_window) : null,
        decisionWindowSeconds: asked.decision_window ? parseDurationSeconds(asked.decision_window) : null,
        supersedes: asked.supersedes ?? null,
        idempotencyKey: key,
        request: body,
      },
    );
    if (!submitted.ok) return submitted;
    const { stand, created } = submitted;
    const held =
      holdSeconds > 0 && stand.confirmation.state === "pending"
        ? await holdUntilDecided(stand.confirmation.id, holdSeconds, request.signal)
        : null;
    return submittedReply(held ?? stand, caller, created);
  },
);

/** A page, newest first; an agent's own, after what is due among them was written down. */
export const GET = route("/confirmations", "any", async ({ url, principal, requestId }) => {
  const query = parseQuery(ListQuery, url);
  if (!query.ok) return query;
  const { state, tool, agent, session, q, limit, cursor } = query.value;
  const after = readCursor(cursor, "newest");
  if (!after.ok) return after;
  const page = await listForCaller(
    { principal, requestId },
    {
      state,
      tool,
      session,
      text: q,
      limit,
      after: after.cursor,
      ...(agent && (isId(agent) ? { agentId: agent } : { agentName: agent })),
    },
  );
  return {
    status: 200,
    body: {
      data: page.rows.map((found) => confirmationView(found, page.now, principal)),
      next_cursor: writeCursor(page.next),
      server_time: page.now,
    },
  };
});

export const PUT = notAllowed("GET, POST");
export const PATCH = PUT;
export const DELETE = PUT;
