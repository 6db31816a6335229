import { type Change, changesBetween } from "@/lib/kernel/exact-json/changes";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { Why } from "@/lib/kernel/refusal";
import { readObject } from "./read-object";

export type EditFault =
  | { kind: "place"; line: number; column: number; message: string; why: Why }
  | { kind: "not_object" }
  | { kind: "bad_original" }
  /** So many fields of the form hold what cannot be taken. */
  | { kind: "unfinished"; count: number };

/** What an edited text comes to: what it changes, or where it cannot be read. */
export type EditReading = { ok: true; value: ExactObject; changes: Change[] } | { ok: false; fault: EditFault };

/** Reads an edit beside the arguments it started from. The server reads it again; this is for showing before sending. */
export function readEdit(proposedText: string, editedText: string): EditReading {
  const read = readExactJson(editedText);
  if (!read.ok) {
    const { line, column, message, why } = read.fault;
    return { ok: false, fault: { kind: "place", line, column, message, why } };
  }
  if (read.value.kind !== "object") return { ok: false, fault: { kind: "not_object" } };
  const proposed = readObject(proposedText);
  if (!proposed) return { ok: false, fault: { kind: "bad_original" } };
  return { ok: true, value: read.value, changes: changesBetween(proposed, read.value) };
}
