import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "../embedded/embedded-postgres";
import { migrate } from "../migrate";

/** Says where the tests' server is, to every process of a run: workers of Vitest and Playwright, servers, a benchmark. */
const VARIABLE = "COUNTERSIGN_TEST_POSTGRES";

const TEMPLATE = "countersign_template";

/** Each log line begins with the database it is about; `lib/ops/testing/statement-log.ts` reads them back. */
export const LOG_PREFIX = "[db=%d] ";

export type TestPostgres = { adminUrl: string; logFile: string };

/**
 * Starts a PostgreSQL of its own in a temporary folder, with a migrated template database, and returns what removes it
 * all again. Where the run has one already, that one is used.
 */
export async function startTestPostgres({ durable = false } = {}): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => {};
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startEmbedded({
      dataDir: folder,
      temporary: true,
      // Nothing in a test outlives the run, and no test pulls the plug of the machine. A benchmark pays the full price.
      parameters: [`log_line_prefix=${LOG_PREFIX}`, ...(durable ? [] : ["fsync=off", "full_page_writes=off"])],
    });
    const adminUrl = withDatabase(server.url, "postgres");
    await onAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${TEMPLATE}`));
    await migrate(withDatabase(server.url, TEMPLATE));
    process.env[VARIABLE] = JSON.stringify({ adminUrl, logFile: server.logFile } satisfies TestPostgres);
    return async () => {
      delete process.env[VARIABLE];
      await server.stop();
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The run's server. */
export function testPostgres(): TestPostgres {
  const said = process.env[VARIABLE];
  if (!said) throw new Error("No test PostgreSQL runs: start the tests through Vitest's or Playwright's own config.");
  return JSON.parse(said);
}

/** A database with the schema and no rows. */
export async function createTestDatabase(): Promise<string> {
  const { adminUrl } = testPostgres();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`));
  return withDatabase(adminUrl, name);
}

/** Drops it, ending whatever is still connected. */
export async function dropTestDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onAdmin(testPostgres().adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function onAdmin(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
