import { setTimeout as pause } from "node:timers/promises";
import { nextEnvironment, nextProgram } from "./build";
import { type KeptProcess, startKept } from "./kept-process";
import { OperatorError } from "./operator-error";

const LOOK_AGAIN_MS = 100;

/** Runs `next start` or `next dev`. */
export function startWeb(options: {
  mode: "start" | "dev";
  port: number;
  environment: Record<string, string>;
  /** A file descriptor for what it prints; our own output where left out. */
  output?: number;
}): KeptProcess {
  const { mode, port, environment, output } = options;
  return startKept(
    [nextProgram, mode, "--port", String(port)],
    {
      ...process.env,
      ...nextEnvironment,
      NODE_ENV: mode === "dev" ? "development" : "production",
      ...environment,
      PORT: String(port),
    },
    output,
  );
}

/** Waits until the server answers that it and its database are ready. */
export async function untilReady(port: number, web: KeptProcess, withinMs: number): Promise<void> {
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
