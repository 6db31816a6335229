import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";

/** An object out of the store, read without loss; null where it cannot be, and the text is then shown as it is. */
export function readObject(text: string): ExactObject | null {
  const read = readExactJson(text, { maxDepth: 100, maxMembers: 100_000 });
  return read.ok && read.value.kind === "object" ? read.value : null;
}
