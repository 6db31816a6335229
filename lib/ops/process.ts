import { startWorker } from "@/lib/jobs/worker";
import { settings } from "@/lib/settings";
import { startWakeUp } from "@/lib/wait/wake-up";

const globals = globalThis as unknown as { countersignProcess?: { stop(): Promise<void> }[] };

/** What every server process runs beside answering requests. Starting twice (hot reload) starts once. */
export async function startProcess(): Promise<void> {
  if (globals.countersignProcess) return;
  const running: { stop(): Promise<void> }[] = [];
  globals.countersignProcess = running;
  running.push(startWakeUp());
  if (settings().role === "all") running.push(await startWorker());
}
