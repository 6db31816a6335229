import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What a scraper reads at `/api/metrics`; names no agent, person, tool or argument. */
type Metrics = {
  registry: Registry;
  requests: Histogram<"route" | "method" | "status">;
  swept: Counter<"change">;
};

// Route handlers and instrumentation are bundled apart; one registry serves the process.
const globals = globalThis as unknown as { countersignMetrics?: Metrics };

export function metrics(): Metrics {
  globals.countersignMetrics ??= make();
  return globals.countersignMetrics;
}

function make(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "countersign_request_seconds",
      help: "REST calls, holds included",
      labelNames: ["route", "method", "status"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30, 60],
      registers: [registry],
    }),
    swept: new Counter({
      name: "countersign_swept_total",
      help: "Rows the sweep wrote down",
      labelNames: ["change"],
      registers: [registry],
    }),
  };
}

/** A gauge that is asked when it is scraped. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  const { registry } = metrics();
  if (registry.getSingleMetric(name)) return;
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

export function observeRequest(route: string, method: string, status: number, seconds: number): void {
  metrics().requests.observe({ route, method, status: String(status) }, seconds);
}
