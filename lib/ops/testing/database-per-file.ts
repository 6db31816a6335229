// Vitest's set-up file for `*.db.test.ts`: each file gets a database of its own, before it imports anything.
import { afterAll } from "vitest";
import { closeDatabase } from "./database";
import { createTestDatabase, dropTestDatabase } from "./postgres";

const url = await createTestDatabase();
process.env.DATABASE_URL = url;

afterAll(async () => {
  await closeDatabase();
  // Imported late: the store reads its settings when it first connects, and a file may set some before.
  const { disconnect } = await import("@/lib/store/database");
  await disconnect();
  await dropTestDatabase(url);
});
