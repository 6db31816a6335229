import { startTestPostgres } from "./postgres";
import type { Seeded } from "./seeded";
import { startServers } from "./servers";

/** Says to Playwright's workers what its global set-up started. */
const VARIABLE = "COUNTERSIGN_TEST_CONSOLE";

export type ConsoleUnderTest = { baseUrl: string; databaseUrl: string; seeded: Seeded };

/** Playwright's global set-up: one console on a database of its own. What is returned takes it down. */
export default async function startConsole(): Promise<() => Promise<void>> {
  const stopPostgres = await startTestPostgres();
  try {
    const { servers, databaseUrl, seeded, stop } = await startServers();
    const baseUrl = servers[0]?.baseUrl ?? "";
    process.env[VARIABLE] = JSON.stringify({ baseUrl, databaseUrl, seeded } satisfies ConsoleUnderTest);
    return async () => {
      await stop();
      await stopPostgres();
    };
  } catch (error) {
    await stopPostgres();
    throw error;
  }
}

/** The console that the browser tests look at, and who can sign in there. */
export function consoleUnderTest(): ConsoleUnderTest {
  const said = process.env[VARIABLE];
  if (!said)
    throw new Error("No console runs: start the browser tests with `npm test -- e2e` or `npx playwright test`.");
  return JSON.parse(said);
}

/** Where Playwright's config takes its base URL from; undefined until the global set-up has run. */
export function consoleBaseUrl(): string | undefined {
  return process.env[VARIABLE] ? consoleUnderTest().baseUrl : undefined;
}
