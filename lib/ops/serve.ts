import { join } from "node:path";
import { inspect } from "node:util";
import { terminalText } from "@/lib/kernel/terminal-text";
import { settings } from "@/lib/settings";
import { ensureBuild } from "./build";
import { openDatabase } from "./data-dir";
import type { FirstSignIn } from "./first-start";
import { isPortFree } from "./free-port";
import { type KeptProcess, startKept } from "./kept-process";
import { migrate } from "./migrate";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";
import { Shutdown } from "./shutdown";
import { startWeb, untilReady } from "./web-process";

const READY_WITHIN_MS = { start: 60_000, dev: 180_000 };

const say = (line: string) => console.log(line);

/** The whole of `npm start` and `npm run dev`: from an empty folder to a console that answers. */
export async function serve(mode: "start" | "dev"): Promise<void> {
  const { port, url, role, adminEmail, adminPassword } = settings();
  const servesWeb = role !== "worker";
  if (servesWeb && !(await isPortFree(port))) {
    throw new OperatorError(
      `Port ${port} is taken by another program. Nothing was started. Stop that program, or choose another port: PORT=${port + 1} npm ${mode === "dev" ? "run dev" : "start"}`,
    );
  }
  const shutdown = new Shutdown(say);
  let first: FirstSignIn | null = null;
  try {
    const database = await openDatabase(say);
    await shutdown.add(database.stop);
    void database.failed.then((message) => {
      console.error(message);
      return shutdown.exit(1);
    });
    const applied = await migrate(database.url);
    if (applied.length > 0) say(`Database: ${applied.join(", ")} applied`);
    if (servesWeb && mode === "start") await ensureBuild(say, shutdown.signal);
    const { ensureFirstAdmin } = await import("./first-start");
    first = await ensureFirstAdmin(database.url, { adminEmail, adminPassword });
    if (shutdown.signal.aborted) return;
    if (servesWeb) await runWeb(mode, port, url, shutdown);
    else await runWorker(shutdown);
    say(servesWeb ? `\nCountersign is ready: ${url}` : "\nCountersign's worker is ready.");
  } catch (error) {
    if (shutdown.signal.aborted) return;
    const expected = error instanceof OperatorError;
    console.error(terminalText(expected ? error.message : inspect(error)));
    await shutdown.exit(1);
  } finally {
    // Also when a later step has failed: these are nowhere else.
    if (first) say(signInLines(first));
  }
  say("Ctrl-C stops it.");
}

async function runWeb(mode: "start" | "dev", port: number, url: string, shutdown: Shutdown): Promise<void> {
  const { secret = "" } = settings();
  const web = startWeb({ mode, port, environment: { NEXTAUTH_URL: url, NEXTAUTH_SECRET: secret } });
  await shutdown.add(web.stop);
  await untilReady(port, web, READY_WITHIN_MS[mode]);
  stopWith(web, "The web server", shutdown);
}

async function runWorker(shutdown: Shutdown): Promise<void> {
  const worker = startKept(["--import", "tsx", join(projectRoot, "lib", "ops", "worker.ts")], process.env);
  await shutdown.add(worker.stop);
  stopWith(worker, "The worker", shutdown);
}

/** Whoever runs us sees that we have ended, and starts us again; half of the product is not left running. */
function stopWith({ ended }: KeptProcess, name: string, shutdown: Shutdown): void {
  void ended.then((how) => {
    if (shutdown.signal.aborted) return;
    console.error(`${name} ended ${how}. Its own words are above. Everything is stopped; start again with npm start.`);
    return shutdown.exit(1);
  });
}

function signInLines({ email, generatedPassword, agent }: FirstSignIn): string {
  const lines = [
    "",
    "This is the first start. What follows is shown this once:",
    `  Admin e-mail:    ${email}`,
    `  Admin password:  ${generatedPassword ?? "as set in COUNTERSIGN_ADMIN_PASSWORD"}`,
  ];
  if (agent) lines.push(`  Agent key:       ${agent.key}  (of the agent "${agent.name}", to try)`);
  return lines.join("\n");
}
