import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { EMPTY_LIST, showAsItIs, takeIn } from "./standing-list";

function row(id: string, tool = "send_email"): ConfirmationRow {
  return {
    id,
    state: "pending",
    tool,
    agent: { id: "a", name: "billing-bot" },
    created_at: "2026-11-30T09:00:00.000Z",
    wait_ends_at: "2026-11-30T09:01:00.000Z",
    decidable_until: "2026-12-01T09:00:00.000Z",
    preview: [],
    argument_count: 0,
    arguments_digest: "sha256:0",
    hidden_characters: false,
    look_alikes: false,
    abilities: { approve: true, deny: true, edit: true, cancel: false, reveal: true, reconcile: [] },
  };
}

const ids = (rows: readonly ConfirmationRow[]) => rows.map(({ id }) => id).join("");
const rows = (text: string) => [...text].map((id) => row(id));

describe("a list that stands still", () => {
  it("shows the first answer in its own order", () => {
    expect(ids(takeIn(EMPTY_LIST, rows("abc")).rows)).toBe("abc");
  });

  it("keeps a row that is gone in its place, and knows that it is gone", () => {
    const list = takeIn(takeIn(EMPTY_LIST, rows("abc")), rows("ac"));
    expect(ids(list.rows)).toBe("abc");
    expect([...list.missing]).toEqual(["b"]);
  });

  it("holds new rows back until they are asked for", () => {
    const list = takeIn(takeIn(EMPTY_LIST, rows("bc")), rows("abxc"));
    expect(ids(list.rows)).toBe("bc");
    expect(ids(list.waiting)).toBe("ax");
    expect(ids(showAsItIs(rows("abxc")).rows)).toBe("abxc");
  });

  it("does not reorder what the server now orders otherwise, but takes what it says about it", () => {
    const list = takeIn(takeIn(EMPTY_LIST, rows("abc")), [row("c"), row("b"), row("a", "grant_role")]);
    expect(ids(list.rows)).toBe("abc");
    expect(list.rows[0]?.tool).toBe("grant_role");
  });

  it("appends what was loaded on request, without announcing it", () => {
    const list = takeIn(takeIn(EMPTY_LIST, rows("ab")), rows("abcd"), new Set(["c", "d"]));
    expect(ids(list.rows)).toBe("abcd");
    expect(list.waiting).toEqual([]);
  });

  it("fills an empty list at once: there is nothing to move", () => {
    expect(ids(takeIn(takeIn(EMPTY_LIST, []), rows("a")).rows)).toBe("a");
  });

  it("never moves, doubles or loses a row, whatever answers come", () => {
    const answer = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });
    fc.assert(
      fc.property(
        answer.filter((first) => first.length > 0),
        fc.array(answer),
        (first, later) => {
          let list = takeIn(EMPTY_LIST, rows(first.join("")));
          for (const next of later) {
            list = takeIn(list, rows(next.join("")));
            const known = new Set(first);
            expect(ids(list.rows)).toBe(first.join(""));
            expect(ids(list.waiting)).toBe(next.filter((id) => !known.has(id)).join(""));
          }
        },
      ),
    );
  });
});
