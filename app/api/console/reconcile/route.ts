import { listForConsole } from "@/lib/flow/list-confirmations";
import { confirmationRow } from "@/lib/wire/console/confirmation-views";
import { ConsoleListQuery } from "@/lib/wire/console/schemas";
import type { ConfirmationRow, ListAnswer } from "@/lib/wire/console/types";
import { readCursor, writeCursor } from "@/lib/wire/cursor";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** Executions that a person has to settle: outcome unknown, or set aside. */
export const GET = route("/console/reconcile", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(ConsoleListQuery, url);
  if (!query.ok) return query;
  const after = readCursor(query.value.cursor, "newest");
  if (!after.ok) return after;
  const page = await listForConsole(
    { principal, requestId },
    { unsettled: true, limit: query.value.limit, after: after.cursor },
  );
  const body: ListAnswer<ConfirmationRow> = {
    data: page.rows.map((found) => confirmationRow(found, page.now, principal)),
    next_cursor: writeCursor(page.next),
    server_time: page.now.toISOString(),
  };
  return { status: 200, body };
});
