/** Runs once in each server process: joins its waits to everybody's decisions and, by role, works the queue. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startProcess } = await import("./lib/ops/process");
  await startProcess();
}
