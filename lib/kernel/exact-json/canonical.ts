/** One text for one value, however it was written (DESIGN §7). Free of Node, because browsers compare values too. */
import type { ExactValue } from "./value";

/**
 * The canonical form: RFC 8785's key order (UTF-16 code units), string escapes and lack of white space, but numbers by
 * their exact decimal value, where RFC 8785 would round to a double. For every number that a double holds as written
 * the two agree; beyond that, two different values never share a form.
 */
export function canonicalText(value: ExactValue): string {
  switch (value.kind) {
    case "number":
      return canonicalNumber(value.text);
    case "string":
      return JSON.stringify(value.value);
    case "array":
      return `[${value.items.map(canonicalText).join(",")}]`;
    case "object": {
      const members: string[] = [];
      // The default sort compares UTF-16 code units, as RFC 8785 asks.
      for (const key of [...value.members.keys()].sort()) {
        const member = value.members.get(key);
        if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalText(member)}`);
      }
      return `{${members.join(",")}}`;
    }
    default:
      return value.text;
  }
}

/** Whether two values are one and the same: equal canonical forms, found without writing them out. */
export function sameValue(a: ExactValue, b: ExactValue): boolean {
  if (a === b) return true;
  if (a.kind === "object") {
    if (b.kind !== "object" || a.members.size !== b.members.size) return false;
    for (const [key, member] of a.members) {
      const other = b.members.get(key);
      if (other === undefined || !sameValue(member, other)) return false;
    }
    return true;
  }
  if (a.kind === "array") {
    if (b.kind !== "array" || a.items.length !== b.items.length) return false;
    return a.items.every((item, position) => {
      const other = b.items[position];
      return other !== undefined && sameValue(item, other);
    });
  }
  if (a.kind === "string") return b.kind === "string" && a.value === b.value;
  if (a.kind === "number") {
    return b.kind === "number" && (a.text === b.text || canonicalNumber(a.text) === canonicalNumber(b.text));
  }
  return a.kind === b.kind;
}

/** Written as its layout would write it; most numbers are, and need no work. */
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]{0,20})$/;

/**
 * A number's digits and exponent, laid out as ECMAScript's Number::toString lays them out: plain up to 21 places and
 * down to six zeros after the point, with an exponent beyond. No layout is longer than the lexeme by more than 21.
 */
function canonicalNumber(lexeme: string): string {
  if (PLAIN_INTEGER.test(lexeme)) return lexeme;
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(lexeme);
  if (parts === null) throw new TypeError("not a JSON number");
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const written = whole + fraction;
  let from = 0;
  while (from < written.length && written.charAt(from) === "0") from += 1;
  // Zero has neither sign nor exponent: 0, -0.0 and 0e99 are one value.
  if (from === written.length) return "0";
  let to = written.length;
  while (written.charAt(to - 1) === "0") to -= 1;
  const digits = written.slice(from, to);
  // The value is 0.digits × 10^point. The reader's range check keeps the exponent far below what a double holds exactly.
  const point = whole.length - from + Number(exponent);
  return sign + layOut(digits, point);
}

function layOut(digits: string, point: number): string {
  const count = digits.length;
  if (point > 0 && point <= 21) {
    return count <= point ? digits + "0".repeat(point - count) : `${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  if (point > -6 && point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const power = point - 1;
  const mantissa = count === 1 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${mantissa}e${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}
