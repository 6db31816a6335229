import { expect, it } from "vitest";
import { verifyPassword } from "@/lib/auth/passwords";
import { hashSecret } from "@/lib/auth/secrets";
import { findAgentByKeyHash } from "@/lib/store/agents";
import { findPersonForSignIn } from "@/lib/store/people";
import { ensureFirstAdmin } from "./first-start";
import { databaseUrl, query } from "./testing/database";

it("two first starts at once make one admin, whose password and agent key work, and a later start makes none", async () => {
  const both = await Promise.all([ensureFirstAdmin(databaseUrl(), {}), ensureFirstAdmin(databaseUrl(), {})]);
  const [first, ...others] = both.filter((made) => made !== null);
  expect(others).toEqual([]);
  if (!first?.generatedPassword || !first.agent) throw new Error("the first start made no password or no agent");
  const person = await findPersonForSignIn(first.email);
  expect(await verifyPassword(first.generatedPassword, person?.passwordHash ?? null)).toBe(true);
  expect(await findAgentByKeyHash(hashSecret(first.agent.key))).toMatchObject({ name: first.agent.name });
  expect(await ensureFirstAdmin(databaseUrl(), { adminEmail: "late@example.com" })).toBeNull();
  expect(await query("SELECT role FROM person")).toEqual([{ role: "admin" }]);
});
