import type { ExactObject, ExactValue } from "./exact-json/value";

/**
 * What the literal search looks through: the request's names, and each key and value of its masked arguments as it
 * reads, not as JSON escapes it. One a line, so that no hit reaches over two of them.
 */
export function searchTextOf(names: (string | null)[], masked: ExactObject): string {
  const texts = names.filter((name) => name !== null);
  collect(masked, texts);
  // PostgreSQL's text cannot hold U+0000, and nobody searches for it.
  return comparable(texts.join("\n").replaceAll("\u0000", ""));
}

/** Both sides of a search go through this, so that upper and lower case are one in every script. */
export function comparable(text: string): string {
  return text.toLowerCase();
}

function collect(value: ExactValue, texts: string[]): void {
  if (value.kind === "object") {
    for (const [key, member] of value.members) {
      texts.push(key);
      collect(member, texts);
    }
  } else if (value.kind === "array") for (const item of value.items) collect(item, texts);
  else texts.push(value.kind === "string" ? value.value : value.text);
}
