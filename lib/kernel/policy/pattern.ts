/** Patterns that cover the whole value, in time linear in its length (RE2). */
import { RE2JS } from "re2js";

export type Pattern = { re: RE2JS; size: number };

/** Longer ones are no honest patterns, and every character costs on each value. */
const MAX_PATTERN_LENGTH = 1_000;
/** Characters of the value times instructions of the pattern. The largest arguments meet any honest pattern below it, within a tenth of a second. */
const MAX_WORK = 100_000_000;

/** The pattern, or what is wrong with it. RE2's syntax: no look-around, no references back. */
export function readPattern(text: string): Pattern | { fault: string } {
  if (text.length > MAX_PATTERN_LENGTH) return { fault: `A pattern has at most ${MAX_PATTERN_LENGTH} characters` };
  try {
    const re = RE2JS.compile(text);
    return { re, size: re.programSize() };
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : "This is no pattern" };
  }
}

/**
 * Whether the pattern covers the whole text, from its first character to its last, line breaks included; undefined
 * where text and pattern together are too much work.
 */
export function coversWhole({ re, size }: Pattern, text: string): boolean | undefined {
  return text.length * size > MAX_WORK ? undefined : re.matches(text);
}
