import { afterEach, describe, expect, it } from "vitest";
import { readClock } from "@/lib/store/clock";
import { database } from "@/lib/store/database";
import { moveClock, resetClock, stopClock } from "./clock";
import { query } from "./database";
import { statementsOf } from "./statement-log";

describe("the clock of a test's database", () => {
  afterEach(resetClock);

  it("is moved for connections that are open already, and set right again", async () => {
    const before = await readClock();
    await moveClock(3_600_000);
    const moved = await readClock();
    await resetClock();
    const after = await readClock();
    expect(moved.getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
    expect(after.getTime() - before.getTime()).toBeLessThan(60_000);
  });

  it("stands still at a given millisecond", async () => {
    const instant = new Date("2030-01-02T03:04:05.678Z");
    await stopClock(instant);
    expect([await readClock(), await readClock()]).toEqual([instant, instant]);
  });
});

describe("the statement log", () => {
  it("tells what an open pool sent, in order and whole, and nothing else", async () => {
    await database().tool.count();
    const sent = await statementsOf(async () => {
      await database().tool.updateMany({ where: { name: "x" }, data: { idempotent: true } });
      await query("SELECT 1\n  AS one");
    });
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(/^UPDATE "public"\."tool" SET/);
    expect(sent[1]).toBe("SELECT 1\n  AS one");
  });
});
