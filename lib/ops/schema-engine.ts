import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemasContainer } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { projectRoot } from "./project-root";

const require = createRequire(import.meta.url);

/**
 * Prisma's schema engine as WebAssembly over our own driver. The Prisma CLI downloads a native engine for the same
 * work, which an installation without a network cannot; both keep the same `_prisma_migrations`.
 */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  // Node 20 cannot import WebAssembly as a module, so it is put together here, once.
  wasm ??= loadWasm(glue);
  await wasm;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new EngineAdapter(pool));
    const engine = await glue.SchemaEngine.new({ datamodels: schemaFiles() }, () => {}, adapter);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/** PostgreSQL's type "char", one byte, as its own catalogues use it. */
const ONE_BYTE_CHAR = 18;
const TEXT = 25;

/** What the engine needs of the adapter beyond what Prisma's client does. */
class EngineAdapter extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    // The adapter cuts a script at every semicolon, also inside a comment or a function's body. Sent whole, PostgreSQL
    // reads it itself, and as one transaction: a migration that fails leaves nothing of itself behind.
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    // The engine reads the catalogues to compare a database, and the adapter does not know their type "char": it is
    // given text, and the engine is told what it was. The engine asks one thing after another.
    let charColumns: number[] = [];
    const query = pool.query.bind(pool) as (sql: unknown, values?: unknown) => Promise<pg.QueryResult>;
    pool.query = (async (sql: unknown, values?: unknown) => {
      const result = await query(sql, values);
      charColumns = (result.fields ?? []).flatMap(({ dataTypeID }, at) => (dataTypeID === ONE_BYTE_CHAR ? [at] : []));
      for (const at of charColumns) Object.assign(result.fields[at] ?? {}, { dataTypeID: TEXT });
      return result;
    }) as typeof pool.query;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      for (const at of charColumns) result.columnTypes[at] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

let wasm: Promise<void> | undefined;

async function loadWasm(glue: object): Promise<void> {
  const bytes = readFileSync(require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": glue as WebAssembly.ModuleImports,
  });
  (glue as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}

function schemaFiles(): [string, string][] {
  return [["prisma/schema.prisma", readFileSync(join(projectRoot, "prisma", "schema.prisma"), "utf8")]];
}

export function schema(): SchemasContainer {
  return { files: schemaFiles().map(([path, content]) => ({ path, content })) };
}

/** prisma/migrations, as the engine takes it. */
export function migrationList(): MigrationList {
  const baseDir = join(projectRoot, "prisma", "migrations");
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: readFileSync(join(baseDir, "migration_lock.toml"), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: readdirSync(baseDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok", value: readFileSync(join(baseDir, name, "migration.sql"), "utf8") },
        },
      })),
  };
}
