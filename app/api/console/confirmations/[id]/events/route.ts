import { readHistory } from "@/lib/flow/read-events";
import type { EventView, ListAnswer } from "@/lib/wire/console/types";
import { eventView } from "@/lib/wire/event-view";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** One confirmation's history, oldest first. */
export const GET = route("/console/confirmations/{id}/events", "person", async ({ principal, requestId, id }) => {
  const history = await readHistory({ caller: principal, requestId }, id);
  if (!history.ok) return history;
  const body: ListAnswer<EventView> = {
    data: history.events.map((event) => eventView(event, principal)),
    server_time: history.now.toISOString(),
  };
  return { status: 200, body };
});
