import type { Task } from "graphile-worker";
import { sweep } from "@/lib/flow/sweep";
import { logger } from "@/lib/log";
import { metrics } from "@/lib/metrics";

/** One sweep. A second one running meanwhile takes the rows this one has not locked, so neither repeats the other. */
export const sweepJob: Task = async (_payload, { job, abortSignal }) => {
  const counts = await sweep({ requestId: `sweep ${job.id}`, stopped: () => abortSignal?.aborted ?? false });
  for (const [change, rows] of Object.entries(counts)) if (rows > 0) metrics().swept.inc({ change }, rows);
  if (Object.values(counts).some((rows) => rows > 0)) logger.info(counts, "swept");
};
