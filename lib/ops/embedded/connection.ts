import { realpathSync } from "node:fs";
import pg from "pg";
import { type DataFolder, SUPERUSER } from "./folder";

const DATABASE = "countersign";

export type Answer = "ready" | "silent" | "wrong password" | "another server";

export function databaseUrl(folder: DataFolder, port: number, database = DATABASE): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(folder.password)}@127.0.0.1:${port}/${database}`;
}

/** Whether the server of this very folder answers there; the product's database is made with its first answer. */
export async function ask(folder: DataFolder, port: number): Promise<Answer> {
  const client = new pg.Client({
    connectionString: databaseUrl(folder, port, "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; made: boolean }>(
      `SELECT current_setting('data_directory') AS folder,
              EXISTS (SELECT 1 FROM pg_database WHERE datname = '${DATABASE}') AS made`,
    );
    if (rows[0] && realpathSync(rows[0].folder) !== realpathSync(folder.database)) return "another server";
    if (!rows[0]?.made) await client.query(`CREATE DATABASE ${DATABASE}`);
    return "ready";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "28P01") return "wrong password";
    // 42P04: another start made the database between our two statements.
    return code === "42P04" ? "ready" : "silent";
  } finally {
    await client.end().catch(() => {});
  }
}
