import { readInsights } from "@/lib/flow/read-insights";
import { insightsView } from "@/lib/wire/console/insights-view";
import { InsightsQuery } from "@/lib/wire/console/schemas";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** What the last days looked like. */
export const GET = route("/console/insights", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(InsightsQuery, url);
  if (!query.ok) return query;
  const { days } = query.value;
  return { status: 200, body: insightsView(days, await readInsights({ principal, requestId }, days)) };
});
