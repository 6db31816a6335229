import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { provideSettings } from "@/lib/settings";
import { type Figure, tableOf } from "./bench/figures";
import { ensureBuild } from "./build";
import { OperatorError } from "./operator-error";
import { Shutdown } from "./shutdown";
import { startTestPostgres } from "./testing/postgres";
import { type Servers, startServers } from "./testing/servers";

const PARTS = ["throughput", "policy", "lists", "waits", "sweep", "browser"] as const;
type Part = (typeof PARTS)[number];

const USAGE = `Usage: npm run bench [-- [--json] [--only ${PARTS.join("|")}]]`;

/** Progress goes to standard error; standard output has the result alone. */
const say = (line: string) => console.error(line);

/**
 * `npm run bench`: measures what the product promises about speed, on a PostgreSQL and on servers of its own, all on this
 * machine and all gone afterwards. A missed bar is a result, not a failure.
 */
export default async function bench(args: string[]): Promise<void> {
  const { json, parts } = parseOptions(args);
  // Log lines go to standard output, which belongs to the result.
  provideSettings({ COUNTERSIGN_LOG_LEVEL: "silent" });
  const shutdown = new Shutdown(say);
  try {
    await ensureBuild(say, shutdown.signal);
    say("Starting a PostgreSQL of the benchmark's own, as durable as the product's …");
    await shutdown.add(await startTestPostgres({ durable: true }));
    const figures: Figure[] = [];
    for (const part of parts) {
      if (shutdown.signal.aborted) return;
      figures.push(...(await measure[part](shutdown)));
    }
    console.log(json ? JSON.stringify(resultOf(figures), null, 2) : `\n${tableOf(figures)}\n\n${machine()}`);
  } catch (error) {
    if (shutdown.signal.aborted) return;
    console.error(error instanceof OperatorError ? error.message : error);
    await shutdown.exit(1);
  }
  await shutdown.exit(0);
}

/** Each part has servers and databases of its own, so that none inherits another's rows. */
const measure: Record<Part, (shutdown: Shutdown) => Promise<Figure[]>> = {
  async throughput(shutdown) {
    const { measureThroughput } = await import("./bench/throughput");
    return onServers(shutdown, 1, ([servers]) => measureThroughput(servers, say));
  },
  async policy(shutdown) {
    const { measurePolicyAtSubmit } = await import("./bench/policy-submit");
    const { measureReplay } = await import("./bench/policy-replay");
    return [
      ...(await onServers(shutdown, 1, ([servers]) => measurePolicyAtSubmit(servers, say))),
      ...(await onServers(shutdown, 1, ([servers]) => measureReplay(servers, say))),
    ];
  },
  async lists(shutdown) {
    const { measureLists } = await import("./bench/lists");
    return onServers(shutdown, 2, ([few, many]) => measureLists(few, many ?? few, say));
  },
  async waits(shutdown) {
    const { measureWaits } = await import("./bench/waits");
    return onServers(shutdown, 1, ([servers]) => measureWaits(servers, say));
  },
  async sweep(shutdown) {
    const { measureSweep } = await import("./bench/sweeps");
    return onServers(shutdown, 1, ([servers]) => measureSweep(servers, say));
  },
  async browser(shutdown) {
    const { measureBrowser } = await import("./bench/browser");
    return onServers(shutdown, 1, ([servers]) => measureBrowser(servers, say));
  },
};

/** Servers without sweeps, queue and rate limit; this process's own store looks at the first one's database. */
async function onServers(
  shutdown: Shutdown,
  count: number,
  work: (each: [Servers, ...Servers[]]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const each: Servers[] = [];
  const { disconnect } = await import("@/lib/store/database");
  try {
    for (let at = 0; at < count; at++) {
      const servers = await startServers({ environment: { COUNTERSIGN_ROLE: "web", COUNTERSIGN_POOL_SIZE: "10" } });
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= servers.stop();
        return stopped;
      };
      each.push({ ...servers, stop });
      // Interrupted, they are stopped before their database is.
      await shutdown.add(stop);
    }
    const [first, ...more] = each;
    if (!first) throw new Error("No server was started.");
    provideSettings({ DATABASE_URL: first.databaseUrl, COUNTERSIGN_POOL_SIZE: "10" });
    return await work([first, ...more]);
  } finally {
    await disconnect();
    await Promise.all(each.map((servers) => servers.stop()));
  }
}

function parseOptions(args: string[]): { json: boolean; parts: readonly Part[] } {
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: "boolean" }, only: { type: "string", multiple: true } },
    });
    const parts = PARTS.filter((part) => values.only?.includes(part) ?? true);
    const unknown = values.only?.find((name) => !PARTS.some((part) => part === name));
    if (unknown) throw new Error(`There is no part "${unknown}"`);
    return { json: values.json ?? false, parts };
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}. Nothing was measured. ${USAGE}`);
  }
}

function resultOf(figures: Figure[]) {
  return {
    machine: { cores: cpus().length, memory_gigabytes: gigabytes(), node: process.versions.node },
    met: figures.every(({ met }) => met !== false),
    figures,
  };
}

function machine(): string {
  return `${cpus().length} cores shared by servers, PostgreSQL and load, ${gigabytes()} GB, Node ${process.versions.node}`;
}

function gigabytes(): number {
  return Math.round(totalmem() / 2 ** 30);
}
