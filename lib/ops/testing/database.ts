import pg from "pg";

/** This test file's own database. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("This test has no database: name its file *.db.test.ts.");
  return url;
}

let pool: pg.Pool | undefined;

/** Runs SQL past the store: to arrange rows, to break things, and to look at what is really there. */
export async function query<Row extends object = Record<string, unknown>>(
  sql: string,
  values: unknown[] = [],
): Promise<[Row, ...Row[]]> {
  pool ??= new pg.Pool({ connectionString: databaseUrl(), max: 4, options: "-c timezone=UTC" });
  const { rows } = await pool.query(sql, values);
  return rows as [Row, ...Row[]];
}

export async function closeDatabase(): Promise<void> {
  await pool?.end();
  pool = undefined;
}
