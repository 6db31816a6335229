import { type Database, Prisma } from "@/lib/store/database";

/** A statement as it goes to PostgreSQL. */
export type Statement = { text: string; values: unknown[] };

type Row = Record<string, unknown>;

// The process's pool, as `lib/store/database.ts` keeps it.
const globals = globalThis as unknown as { countersignDatabase?: Pick<Database, "$queryRaw"> };

/**
 * Runs `work` with a store that sends nothing: it keeps each statement as it would have been sent, and answers as
 * `answer` says. So what is replayed afterwards is word for word what the product sends.
 */
export async function recordStatements(
  answer: (statement: Statement) => Row[],
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const keep = (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const sql = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...(values as Prisma.Sql[]));
    const statement = { text: sql.text, values: sql.values as unknown[] };
    statements.push(statement);
    return Promise.resolve(answer(statement));
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
