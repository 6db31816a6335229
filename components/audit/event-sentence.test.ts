import { describe, expect, it } from "vitest";
import { AUDIT_KINDS } from "@/lib/kernel/audit-kinds";
import type { EventView } from "@/lib/wire/console/types";
import { eventSentence } from "./event-sentence";

const event = (part: Partial<EventView>): EventView => ({
  id: "1",
  at: "2026-11-30T09:00:00.000Z",
  kind: "confirmation.denied",
  actor: { kind: "person", id: "p1", name: "Mia Brandt" },
  data: {},
  ...part,
});

describe("an event as a sentence", () => {
  it("names who did it, and calls the reader you", () => {
    expect(eventSentence(event({}), "p2")).toMatchObject({ who: "Mia Brandt", did: "denied" });
    expect(eventSentence(event({}), "p1").who).toBe("you");
  });

  it("does not take an agent for the reader because an id is the same", () => {
    expect(eventSentence(event({ actor: { kind: "agent", id: "p1", name: "bot" } }), "p1").who).toBe("bot");
  });

  it("brings the words that were given", () => {
    expect(eventSentence(event({ data: { reason: "not without a ticket", code: "x" } }), undefined).more).toBe(
      "not without a ticket",
    );
  });

  it("has words for every kind, and shows a kind it does not know as it is", () => {
    for (const kind of Object.keys(AUDIT_KINDS)) expect(eventSentence(event({ kind }), undefined).did).not.toBe(kind);
    expect(eventSentence(event({ kind: "later.kind" }), undefined).did).toBe("later.kind");
  });
});
