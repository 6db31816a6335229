import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { nextEnvironment, nextProgram } from "./build";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";

export type WebProcess = {
  child: ChildProcess;
  /** How it ended; settles once. */
  ended: Promise<string>;
  /** Lets it finish what it is answering, then ends it. */
  stop(): Promise<void>;
};

const EXIT_WITH_PARENT = pathToFileURL(join(projectRoot, "lib", "ops", "exit-with-parent.mjs")).href;
const FINISH_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Runs `next start` or `next dev`, which ends when this process does. */
export function startWeb(options: {
  mode: "start" | "dev";
  port: number;
  environment: Record<string, string>;
  /** A file descriptor for what it prints; its own parent's output where left out. */
  output?: number;
}): WebProcess {
  const { mode, port, environment, output } = options;
  const child = spawn(process.execPath, ["--import", EXIT_WITH_PARENT, nextProgram, mode, "--port", String(port)], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...nextEnvironment,
      NODE_ENV: mode === "dev" ? "development" : "production",
      ...environment,
      PORT: String(port),
    },
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

/** Waits until the server answers that it and its database are ready. */
export async function untilReady(port: number, web: WebProcess, withinMs: number): Promise<void> {
  let last = "no answer";
  let end: string | undefined;
  void web.ended.then((how) => {
    end = how;
  });
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (end) throw new OperatorError(`The web server ended ${end} before it was ready. Its own words are above.`);
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(30_000) });
      if (response.ok) return;
      last = `${response.status} ${(await response.text()).slice(0, 300)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await pause(LOOK_AGAIN_MS);
  }
  throw new OperatorError(
    `The web server was not ready within ${withinMs / 1000} s. /api/ready last said: ${last}. Its own words are above.`,
  );
}
