import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";
import { sourceHash } from "./source-hash";

const STILL_AT_IT_MS = 10_000;

export const nextProgram = join(projectRoot, "node_modules", "next", "dist", "bin", "next");

/** Telemetry is a call to the outside that nobody asked for. */
export const nextEnvironment = { NEXT_TELEMETRY_DISABLED: "1" };

/**
 * Builds the console unless the build that is there was made from these very sources.
 *
 * @returns whether it was built now
 */
export async function ensureBuild(say: (line: string) => void, signal?: AbortSignal): Promise<boolean> {
  const marker = join(projectRoot, ".next", "countersign-sources");
  const sources = sourceHash();
  if (existsSync(join(projectRoot, ".next", "BUILD_ID")) && existsSync(marker)) {
    if (readFileSync(marker, "utf8") === sources) return false;
  }
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say("Building the console …");
  const tick = setInterval(() => say(`Building the console … ${seconds()} s`), STILL_AT_IT_MS);
  const { code, output } = await nextBuild(signal).finally(() => clearInterval(tick));
  if (code !== 0) {
    throw new OperatorError(
      `${output.trimEnd()}\nThe console could not be built (Next.js's own words are above). The product was not started. Correct what they name, then start again.`,
    );
  }
  writeFileSync(marker, sources);
  say(`Building the console: done in ${seconds()} s`);
  return true;
}

async function nextBuild(signal: AbortSignal | undefined): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [nextProgram, "build"], {
      cwd: projectRoot,
      env: { ...process.env, ...nextEnvironment, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
