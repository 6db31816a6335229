import { type Change, changesBetween } from "@/lib/kernel/exact-json/changes";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { readObject } from "./read-object";

/** What an edited text comes to: what it changes, or where it cannot be read. */
export type EditReading = { ok: true; changes: Change[] } | { ok: false; message: string };

/** Reads an edit beside the arguments it started from. The server reads it again; this is for showing before sending. */
export function readEdit(proposedText: string, editedText: string): EditReading {
  const read = readExactJson(editedText);
  if (!read.ok) {
    const { line, column, message } = read.fault;
    return { ok: false, message: `Line ${line}, column ${column}: ${message}` };
  }
  if (read.value.kind !== "object") return { ok: false, message: "The arguments must be an object: { … }" };
  const proposed = readObject(proposedText);
  if (!proposed) return { ok: false, message: "The agent's arguments cannot be read here, so they cannot be edited." };
  return { ok: true, changes: changesBetween(proposed, read.value) };
}
