import { describe, expect, it } from "vitest";
import { TEXTS, textsFor } from "@/components/i18n/catalog";
import { translator } from "@/components/i18n/format";
import { LOCALES } from "@/components/i18n/locale";
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

const en = translator("en", textsFor("en"));

describe("an event as a sentence", () => {
  it("names who did it, and calls the reader you", () => {
    expect(eventSentence(event({}), "p2", en)).toMatchObject({ who: "Mia Brandt", did: "denied" });
    expect(eventSentence(event({}), "p1", en).who).toBe("you");
  });

  it("does not take an agent for the reader because an id is the same", () => {
    expect(eventSentence(event({ actor: { kind: "agent", id: "p1", name: "bot" } }), "p1", en).who).toBe("bot");
  });

  it("brings the words that were given", () => {
    expect(eventSentence(event({ data: { reason: "not without a ticket", code: "x" } }), undefined, en).more).toBe(
      "not without a ticket",
    );
  });

  it("has words for every kind, and shows a kind it does not know as it is", () => {
    for (const locale of LOCALES) {
      const t = translator(locale, textsFor(locale));
      for (const kind of Object.keys(AUDIT_KINDS)) {
        expect(eventSentence(event({ kind }), undefined, t).did, `${kind} ${locale}`).not.toBe(kind);
      }
    }
    expect(eventSentence(event({ kind: "later.kind" }), undefined, en).did).toBe("later.kind");
  });

  it("says each in English as the kernel does, and has no sentence for a kind there is not", () => {
    const told = Object.entries(TEXTS).filter(([key]) => /^event\..+\./.test(key));
    expect(Object.fromEntries(told.map(([key, [english]]) => [key.replace("event.", ""), english]))).toEqual(
      AUDIT_KINDS,
    );
  });
});
