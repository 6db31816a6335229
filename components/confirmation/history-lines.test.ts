import { describe, expect, it } from "vitest";
import type { EventView } from "@/lib/wire/console/types";
import { historyLines } from "./history-lines";

const at = (time: string) => `2026-11-30T${time}.000Z`;
const event = (id: string, time: string): EventView => ({
  id,
  at: at(time),
  kind: "confirmation.submitted",
  actor: { kind: "agent", name: "billing-bot" },
  data: {},
});
const confirmation = { wait_ends_at: at("09:49:02"), decidable_until: at("17:50:00") };
const keys = (time: string, decidedAt?: string) =>
  historyLines(
    [event("1", "09:48:02"), event("2", "11:00:00")],
    {
      ...confirmation,
      decision: decidedAt
        ? { status: "denied", by: { kind: "reviewer", name: "Mia" }, reason_code: "reviewer_denied", at: at(decidedAt) }
        : undefined,
    },
    Date.parse(at(time)),
  ).map(({ key }) => key);

describe("the history of a confirmation", () => {
  it("tells the end of the agent's wait in its place, from its own instant on", () => {
    expect(keys("09:49:01")).toEqual(["1", "2"]);
    expect(keys("09:49:02")).toEqual(["1", "wait", "2"]);
  });

  it("does not tell it where the decision came first", () => {
    expect(keys("12:00:00", "09:48:30")).toEqual(["1", "2"]);
  });
});
