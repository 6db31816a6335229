import { describe, expect, test } from "vitest";
import { database } from "./database";
import { clear, hit } from "./throttle";

/** Moves a window's end to so many milliseconds from now. */
async function endIn(key: string, ms: number): Promise<void> {
  await database().$executeRaw`
    UPDATE throttle SET resets_at = countersign_now() + make_interval(secs => ${ms / 1000}::float8) WHERE key = ${key}`;
}

describe("the throttle", () => {
  test("allows exactly its limit of fifty parallel attempts, and names one of them the first refused", async () => {
    const hits = await Promise.all(Array.from({ length: 50 }, () => hit("parallel", 10, 900)));
    expect(hits.filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(hits.filter(({ firstRefused }) => firstRefused)).toHaveLength(1);
    for (const { allowed, retryAfterSeconds } of hits) {
      if (allowed) expect(retryAfterSeconds).toBe(0);
      else expect([899, 900]).toContain(retryAfterSeconds);
    }
  });

  test("counts each key for itself", async () => {
    await hit("one", 1, 900);
    expect(await hit("one", 1, 900)).toMatchObject({ allowed: false });
    expect(await hit("two", 1, 900)).toMatchObject({ allowed: true });
  });

  test("refuses until the window's end, and an attempt meanwhile does not push that end away", async () => {
    await hit("window", 1, 900);
    await endIn("window", 2_000);
    expect(await hit("window", 1, 900)).toMatchObject({ allowed: false, retryAfterSeconds: 2 });
    await endIn("window", -1);
    expect(await hit("window", 1, 900)).toMatchObject({ allowed: true });
    expect(await hit("window", 1, 900)).toMatchObject({ allowed: false });
  });

  test("begins anew after a success clears it", async () => {
    await hit("cleared", 1, 900);
    await clear("cleared");
    expect(await hit("cleared", 1, 900)).toMatchObject({ allowed: true });
  });

  test("keeps no row of a window that is over", async () => {
    await hit("passed", 1, 900);
    await endIn("passed", -1);
    await hit("another", 1, 900);
    expect(await database().throttle.count({ where: { key: "passed" } })).toBe(0);
  });
});
