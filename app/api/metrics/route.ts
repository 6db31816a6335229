import { gauge, metrics } from "@/lib/metrics";
import { subscriberCount } from "@/lib/wait/change-feed";
import { allParkedWaits } from "@/lib/wait/parked-waits";
import { openRoute } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

gauge("countersign_parked_waits", "Waits parked in this process", () => allParkedWaits.size);
gauge("countersign_open_pages", "Pages that listen for changes in this process", subscriberCount);

/** Prometheus text. */
export const GET = openRoute(async () => {
  const { registry } = metrics();
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return new Response(await registry.metrics(), { headers });
});
