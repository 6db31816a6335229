import { readAudit } from "@/lib/flow/read-events";
import { readClock } from "@/lib/store/clock";
import { AuditQuery } from "@/lib/wire/console/schemas";
import type { EventView, ListAnswer } from "@/lib/wire/console/types";
import { eventView } from "@/lib/wire/event-view";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

const PAGE = 100;

/** The audit, newest first. */
export const GET = route("/console/audit", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(AuditQuery, url);
  if (!query.ok) return query;
  const { kind, actor, confirmation, q, since, until, cursor } = query.value;
  const now = await readClock();
  const events = await readAudit(
    { principal, requestId },
    {
      kind,
      actor,
      confirmationId: confirmation,
      text: q,
      since,
      until,
      beforeId: cursor ? BigInt(cursor) : undefined,
      limit: PAGE + 1,
    },
  );
  const page = events.slice(0, PAGE);
  const body: ListAnswer<EventView> = {
    data: page.map((event) => eventView(event, principal)),
    next_cursor: events.length > PAGE ? String(page.at(-1)?.id) : undefined,
    server_time: now.toISOString(),
  };
  return { status: 200, body };
});
