import { PrismaPg } from "@prisma/adapter-pg";
import { settings } from "@/lib/settings";
import { Prisma, PrismaClient } from "./generated/client";

/** What a store function runs on: the pool, or one transaction of it. */
export type Database = PrismaClient | Prisma.TransactionClient;

export { Prisma };

// Next.js compiles route handlers and server actions into separate bundles; one pool serves them all.
const globals = globalThis as unknown as { countersignDatabase?: PrismaClient };

/** The process's one pool. Made at the first use, so that importing the store connects nowhere. */
export function database(): PrismaClient {
  globals.countersignDatabase ??= connect();
  return globals.countersignDatabase;
}

/** Ends the pool; for scripts and tests that must end. */
export async function disconnect(): Promise<void> {
  await globals.countersignDatabase?.$disconnect();
  globals.countersignDatabase = undefined;
}

/** The server ends a statement of ours that takes longer: it is undone, and the refusal is certain. */
export const STATEMENT_MILLISECONDS = 15_000;
/** A server that hangs without closing the connection is given up; what was sent is then not known. */
const ANSWER_MILLISECONDS = 20_000;

const PREPARED_MARK = "/* prepared */";

/**
 * Begins a statement that PostgreSQL parses and plans once for each connection. For the statements every call sends:
 * their text is one of a few, their answer names its columns, and their plan is right whatever the values are.
 */
export const PREPARED = Prisma.raw(PREPARED_MARK);

/** A connection keeps each plan, so there is an end to them; a statement beyond it is planned anew each time. */
export const MOST_PREPARED = 200;

/** Unnamed statements are not prepared. */
const UNNAMED = "";

/** Gives each prepared text the name it has on every connection. */
export function preparedNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (!sql.startsWith(PREPARED_MARK)) return UNNAMED;
    const known = names.get(sql);
    if (known || names.size >= MOST_PREPARED) return known ?? UNNAMED;
    const name = `countersign_${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}

function connect(): PrismaClient {
  const { databaseUrl, poolSize } = settings();
  if (!databaseUrl) throw new Error("DATABASE_URL is not set in this process; start the product with `npm start`.");
  return new PrismaClient({
    adapter: new PrismaPg(
      {
        connectionString: databaseUrl,
        max: poolSize,
        // The adapter drops an instant's offset on the way in and on the way out, so only UTC keeps it the same instant.
        options: "-c TimeZone=UTC",
        // A database that does not answer is a refusal within seconds, never a request that hangs.
        connectionTimeoutMillis: 5_000,
        statement_timeout: STATEMENT_MILLISECONDS,
        query_timeout: ANSWER_MILLISECONDS,
        idleTimeoutMillis: 30_000,
        keepAlive: true,
      },
      { statementNameGenerator: preparedNames() },
    ),
  });
}
