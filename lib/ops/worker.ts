import { startWorker } from "@/lib/jobs/worker";

// The program of COUNTERSIGN_ROLE=worker: works the queue and serves nothing. A process of its own, so that when it has
// ended nothing of it is connected any more and the database can be stopped.
const worker = await startWorker();
for (const name of ["SIGTERM", "SIGINT"] as const) {
  process.once(name, async () => {
    await worker.stop();
    process.exit(0);
  });
}
