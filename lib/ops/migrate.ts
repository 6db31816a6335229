import { runMigrations as prepareQueue } from "graphile-worker";
import type pg from "pg";
import { withSetUpLock } from "./database-lock";
import { OperatorError } from "./operator-error";
import { migrationList, withSchemaEngine } from "./schema-engine";

const LEAST_VERSION = 15;

/**
 * Brings a database up to this version's schema, the queue's own included, so that a job can be added before any worker
 * ever ran. Safe to run from several processes at once.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return connecting(() =>
    withSetUpLock(databaseUrl, async (client) => {
      await refuseOldServer(client);
      const pending = await pendingMigrations(client);
      if (pending.length > 0) await applyMigrations(databaseUrl);
      await prepareQueue({ connectionString: databaseUrl });
      return pending;
    }),
  );
}

/** What `migrate` would apply. */
export async function pending(databaseUrl: string): Promise<string[]> {
  return connecting(() => withSetUpLock(databaseUrl, pendingMigrations));
}

async function connecting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!code || error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The database could not be prepared (${code}: ${message}). The product was not started. Check that DATABASE_URL is right and that its user may create tables.`,
    );
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
  const version = rows[0]?.server_version ?? "unknown";
  if (Number.parseInt(version, 10) >= LEAST_VERSION) return;
  throw new OperatorError(
    `The database is PostgreSQL ${version}; Countersign takes ${LEAST_VERSION} or later. Nothing was changed. Set DATABASE_URL to a newer server, or unset it to use the embedded one.`,
  );
}

async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const known = migrationList().migrationDirectories.map(({ path }) => path);
  const { rows } = await client.query<{ kept: string | null }>(
    "SELECT to_regclass('_prisma_migrations')::text AS kept",
  );
  if (!rows[0]?.kept) return known;
  const recorded = await client.query<{ name: string; done: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const halfDone = recorded.rows.filter(({ done }) => !done).map(({ name }) => name);
  if (halfDone.length > 0) {
    throw new OperatorError(
      `The migration ${halfDone.join(", ")} has failed on this database before. Nothing was changed now. Restore a backup, or correct the database by hand and run \`npx prisma migrate resolve\`.`,
    );
  }
  const done = new Set(recorded.rows.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `The database has the migration ${unknown.join(", ")}, which this version does not know: a newer Countersign has used it. Nothing was changed. Start that version.`,
    );
  }
  return known.filter((name) => !done.has(name));
}

async function applyMigrations(databaseUrl: string): Promise<void> {
  const filters = { externalTables: [], externalEnums: [] };
  await withSchemaEngine(databaseUrl, async (engine) => {
    try {
      await engine.applyMigrations({ migrationsList: migrationList(), filters });
    } catch (error) {
      const message = (error as Error).message ?? String(error);
      const name = /migration_name="([^"]+)"/.exec(message)?.[1];
      // The script was one transaction and is undone; the record says so too, and the next start tries it again.
      if (name) await engine.markMigrationRolledBack({ migrationName: name });
      throw new OperatorError(
        `The migration ${name ?? ""} failed and was undone: ${message.split("\n   0:")[0]} The product was not started. Correct what it names, or restore a backup, then start again.`,
      );
    }
  });
}
