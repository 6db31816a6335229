/** Writes answers: ordinary values as JSON, with exact values spliced in as they were written. */
import { isExact, RawJson } from "./value";

/** Deeper than any answer; reached only by a value that contains itself. */
const DEPTH_CEILING = 1_100;

/** Marks text that is JSON already (a stored column, say) so that the writer takes it verbatim. The text is not checked. */
export function raw(text: string): RawJson {
  return new RawJson(text);
}

/**
 * JSON text of `value`. Exact values and `raw` texts go in verbatim; members that are undefined are left out; a bigint
 * becomes its digits; a Date becomes RFC 3339 in UTC with milliseconds and Z.
 * Throws a TypeError for what JSON cannot say: NaN, infinities, functions, symbols, undefined items, cycles.
 */
export function writeExactJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? "null" : writeObject(value, depth);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
}

function writeObject(value: object, depth: number): string {
  if (isExact(value)) return value.text;
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (depth >= DEPTH_CEILING) throw new TypeError("the value is too deep, or contains itself");
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  // Maps, byte arrays and the like have no members of their own and would silently become {}.
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new TypeError(`JSON has no ${Object.prototype.toString.call(value)}`);
  }
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${write(member, depth + 1)}`;
  }
  return `{${text}}`;
}
