import { describe, expect, it } from "vitest";
import type { PolicyReplay } from "@/lib/wire/console/types";
import { MOST_SHOWN, type ReplayState, withPart } from "./use-replay";

const START: ReplayState = {
  phase: "running",
  wanted: 500,
  examined: 0,
  passedOver: 0,
  counts: [],
  differing: [],
  differs: 0,
};

const part = (count: number): PolicyReplay => ({
  digest: "d",
  examined: count + 1,
  passed_over: 1,
  counts: [{ before: "ask", after: "allow", count }],
  differing: Array.from({ length: count }, (_, n) => ({
    id: String(n),
    tool: "t",
    agent: "a",
    created_at: "2026-01-01T00:00:00.000Z",
    state: "pending" as const,
    before: { effect: "ask" as const },
    after: { effect: "allow" as const },
  })),
  server_time: "2026-01-01T00:00:00.000Z",
});

describe("a replay in parts", () => {
  it("adds up counts of the same kind, and counts every difference while it lists the first", () => {
    const state = withPart(withPart(START, part(150)), part(150));
    expect(state.counts).toEqual([{ before: "ask", after: "allow", count: 300 }]);
    expect(state).toMatchObject({ examined: 302, passedOver: 2, differs: 300 });
    expect(state.differing).toHaveLength(MOST_SHOWN);
  });
});
