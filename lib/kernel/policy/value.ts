/** What expressions of rules compute with. Arguments stay as they were read, and only what a rule looks at is looked at. */
import { ExactArray, ExactObject, type ExactValue } from "../exact-json/value";
import { type Comparison, compareNumbers, InexactNumber, isNumeric, type Numeric, readNumber } from "./number";
import { Duration, Timestamp } from "./time";

/** Why an expression has no value. It travels as a value, because a rule that errors is an everyday thing. */
export class Failure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** A type as a value, as `type(args.amount)` gives it. */
export class TypeName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Arrays and maps are those that a rule itself makes. */
export type Value =
  | null
  | boolean
  | string
  | Numeric
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | ExactArray
  | ExactObject
  | Timestamp
  | Duration
  | TypeName
  | Failure;

/** How many values one rule may visit in its loops; the members of the largest arguments, twice. */
const VISITS_PER_RULE = 20_000;
/** No rule may make a longer text: it would be made of many copies of one. */
export const MAX_TEXT_MADE = 1_048_576;

/** What one evaluation of one rule reads, and what it has used up. */
export class Scope {
  /** In an allow rule: what is not there, or no double holds as written, cannot be read. */
  strict = false;
  /** What loops bind, by the place their compiler gave them. */
  readonly locals: Value[] = [];
  readonly variables: Readonly<Record<VariableName, Value>>;
  private visits = VISITS_PER_RULE;
  private readonly lookAlikes = new Map<ExactObject, ReadonlyMap<string, string> | null>();

  constructor(variables: Readonly<Record<VariableName, Value>>) {
    this.variables = variables;
  }

  beginRule(strict: boolean): void {
    this.strict = strict;
    this.visits = VISITS_PER_RULE;
  }

  /** Counts `count` values visited; false when that is more than a rule may. */
  visit(count: number): boolean {
    this.visits -= count;
    return this.visits >= 0;
  }

  /** A value of the arguments. A number that no double holds satisfies no allow rule, because there it cannot be read. */
  read(value: ExactValue): Value {
    switch (value.kind) {
      case "null":
        return null;
      case "true":
        return true;
      case "false":
        return false;
      case "string":
        return value.value;
      case "number": {
        const number = readNumber(value.text);
        if (number === undefined) return UNREADABLE;
        return this.strict && number instanceof InexactNumber ? NOT_HELD : number;
      }
      default:
        return value;
    }
  }

  /**
   * The member of an object, undefined where there is none. Keys are compared as they are written; where another key of
   * the object is the same letters encoded otherwise, nobody can tell which one the target reads.
   */
  member(object: ExactObject, key: string): Value | undefined {
    const alike = this.alikeIn(object);
    if (alike !== null) {
      const other = alike.get(key.normalize("NFC"));
      if (other !== undefined && (other === AMBIGUOUS || other !== key)) return WRITTEN_ALIKE;
    }
    const member = object.members.get(key);
    return member === undefined ? undefined : this.read(member);
  }

  /** The keys of an object that has any beyond ASCII, by their composed form; null for all others. */
  private alikeIn(object: ExactObject): ReadonlyMap<string, string> | null {
    const known = this.lookAlikes.get(object);
    if (known !== undefined) return known;
    let found: Map<string, string> | null = null;
    for (const key of object.members.keys()) {
      if (!BEYOND_ASCII.test(key)) continue;
      found = new Map();
      for (const each of object.members.keys()) {
        const composed = each.normalize("NFC");
        found.set(composed, found.has(composed) ? AMBIGUOUS : each);
      }
      break;
    }
    this.lookAlikes.set(object, found);
    return found;
  }
}

export type VariableName = "tool" | "target" | "args" | "agent" | "subject" | "session" | "risk" | "reversible" | "now";

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** No key of JSON can be half a surrogate pair: the reader refuses it. */
const AMBIGUOUS = "\ud800";
const WRITTEN_ALIKE = new Failure("Two members have names of the same letters, written differently");
const UNREADABLE = new Failure("No computer number comes near this number");
const NOT_HELD = new Failure("A double cannot hold this number as it is written, so it satisfies no allow rule");

/** The kind of a value in words, for messages. */
export function kindOf(value: Value): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "true or false";
  if (typeof value === "string") return "text";
  if (isNumeric(value)) return "a number";
  if (isList(value)) return "a list";
  if (value instanceof Timestamp) return "a time";
  if (value instanceof Duration) return "a duration";
  if (value instanceof TypeName) return "a type";
  return value instanceof Failure ? "an error" : "an object";
}

/** The name of a value's type in CEL. A whole number is an int however it was written. */
export function typeOf(value: Value): string {
  if (value === null) return "null_type";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (typeof value === "bigint") return "int";
  if (isNumeric(value)) return "double";
  if (isList(value)) return "list";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof Duration) return "google.protobuf.Duration";
  return value instanceof TypeName ? "type" : "map";
}

export type List = readonly Value[] | ExactArray;
export type Members = ReadonlyMap<string, Value> | ExactObject;

export function isList(value: Value): value is List {
  return value instanceof ExactArray || Array.isArray(value);
}

export function isMembers(value: Value): value is Members {
  return value instanceof ExactObject || value instanceof Map;
}

export function lengthOf(list: List): number {
  return list instanceof ExactArray ? list.items.length : list.length;
}

/** The item at a place of the list, undefined beyond its ends. */
export function itemAt(list: List, at: number, scope: Scope): Value | undefined {
  if (!(list instanceof ExactArray)) return list[at];
  const item = list.items[at];
  return item === undefined ? undefined : scope.read(item);
}

export function sizeOf(members: Members): number {
  return members instanceof ExactObject ? members.members.size : members.size;
}

export function keysOf(members: Members): Iterable<string> {
  return members instanceof ExactObject ? members.members.keys() : members.keys();
}

export function memberOf(members: Members, key: string, scope: Scope): Value | undefined {
  return members instanceof ExactObject ? scope.member(members, key) : members.get(key);
}

/**
 * Whether two values are equal. Values of different kinds are neither equal nor unequal but a failure, so that `!=` is
 * not satisfied by a wrong type either; whole and decimal numbers are of one kind.
 */
export function equal(a: Value, b: Value, scope: Scope): boolean | Failure {
  // Most comparisons of most rules are of the tool's name.
  if (typeof a === "string" && typeof b === "string") return a === b;
  if (a instanceof Failure) return a;
  if (b instanceof Failure) return b;
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, "==", b) ?? CANNOT_TELL;
  if (typeof a === "string" || typeof a === "boolean" || a === null) {
    return typeof a === typeof b && (a === null) === (b === null) ? a === b : mismatch(a, b);
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.ms === b.ms;
  if (a instanceof Duration && b instanceof Duration) return a.ms === b.ms;
  if (a instanceof TypeName && b instanceof TypeName) return a.name === b.name;
  if (isList(a) && isList(b)) return equalLists(a, b, scope);
  if (isMembers(a) && isMembers(b)) return equalMembers(a, b, scope);
  return mismatch(a, b);
}

function mismatch(a: Value, b: Value): Failure {
  return new Failure(`Cannot compare ${kindOf(a)} with ${kindOf(b)}`);
}

const CANNOT_TELL = new Failure(
  "A double cannot hold this number as it is written, and what it is compared with is too near",
);
export const TOO_MUCH = new Failure("Looks at more values than a rule may");

/** A difference anywhere decides; failing that, a failure anywhere. So the order of items or members says nothing. */
function equalLists(a: List, b: List, scope: Scope): boolean | Failure {
  const length = lengthOf(a);
  if (length !== lengthOf(b)) return false;
  if (!scope.visit(length)) return TOO_MUCH;
  let failed: Failure | undefined;
  for (let at = 0; at < length; at += 1) {
    const same = equal(itemAt(a, at, scope) ?? null, itemAt(b, at, scope) ?? null, scope);
    if (same === false) return false;
    if (same !== true) failed ??= same;
  }
  return failed ?? true;
}

function equalMembers(a: Members, b: Members, scope: Scope): boolean | Failure {
  if (sizeOf(a) !== sizeOf(b)) return false;
  if (!scope.visit(sizeOf(a))) return TOO_MUCH;
  let failed: Failure | undefined;
  for (const key of keysOf(a)) {
    const left = memberOf(a, key, scope);
    const right = memberOf(b, key, scope);
    if (left === undefined || right === undefined) return false;
    const same = equal(left, right, scope);
    if (same === false) return false;
    if (same !== true) failed ??= same;
  }
  return failed ?? true;
}

/** Numbers, times and durations have an order. Texts have none: "900" comes behind "1000". */
export function compare(a: Value, comparison: Exclude<Comparison, "==">, b: Value): boolean | Failure {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, comparison, b) ?? CANNOT_TELL;
  if (a instanceof Failure) return a;
  if (b instanceof Failure) return b;
  const ordered =
    (a instanceof Timestamp && b instanceof Timestamp) || (a instanceof Duration && b instanceof Duration);
  if (ordered) return compareNumbers(a.ms, comparison, b.ms) ?? CANNOT_TELL;
  if (typeof a === "string" && typeof b === "string") return TEXT_HAS_NO_ORDER;
  return new Failure(`Cannot compare ${kindOf(a)} with ${kindOf(b)}`);
}

export const TEXT_HAS_NO_ORDER = new Failure("Texts have no order; turn them into numbers or times first");

/** Whether the list has the value. A value that could be compared with none, or not with all, is a failure. */
export function isIn(value: Value, container: Value, scope: Scope): boolean | Failure {
  if (value instanceof Failure) return value;
  if (container instanceof Failure) return container;
  if (isMembers(container)) {
    if (typeof value !== "string") return new Failure(`Names of members are text, not ${kindOf(value)}`);
    const member = memberOf(container, value, scope);
    return member === WRITTEN_ALIKE ? WRITTEN_ALIKE : member !== undefined;
  }
  if (!isList(container)) return new Failure(`Cannot look for something in ${kindOf(container)}`);
  const length = lengthOf(container);
  if (!scope.visit(length)) return TOO_MUCH;
  let failed: Failure | undefined;
  for (let at = 0; at < length; at += 1) {
    const item = itemAt(container, at, scope) ?? null;
    const same = item === null ? value === null : equal(value, item, scope);
    if (same === true) return true;
    if (same !== false) failed ??= same;
  }
  return failed ?? false;
}
