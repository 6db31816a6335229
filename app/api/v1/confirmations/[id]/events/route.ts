import { readHistory } from "@/lib/flow/read-events";
import { eventView } from "@/lib/wire/event-view";
import { notAllowed } from "@/lib/wire/native/not-allowed";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The record's history, oldest first. */
export const GET = route("/confirmations/{id}/events", "any", async ({ principal, requestId, id }) => {
  const history = await readHistory({ caller: principal, requestId }, id);
  return history.ok
    ? {
        status: 200,
        body: { data: history.events.map((event) => eventView(event, principal)), server_time: history.now },
      }
    : history;
});

export const POST = notAllowed("GET");
