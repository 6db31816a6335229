import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./project-root";

/** A child that ends when this process does, however this process ends. */
export type KeptProcess = {
  child: ChildProcess;
  /** How it ended; settles once. */
  ended: Promise<string>;
  /** Lets it finish what it is doing, then ends it. */
  stop(): Promise<void>;
};

const EXIT_WITH_PARENT = pathToFileURL(join(projectRoot, "lib", "ops", "exit-with-parent.mjs")).href;
const FINISH_MS = 15_000;

/**
 * Runs Node in the project's folder.
 *
 * @param output a file descriptor for what it prints; our own output where left out
 */
export function startKept(args: string[], environment: NodeJS.ProcessEnv, output?: number): KeptProcess {
  const child = spawn(process.execPath, ["--import", EXIT_WITH_PARENT, ...args], {
    cwd: projectRoot,
    env: { ...environment, COUNTERSIGN_KEPT_BY: String(process.pid) },
    // Descriptor 3 is a pipe nobody writes to: it ends when this process does.
    stdio: ["ignore", output ?? "inherit", output ?? "inherit", "pipe"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), FINISH_MS);
    await ended;
    clearTimeout(late);
  };
  return { child, ended, stop };
}
