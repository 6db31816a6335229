import { startWorker } from "@/lib/jobs/worker";

/** Works the queue in this process and serves nothing. */
export async function runWorker(): Promise<() => Promise<void>> {
  const worker = await startWorker();
  return () => worker.stop();
}
