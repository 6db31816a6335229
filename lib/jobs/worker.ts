import { Logger, type Runner, run } from "graphile-worker";
import { logger } from "@/lib/log";
import { settings } from "@/lib/settings";
import { sweepJob } from "./sweep-job";

/** The worker's own small pool; jobs reach the store through its pool. */
const WORKER_CONNECTIONS = 3;
const RECONNECT_MILLISECONDS = 5_000;

/** Starts working the queue in this process; goes on trying while the database is away. Nothing depends on it. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, sweepSeconds } = settings();
  let stopped = false;
  let runner: Runner | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  const start = async (): Promise<void> => {
    while (!stopped) {
      try {
        runner = await run({
          connectionString: databaseUrl,
          concurrency: 2,
          maxPoolSize: WORKER_CONNECTIONS,
          noHandleSignals: true,
          logger: quietLogger,
          taskList: { sweep: sweepJob },
        });
        await runner.promise;
      } catch (error) {
        logger.warn({ err: error }, "the queue stopped; it is started again when the database is back");
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MILLISECONDS));
    }
  };
  const running = start();

  // One key, so that however many processes ask, one sweep waits in the queue at a time.
  const ask = async (): Promise<void> => {
    try {
      // No queue name: a worker that is killed in mid-sweep would keep a named queue locked for four hours. Sweeps that
      // overlap take different rows.
      await runner?.addJob("sweep", {}, { jobKey: "sweep", jobKeyMode: "preserve_run_at", maxAttempts: 1 });
    } catch (error) {
      logger.warn({ err: error }, "the sweep could not be asked for; the next try follows");
    }
    if (!stopped) sweeping = setTimeout(ask, sweepSeconds * 1000);
  };
  if (sweepSeconds > 0) sweeping = setTimeout(ask, 0);

  return {
    async stop() {
      stopped = true;
      clearTimeout(sweeping);
      await runner?.stop().catch(() => {});
      await running;
    },
  };
}

/** The library's chatter at our log's debug level, its complaints as warnings. */
const quietLogger = new Logger(() => (level, message) => {
  if (level === "error" || level === "warning") logger.warn({ queue: true }, message);
  else logger.debug({ queue: true }, message);
});
