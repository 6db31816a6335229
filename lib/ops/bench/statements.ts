import { type Database, Prisma } from "@/lib/store/database";

/** A statement as it goes to PostgreSQL. */
export type Statement = { text: string; values: unknown[] };

type Row = Record<string, unknown>;

// The process's pool, as `lib/store/database.ts` keeps it.
const globals = globalThis as unknown as { countersignDatabase?: Pick<Database, "$queryRaw"> };

/** A statement of ours that writes is one with data-modifying parts, and begins with them. */
const WRITES = /^(?:\/\* prepared \*\/)?\s*WITH (?:gate AS MATERIALIZED \(.*\),\s*)?moved AS \(\s*(?:INSERT|UPDATE)\b/s;

/**
 * Runs `work` with a store that writes nothing: each write is kept as it would have been sent and answered as
 * if it stood. So what is replayed afterwards is word for word what the product sends.
 *
 * @param read carries out a statement that only reads
 * @param written the row a write answers with
 */
export async function recordStatements(
  { read, written }: { read: (statement: Statement) => Promise<Row[]>; written: Row },
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const keep = async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const sql = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...(values as Prisma.Sql[]));
    const statement = { text: sql.text, values: sql.values as unknown[] };
    statements.push(statement);
    return WRITES.test(statement.text) ? [written] : read(statement);
  };
  const real = globals.countersignDatabase;
  const recorder: Pick<Database, "$queryRaw"> = { $queryRaw: keep as unknown as Database["$queryRaw"] };
  globals.countersignDatabase = recorder;
  try {
    await work();
  } finally {
    globals.countersignDatabase = real;
  }
  return statements;
}
