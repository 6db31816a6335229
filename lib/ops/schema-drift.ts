import pg from "pg";
import { projectRoot } from "./project-root";
import { schema, withSchemaEngine } from "./schema-engine";

/**
 * The SQL that would turn a migrated database into what schema.prisma says; empty where the two tell the same. CHECKs,
 * functions and triggers are not Prisma's to describe and are not compared.
 */
export async function schemaDrift(databaseUrl: string): Promise<string> {
  const { stdout } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.diff({
      // The database is the one the engine is connected to.
      from: { tag: "schemaDatasource", ...schema(), configDir: projectRoot },
      to: { tag: "schemaDatamodel", ...schema() },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const script = (stdout ?? "").replace("-- This is an empty migration.", "").trim();
  return (await changesNothing(databaseUrl, script)) ? "" : script;
}

/**
 * The engine compares the predicate of a partial index as text, and PostgreSQL keeps it in its own spelling (`IN` as
 * `= ANY`). So index statements are tried out, and are no drift where every index reads the same afterwards.
 */
async function changesNothing(databaseUrl: string, script: string): Promise<boolean> {
  const statements = script.split("\n").filter((line) => line && !line.startsWith("--"));
  if (!statements.every((line) => /^(DROP|CREATE) (UNIQUE )?INDEX /.test(line))) return false;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const before = await indexes(client);
    await client.query("BEGIN");
    await client.query(script);
    return (await indexes(client)) === before;
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
}

async function indexes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ all: string }>(
    `SELECT string_agg(indexdef, E'\\n' ORDER BY indexname) AS all FROM pg_indexes WHERE schemaname = current_schema()`,
  );
  return rows[0]?.all ?? "";
}
