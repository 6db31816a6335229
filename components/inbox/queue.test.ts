import { describe, expect, it } from "vitest";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { asItIs, begin, comesBefore, type Look, lookAgain, withPage, withRead } from "./queue";

/** Ids are letters; what closes first has the earlier letter. */
function row(id: string, change: Partial<ConfirmationRow> = {}): ConfirmationRow {
  return {
    id,
    state: "pending",
    tool: "send_email",
    agent: { id: "a", name: "billing-bot" },
    created_at: "2026-11-30T09:00:00.000Z",
    wait_ends_at: "2026-11-30T09:01:00.000Z",
    decidable_until: `2026-12-01T09:00:00.${String(id.charCodeAt(0)).padStart(3, "0")}Z`,
    preview: [],
    argument_count: 0,
    arguments_digest: "sha256:0",
    hidden_characters: false,
    look_alikes: false,
    abilities: { approve: true, deny: true, edit: true, cancel: false, reveal: true, reconcile: [] },
    ...change,
  };
}
const rows = (text: string) => [...text].map((id) => row(id));
const look = (head: string, next?: string, newest = ""): Look => ({
  head: { data: rows(head), next_cursor: next },
  newest: rows(newest),
});
const ids = (list: readonly ConfirmationRow[]) => list.map(({ id }) => id).join("");

describe("the inbox's list", () => {
  it("keeps a row that is gone in its place until it was read what became of it, and then too", () => {
    const gone = lookAgain(begin("closes", look("abc")), look("ac"));
    expect(ids(gone.rows)).toBe("abc");
    expect([...gone.missing]).toEqual(["b"]);
    const read = withRead(gone, [row("b", { state: "denied" })]);
    expect(read.missing.size).toBe(0);
    expect(read.rows[1]?.state).toBe("denied");
    expect([...lookAgain(read, look("ac")).missing]).toEqual([]);
  });

  it("holds new rows back until they are asked for, and then puts them where they belong", () => {
    const list = lookAgain(begin("closes", look("bd")), look("abcd"));
    expect([ids(list.rows), ids(list.waiting)]).toEqual(["bd", "ac"]);
    expect(ids(asItIs(list).rows)).toBe("abcd");
  });

  it("announces a new row that belongs behind the head only where it would be among the shown", () => {
    const loaded = withPage(begin("closes", look("ab", "p2")), look("ef").head);
    expect(ids(lookAgain({ ...loaded, next: "p3" }, look("ab", "p2", "d")).waiting)).toBe("d");
    expect(ids(lookAgain({ ...loaded, next: "p3" }, look("ab", "p2", "z")).waiting)).toBe("");
    expect(ids(lookAgain(loaded, look("ab", "p2", "z")).waiting)).toBe("z");
  });

  it("says nothing of rows beyond the head that the look did not reach", () => {
    const loaded = withPage(begin("closes", look("ab", "p2")), look("cd").head);
    expect(lookAgain(loaded, look("ab", "p2")).missing.size).toBe(0);
  });

  it("adds a page once, whatever in it was shown or announced before", () => {
    const list = withPage({ ...begin("closes", look("ab", "p2")), waiting: rows("c") }, look("bcd").head);
    expect([ids(list.rows), ids(list.waiting), list.next]).toEqual(["abcd", "", undefined]);
  });

  it("forgets a new row that was decided before anybody looked", () => {
    const list = lookAgain(begin("closes", look("b")), look("ab"));
    expect(ids(lookAgain(list, look("b")).waiting)).toBe("");
  });

  it("shown as it is, drops what is over", () => {
    const list = withRead(lookAgain(begin("closes", look("abc")), look("ac")), [row("b", { state: "approved" })]);
    expect(ids(asItIs(list).rows)).toBe("ac");
  });

  it("says that its order is over once a tool's risk was changed, and adds what a list begun anew still has", () => {
    const grave = (id: string) => row(id, { risk: "critical" });
    const list = begin("risk", { head: { data: [grave("a"), row("b"), row("c")], next_cursor: "p2" }, newest: [] });
    expect(list.reordered).toBe(false);
    const looked = lookAgain(list, { head: { data: [grave("a"), grave("c")], next_cursor: "p2" }, newest: [] });
    expect([ids(looked.rows), looked.reordered]).toEqual(["abc", true]);
    const paged = withPage(list, { data: [grave("a"), grave("d"), row("b")], next_cursor: "p3", reordered: true });
    expect([ids(paged.rows), paged.next, paged.reordered]).toEqual(["abcd", "p3", true]);
  });

  it("orders by risk as the server does: the gravest first, the unknown beside the medium, then what closes first", () => {
    const grave = row("z", { risk: "critical" });
    const unknown = row("b");
    const medium = row("c", { risk: "medium" });
    const low = row("a", { risk: "low" });
    const sorted = [low, medium, unknown, grave].sort((a, b) => (comesBefore("risk", a, b) ? -1 : 1));
    expect(ids(sorted)).toBe("zbca");
  });
});
