import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { provideSettings } from "@/lib/settings";
import { takeOne } from "./rate-limit";

describe("the limit of one key", () => {
  beforeAll(() => {
    provideSettings({ COUNTERSIGN_RATE_LIMIT: "3" });
  });
  afterAll(() => {
    provideSettings({ COUNTERSIGN_RATE_LIMIT: "" });
  });

  test("allows so many requests a minute, names the wait, and leaves other keys alone", async () => {
    for (let request = 0; request < 3; request++) expect(await takeOne("busy")).toEqual({ ok: true });
    const refused = await takeOne("busy");
    expect(refused).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) });
    if (refused.ok) throw new Error("unreachable");
    expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(await takeOne("quiet")).toEqual({ ok: true });
  });

  test("is none at 0", async () => {
    provideSettings({ COUNTERSIGN_RATE_LIMIT: "0" });
    const answers = await Promise.all(Array.from({ length: 2000 }, () => takeOne("busy")));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });
});
