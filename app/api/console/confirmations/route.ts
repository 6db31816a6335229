import { listForConsole } from "@/lib/flow/list-confirmations";
import { isId } from "@/lib/kernel/id";
import { mayDecideAtAll } from "@/lib/kernel/tiers";
import { confirmationRow } from "@/lib/wire/console/confirmation-views";
import { ConsoleListQuery } from "@/lib/wire/console/schemas";
import type { ConfirmationRow, ListAnswer } from "@/lib/wire/console/types";
import { readCursor, writeCursor } from "@/lib/wire/cursor";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The inbox (what the person can decide now, or with `scope=all` anybody can) and the history, a page at a time. */
export const GET = route("/console/confirmations", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(ConsoleListQuery, url);
  if (!query.ok) return query;
  const decides = mayDecideAtAll(principal);
  const {
    view = "inbox",
    scope = decides ? "mine" : "all",
    sort = "newest",
    state,
    agent,
    q,
    cursor,
    on_behalf_of,
    group,
    ...filter
  } = query.value;
  const after = readCursor(cursor, sort);
  if (!after.ok) return after;
  const page = await listForConsole(
    { principal, requestId },
    {
      ...filter,
      sort,
      state: view === "inbox" ? "pending" : state,
      mayDecide: view === "inbox" && scope === "mine" ? principal.id : undefined,
      text: q,
      onBehalfOf: on_behalf_of,
      turnGroup: group,
      after: after.cursor,
      ...(agent && (isId(agent) ? { agentId: agent } : { agentName: agent })),
    },
  );
  const body: ListAnswer<ConfirmationRow> = {
    data: page.rows.map((found) => confirmationRow(found, page.now, principal)),
    next_cursor: writeCursor(page.next),
    reordered: page.reordered || undefined,
    server_time: page.now.toISOString(),
  };
  return { status: 200, body };
});
