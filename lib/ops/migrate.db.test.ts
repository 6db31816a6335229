import { expect, it } from "vitest";
import { migrate, pending } from "./migrate";
import { schemaDrift } from "./schema-drift";
import { databaseUrl, query } from "./testing/database";

it("the migrations and schema.prisma tell the same of every table, column, key and index", async () => {
  expect(await schemaDrift(databaseUrl())).toBe("");
});

it("a difference between the migrations and schema.prisma is found", async () => {
  await query("ALTER TABLE throttle ADD COLUMN surplus text");
  expect(await schemaDrift(databaseUrl())).toContain('DROP COLUMN "surplus"');
  await query("ALTER TABLE throttle DROP COLUMN surplus");
});

it("an index with another predicate is found", async () => {
  const [{ indexdef }] = await query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'confirmation_pending_by_deadline'",
  );
  await query("DROP INDEX confirmation_pending_by_deadline");
  await query(indexdef.replace("'pending'", "'denied'"));
  expect(await schemaDrift(databaseUrl())).toContain("confirmation_pending_by_deadline");
  await query("DROP INDEX confirmation_pending_by_deadline");
  await query(indexdef);
});

it("a database that is up to date is left as it is, by two starts at once too", async () => {
  expect(await Promise.all([migrate(databaseUrl()), migrate(databaseUrl())])).toEqual([[], []]);
});

it("a database that a newer version has used is refused by the migration's name, and nothing is changed", async () => {
  await query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ('x', 'x', '9999_later', now(), now(), 1)`,
  );
  await expect(migrate(databaseUrl())).rejects.toThrow("9999_later");
  await query("DELETE FROM _prisma_migrations WHERE id = 'x'");
  expect(await pending(databaseUrl())).toEqual([]);
});
