import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../build";
import { freePort } from "../free-port";
import type { KeptProcess } from "../kept-process";
import { startWeb, untilReady } from "../web-process";
import { createTestDatabase, dropTestDatabase } from "./postgres";
import { type Seeded, seed } from "./seeded";

export type Server = {
  baseUrl: string;
  pid(): number;
  /** What it has printed, since it was first started. */
  log(): string;
  /** `kill -9`: it finishes nothing. */
  kill(): Promise<void>;
  /** Ends in order. */
  stop(): Promise<void>;
  /** Starts again at the same address, after `kill` or `stop`. */
  start(): Promise<void>;
};

export type Servers = {
  databaseUrl: string;
  servers: Server[];
  seeded: Seeded;
  /** Stops what runs and drops the database. */
  stop(): Promise<void>;
};

const READY_WITHIN_MS = 60_000;

/**
 * Starts so many real server processes, of the build in `.next`, on one fresh database. No sweep and no rate limit,
 * unless `environment` says so: a test decides itself when something is swept.
 */
export async function startServers(
  options: { count?: number; environment?: Record<string, string>; databaseUrl?: string } = {},
): Promise<Servers> {
  const { count = 1, environment = {} } = options;
  await ensureBuild(() => {});
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), "countersign-servers-"));
  const shared = {
    DATABASE_URL: databaseUrl,
    COUNTERSIGN_SECRET: randomBytes(32).toString("base64url"),
    COUNTERSIGN_RATE_LIMIT: "0",
    COUNTERSIGN_SWEEP_SECONDS: "0",
    COUNTERSIGN_LOG_LEVEL: "warn",
    ...environment,
  };
  const seeded = await seed(databaseUrl);
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, at) => server(await freePort(), shared, join(folder, `${at}.log`))),
  );
  const stop = async () => {
    await Promise.all(servers.map((one) => one.stop()));
    if (!options.databaseUrl) await dropTestDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(servers.map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, servers, seeded, stop };
}

function server(port: number, shared: Record<string, string>, logFile: string): Server {
  const baseUrl = `http://localhost:${port}`;
  let web: KeptProcess | undefined;
  const log = () => readFileSync(logFile, "utf8");
  return {
    baseUrl,
    log,
    pid: () => {
      if (!web?.child.pid) throw new Error(`The server at ${baseUrl} was not started.`);
      return web.child.pid;
    },
    async kill() {
      web?.child.kill("SIGKILL");
      await web?.ended;
    },
    async stop() {
      await web?.stop();
    },
    async start() {
      const output = openSync(logFile, "a");
      web = startWeb({
        mode: "start",
        port,
        output,
        // Behind a proxy the test itself says where people reach it.
        environment: { COUNTERSIGN_URL: baseUrl, NEXTAUTH_URL: shared.COUNTERSIGN_URL ?? baseUrl, ...shared },
      });
      closeSync(output);
      try {
        await untilReady(port, web, READY_WITHIN_MS);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${log().slice(-2_000)}`);
      }
    },
  };
}
