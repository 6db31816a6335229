import { isId } from "@/lib/kernel/id";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import type { Cursor } from "@/lib/store/confirmations";

/** Where a page ended, as an opaque text. */
export function writeCursor(cursor: Cursor | null): string | undefined {
  if (!cursor) return undefined;
  return Buffer.from(fieldsOf(cursor).join(".")).toString("base64url");
}

function fieldsOf(cursor: Cursor): (string | number)[] {
  if (cursor.sort === "newest") return ["n", cursor.id];
  const closes = [cursor.id, cursor.decidableUntil.getTime()];
  return cursor.sort === "closes" ? ["c", ...closes] : ["r", ...closes, cursor.rank, cursor.order];
}

/** Reads back a cursor of the same sort; a text from elsewhere is refused, never guessed at. */
export function readCursor(
  text: string | undefined,
  sort: Cursor["sort"],
): { ok: true; cursor: Cursor | undefined } | Refused {
  if (text === undefined) return { ok: true, cursor: undefined };
  const [kind, id, millis, rank, order] = Buffer.from(text, "base64url").toString().split(".");
  if (id && isId(id)) {
    if (sort === "newest" && kind === "n") return { ok: true, cursor: { sort, id } };
    const at = new Date(Number(millis));
    if (sort === "closes" && kind === "c" && !Number.isNaN(at.getTime())) {
      return { ok: true, cursor: { sort, decidableUntil: at, id } };
    }
    if (sort === "risk" && kind === "r" && !Number.isNaN(at.getTime()) && /^[0-3]$/.test(rank ?? "") && order) {
      return { ok: true, cursor: { sort, rank: Number(rank), decidableUntil: at, id, order } };
    }
  }
  return refuse("invalid_request", "cursor must be a next_cursor of the same list. Nothing was read.", {
    errors: [{ path: "/cursor", message: "must be a next_cursor of the same list" }],
  });
}
