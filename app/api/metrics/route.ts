import { gauge, metrics } from "@/lib/metrics";
import { subscriberCount } from "@/lib/wait/change-feed";
import { parkedWaitsIfAny } from "@/lib/wait/parked-waits";

export const dynamic = "force-dynamic";

gauge("countersign_parked_waits", "Waits parked in this process", () => parkedWaitsIfAny()?.size ?? 0);
gauge("countersign_open_pages", "Pages that listen for changes in this process", subscriberCount);

/** Prometheus text. */
export async function GET(): Promise<Response> {
  const { registry } = metrics();
  return new Response(await registry.metrics(), {
    headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" },
  });
}
