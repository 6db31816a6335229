import { replayPolicy } from "@/lib/flow/policies/replay-policy";
import { replayView } from "@/lib/wire/console/policy-views";
import { ReplayQuery } from "@/lib/wire/console/schemas";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** What a version would have said of stored confirmations, a part at a time. Nothing is written. */
export const GET = route("/console/policies/replay", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(ReplayQuery, url);
  if (!query.ok) return query;
  const { number, limit, cursor } = query.value;
  const part = await replayPolicy({ principal, requestId }, { number, limit, cursor: cursor ?? null });
  return part.ok ? { status: 200, body: replayView(part) } : part;
});
