import { expect, test } from "vitest";
import { database, STATEMENT_MILLISECONDS } from "./database";

test("every connection speaks UTC, and the server ends a statement that takes too long", async () => {
  const [row] = await database().$queryRaw<[{ zone: string; limit: string }]>`
    SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS limit`;
  expect(row).toEqual({ zone: "UTC", limit: `${STATEMENT_MILLISECONDS / 1000}s` });
});
