import pg from "pg";

/** One number for all of our set-up work; any other user of the database has its own. */
const SET_UP_LOCK = 7_205_759_403;

/** Lets one process at a time do set-up work on a database: two starts at once must not both migrate, or both add an admin. */
export async function withSetUpLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [SET_UP_LOCK]);
    return await work(client);
  } finally {
    // The lock goes with the connection, also when the work has failed.
    await client.end();
  }
}
