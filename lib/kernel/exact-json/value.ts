/** What an exact JSON document is made of: every value keeps the very characters it was written with. */

/** Marks what the writer may splice in verbatim. A symbol, because no JSON that somebody sends can carry one. */
const EXACT = Symbol.for("countersign.exact-json");

/** `null`, `true` or `false`. */
export class ExactLiteral {
  readonly kind: "null" | "true" | "false";
  readonly text: string;
  constructor(kind: "null" | "true" | "false") {
    this.kind = kind;
    this.text = kind;
  }
  get [EXACT]() {
    return true;
  }
}

/** A number as it was written; it is never turned into a double, so no digit is lost. */
export class ExactNumber {
  readonly kind: "number";
  readonly text: string;
  constructor(text: string) {
    this.kind = "number";
    this.text = text;
  }
  get [EXACT]() {
    return true;
  }
}

/** A string: `text` with its quotes and escapes as written, `value` unescaped. `value` may hold U+0000. */
export class ExactString {
  readonly kind: "string";
  readonly text: string;
  readonly value: string;
  constructor(text: string, value: string) {
    this.kind = "string";
    this.text = text;
    this.value = value;
  }
  get [EXACT]() {
    return true;
  }
}

/** An array, its items in order. */
export class ExactArray {
  readonly kind: "array";
  readonly text: string;
  readonly items: readonly ExactValue[];
  constructor(text: string, items: readonly ExactValue[]) {
    this.kind = "array";
    this.text = text;
    this.items = items;
  }
  get [EXACT]() {
    return true;
  }
}

/** An object, its members by unescaped key, in the order written. */
export class ExactObject {
  readonly kind: "object";
  readonly text: string;
  readonly members: ReadonlyMap<string, ExactValue>;
  constructor(text: string, members: ReadonlyMap<string, ExactValue>) {
    this.kind = "object";
    this.text = text;
    this.members = members;
  }
  get [EXACT]() {
    return true;
  }
}

export type ExactValue = ExactLiteral | ExactNumber | ExactString | ExactArray | ExactObject;

/** JSON text that the writer takes as it is. See `raw`. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get [EXACT]() {
    return true;
  }
}

/** Whether the writer may take `value.text` verbatim: made by this folder, not merely shaped like it. */
export function isExact(value: object): value is { readonly text: string } {
  return EXACT in value;
}

/** A new string value, escaped as RFC 8785 escapes. */
export function exactString(value: string): ExactString {
  return new ExactString(JSON.stringify(value), value);
}

/** A new array written without white space; each item keeps its own text. */
export function exactArray(items: readonly ExactValue[]): ExactArray {
  return new ExactArray(`[${items.map((item) => item.text).join(",")}]`, items);
}

/** A new object written without white space, in the map's order; each member keeps its own text. */
export function exactObject(members: ReadonlyMap<string, ExactValue>): ExactObject {
  const written: string[] = [];
  for (const [key, value] of members) written.push(`${JSON.stringify(key)}:${value.text}`);
  return new ExactObject(`{${written.join(",")}}`, members);
}

/**
 * The value as ordinary JavaScript, for schema checks. Numbers become the nearest double, so the result is for judging
 * shapes only: what is stored, shown or sent is made from `text`.
 */
export function toPlain(value: ExactValue): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "true":
      return true;
    case "false":
      return false;
    case "number":
      return Number(value.text);
    case "string":
      return value.value;
    case "array":
      return value.items.map(toPlain);
    case "object": {
      const plain: Record<string, unknown> = {};
      for (const [key, member] of value.members) {
        // Assigning to "__proto__" would set the prototype and lose the member.
        if (key === "__proto__") {
          Object.defineProperty(plain, key, { value: toPlain(member), enumerable: true, writable: true });
        } else {
          plain[key] = toPlain(member);
        }
      }
      return plain;
    }
    default:
      return value satisfies never;
  }
}

/** How deep a value nests (a scalar 0, `{}` 1, `[[1]]` 2) and how many object members and array items it has in total. */
export function measure(value: ExactValue): { depth: number; members: number } {
  if (value.kind !== "array" && value.kind !== "object") return { depth: 0, members: 0 };
  let depth = 0;
  let members = 0;
  for (const child of value.kind === "array" ? value.items : value.members.values()) {
    const below = measure(child);
    depth = Math.max(depth, below.depth);
    members += 1 + below.members;
  }
  return { depth: depth + 1, members };
}
