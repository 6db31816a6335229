import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";

/**
 * Reads back an object that was checked before it was stored.
 *
 * @throws Error when the stored text is not what was stored; nothing may be decided over such a row
 */
export function readStoredObject(text: string): ExactObject {
  const read = readExactJson(text, { maxDepth: 100, maxMembers: 100_000 });
  if (!read.ok || read.value.kind !== "object") throw new Error("The stored arguments cannot be read.");
  return read.value;
}
