import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords";

describe("passwords", () => {
  test("are kept as argon2id, and only the right one matches", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    expect(await verifyPassword("correct horsf", hash)).toBe(false);
  });

  test("of fewer than 8 or more than 1024 characters are refused by the field's name", async () => {
    await expect(hashPassword("1234567")).rejects.toThrow(/^password: /);
    await expect(hashPassword("x".repeat(1025))).rejects.toThrow(/^password: /);
    await expect(hashPassword("🔑".repeat(8))).resolves.toMatch(/^\$argon2id\$/);
  });

  test("match nothing where there is no hash, and one of 5 MB costs no more than a short one", async () => {
    expect(await verifyPassword("", null)).toBe(false);
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword("x".repeat(5_000_000), hash)).toBe(false);
  });

  test("are checked with the same work for an unknown person as for a known one", async () => {
    const hash = await hashPassword("correct horse");
    const time = async (passwordHash: string | null) => {
      const times = [];
      for (let round = 0; round < 15; round++) {
        const start = process.cpuUsage();
        await verifyPassword("wrong password", passwordHash);
        const { user, system } = process.cpuUsage(start);
        times.push(user + system);
      }
      return times.sort((a, b) => a - b)[7] ?? 0;
    };
    await time(null);
    const [known, unknown] = [await time(hash), await time(null)];
    // An early return would take a hundredth.
    expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.5);
  });
});
