import { readInsights } from "@/lib/flow/read-insights";
import { insightsCsv } from "@/lib/wire/console/insights-csv";
import { insightsView } from "@/lib/wire/console/insights-view";
import { InsightsQuery } from "@/lib/wire/console/schemas";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The numbers that the page draws, as a file. */
export const GET = route("/console/insights.csv", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(InsightsQuery, url);
  if (!query.ok) return query;
  const { days } = query.value;
  const insights = insightsView(days, await readInsights({ principal, requestId }, days));
  const last = insights.by_day.at(-1)?.day ?? "";
  return { csv: insightsCsv(insights), filename: `countersign-insights-${days}-days-to-${last}.csv` };
});
