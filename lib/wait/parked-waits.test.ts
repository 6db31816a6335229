import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logger } from "@/lib/log";
import { StoreUnavailable } from "@/lib/store/failure";
import { type Looked, ParkedWaits } from "./parked-waits";

/* The waits alone, over a store that is a map. Time is faked: nothing here waits for anything. */

const START = new Date("2026-11-30T12:00:00.000Z");

class Store {
  rows = new Map<string, { state: string; boundary: Date }>();
  looks: string[][] = [];
  /** Runs between the read and its answer. */
  during: (() => void) | undefined;
  failing = false;

  add(id: string, secondsOpen = 3_600): void {
    this.rows.set(id, { state: "pending", boundary: new Date(START.getTime() + secondsOpen * 1000) });
  }

  decide(id: string, state = "approved"): void {
    const row = this.rows.get(id);
    if (row) row.state = state;
  }

  readonly waits = new ParkedWaits<string>(async (ids): Promise<Looked<string>> => {
    this.looks.push(ids);
    if (this.failing) throw new Error("the store is away");
    const now = new Date();
    const seen = new Map(
      ids.flatMap((id) => {
        const row = this.rows.get(id);
        if (!row) return [];
        // What is due is written down before it is told.
        if (row.state === "pending" && now >= row.boundary) row.state = "expired";
        return [[id, { answer: row.state, decided: row.state !== "pending", boundary: row.boundary }] as const];
      }),
    );
    this.during?.();
    return { now, seen };
  });
}

let store: Store;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  logger.level = "silent";
  store = new Store();
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A wait whose answer can be looked at without awaiting it. */
function park(id: string, holdSeconds = 30, dropped?: AbortSignal) {
  const told: { answer?: string | null; error?: unknown } = {};
  void store.waits.wait(id, holdSeconds, dropped).then(
    (answer) => {
      told.answer = answer;
    },
    (error: unknown) => {
      told.error = error;
    },
  );
  return told;
}

describe("waits on one confirmation", () => {
  test("a thousand of them cost one read to park and one read to release", async () => {
    store.add("a");
    const told = Array.from({ length: 1_000 }, () => park("a"));
    await pass(20);
    expect(store.looks).toEqual([["a"]]);
    expect(store.waits.size).toBe(1_000);

    store.decide("a");
    store.waits.lookAt(["a"]);
    await pass(20);
    expect(store.looks).toEqual([["a"], ["a"]]);
    expect(new Set(told.map(({ answer }) => answer))).toEqual(new Set(["approved"]));
    expect([store.waits.size, store.waits.ids]).toEqual([0, []]);
  });

  test("releasing them leaves those on other confirmations parked and unread", async () => {
    store.add("a");
    store.add("b");
    const [a, b] = [park("a"), park("b")];
    await pass(20);
    store.decide("a");
    store.waits.lookAt(["a", "nobody waits on this"]);
    await pass(20);
    expect([a.answer, b.answer]).toEqual(["approved", undefined]);
    expect(store.looks.at(-1)).toEqual(["a"]);
    expect(store.waits.ids).toEqual(["b"]);
  });
});

describe("a wait", () => {
  test("misses no decision that was made before it looked, or while it looked", async () => {
    store.add("a");
    store.decide("a");
    const before = park("a");
    await pass(20);
    expect(before.answer).toBe("approved");

    store.add("b");
    // Decided and announced after the row was read and before the answer is back.
    store.during = () => {
      store.during = undefined;
      store.decide("b", "denied");
      store.waits.lookAt(["b"]);
    };
    const between = park("b");
    await pass(20);
    expect(between.answer).toBe("denied");
  });

  test("is released by no wake-up alone: the row says pending, so it stays", async () => {
    store.add("a");
    const told = park("a");
    for (let n = 0; n < 5; n++) {
      store.waits.lookAt(["a"]);
      await pass(50);
    }
    expect(told).toEqual({});
    expect(store.waits.size).toBe(1);
  });

  test("that meets the boundary is told of the expiry at once, not at the end of its hold", async () => {
    store.add("a", 2);
    const told = park("a", 30);
    await pass(1_990);
    expect(told).toEqual({});
    await pass(40);
    expect(told.answer).toBe("expired");
    expect(store.rows.get("a")?.state).toBe("expired");
  });

  test("WIN-08: on a boundary beyond what a timer can hold is neither released nor looked at again and again", async () => {
    store.add("a", 30 * 86_400);
    const told = park("a", 50);
    await pass(5_000);
    expect(told).toEqual({});
    expect(store.looks).toHaveLength(1);
  });

  test("WIN-01: is answered with the pending row when its hold is over", async () => {
    store.add("a");
    const told = park("a", 1);
    await pass(999);
    expect(told).toEqual({});
    await pass(30);
    expect(told.answer).toBe("pending");
    expect(store.waits.size).toBe(0);
  });

  test("on what is not there is answered so", async () => {
    const told = park("missing");
    await pass(20);
    expect(told).toEqual({ answer: null });
  });

  test("DUR-09: that is dropped leaves its place, and changes nothing for the others", async () => {
    store.add("a");
    const drop = new AbortController();
    const [dropped, other] = [park("a", 30, drop.signal), park("a")];
    await pass(20);
    drop.abort();
    await pass(0);
    expect([dropped.answer, store.waits.size]).toEqual([null, 1]);
    expect(store.rows.get("a")?.state).toBe("pending");
    store.decide("a");
    store.waits.lookAt(["a"]);
    await pass(20);
    expect(other.answer).toBe("approved");
  });

  test("that was dropped before it parked is not parked", async () => {
    store.add("a");
    const told = park("a", 30, AbortSignal.abort());
    await pass(20);
    expect([told.answer, store.waits.size, store.waits.ids]).toEqual([null, 0, []]);
  });
});

describe("a store that is away", () => {
  test("releases nobody: the waits stay, and are told the decision once it can be read", async () => {
    store.add("a");
    const told = park("a");
    await pass(20);
    store.failing = true;
    store.decide("a");
    store.waits.lookAt(["a"]);
    await pass(2_000);
    expect(told).toEqual({});
    store.failing = false;
    await pass(600);
    expect(told.answer).toBe("approved");
  });

  test("until the end of the hold is said to be away; the decision is not guessed", async () => {
    store.add("a");
    const told = park("a", 5);
    await pass(20);
    store.failing = true;
    await pass(4_900);
    expect(told).toEqual({});
    await pass(700);
    expect(told.answer).toBeUndefined();
    expect(told.error).toBeInstanceOf(StoreUnavailable);
    expect(store.waits.size).toBe(0);
  });
});
