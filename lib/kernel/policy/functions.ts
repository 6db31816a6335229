/** The functions of CEL that rules may use, with the kinds of value they take. */
import { InexactNumber, isNumeric, MAX_INT, MIN_INT, readNumber } from "./number";
import { Duration, readDuration, readTimestamp, Timestamp } from "./time";
import {
  Failure,
  isList,
  isMembers,
  itemAt,
  kindOf,
  lengthOf,
  MAX_TEXT_MADE,
  type Scope,
  sizeOf,
  TOO_MUCH,
  TypeName,
  typeOf,
  type Value,
} from "./value";

type Call = (value: Value) => Value;

const FUNCTIONS = {
  dyn: (value) => value,
  type: (value) => new TypeName(typeOf(value)),
  size: sizeOfValue,
  int: toInt,
  double: toDouble,
  string: toText,
  bool: (value) =>
    value === true || value === "true" ? true : value === false || value === "false" ? false : cannot("bool", value),
  timestamp: toTimestamp,
  duration: (value) => {
    if (value instanceof Duration) return value;
    return (typeof value === "string" ? readDuration(value) : undefined) ?? cannot("duration", value);
  },
} satisfies Record<string, Call>;

export type FunctionName = keyof typeof FUNCTIONS;

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

export function callFunction(name: FunctionName, value: Value): Value {
  return FUNCTIONS[name](value);
}

function cannot(name: string, value: Value): Failure {
  return new Failure(`${name}() cannot take this ${typeof value === "string" ? "text" : `value: ${kindOf(value)}`}`);
}

/** Characters of a text as Unicode counts them, items of a list, members of an object. */
function sizeOfValue(value: Value): Value {
  if (typeof value === "string") {
    let count = 0;
    for (const _ of value) count += 1;
    return BigInt(count);
  }
  if (isList(value)) return BigInt(lengthOf(value));
  return isMembers(value) ? BigInt(sizeOf(value)) : cannot("size", value);
}

/** A text must be a whole number as JSON writes one; a decimal loses what is behind its point, as in CEL. */
function toInt(value: Value): Value {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") {
    const whole = BigInt(Math.trunc(value));
    return whole >= MIN_INT && whole <= MAX_INT ? whole : cannot("int", value);
  }
  if (typeof value !== "string" || !/^-?(?:0|[1-9][0-9]{0,18})$/.test(value)) return cannot("int", value);
  const whole = BigInt(value);
  return whole >= MIN_INT && whole <= MAX_INT ? whole : cannot("int", value);
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A text must be a number as JSON writes one. What a double cannot hold exactly is refused. */
function toDouble(value: Value): Value {
  if (typeof value === "string") {
    const read = value.length <= 400 && JSON_NUMBER.test(value) ? readNumber(value) : undefined;
    return read === undefined ? cannot("double", value) : toDouble(read);
  }
  if (!isNumeric(value) || value instanceof InexactNumber) return cannot("double", value);
  const double = Number(value);
  return typeof value === "bigint" && BigInt(double) !== value ? cannot("double", value) : double;
}

function toText(value: Value): Value {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint" || typeof value === "number") return String(value);
  if (value instanceof Timestamp) return new Date(value.ms).toISOString();
  return cannot("string", value);
}

function toTimestamp(value: Value): Value {
  if (value instanceof Timestamp) return value;
  if (typeof value === "string") return readTimestamp(value) ?? cannot("timestamp", value);
  // Seconds, as CEL counts; within the years 1 to 9999.
  if (typeof value !== "bigint" || value < -62_135_596_800n || value > 253_402_300_799n)
    return cannot("timestamp", value);
  return new Timestamp(Number(value) * 1000);
}

type Method = (receiver: string, args: readonly Value[], scope: Scope) => Value;

const METHODS = {
  contains: (text, [part]) => (typeof part === "string" ? text.includes(part) : notTaken(part)),
  startsWith: (text, [part]) => (typeof part === "string" ? text.startsWith(part) : notTaken(part)),
  endsWith: (text, [part]) => (typeof part === "string" ? text.endsWith(part) : notTaken(part)),
  lowerAscii: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  upperAscii: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  trim: (text) => text.trim(),
  indexOf: (text, [part, from = 0n]) => place(text, part, from, (searched, start) => text.indexOf(searched, start)),
  lastIndexOf: (text, [part, from = BigInt(text.length)]) =>
    place(text, part, from, (searched, start) => text.lastIndexOf(searched, start)),
  substring: (text, [from, to = BigInt(text.length)]) => {
    if (typeof from !== "bigint" || typeof to !== "bigint") return notTaken(typeof from === "bigint" ? to : from);
    if (from < 0n || to < from || to > BigInt(text.length)) return OUT_OF_TEXT;
    return text.slice(Number(from), Number(to));
  },
  split: (text, [separator, most = -1n], scope) => {
    if (typeof separator !== "string" || typeof most !== "bigint") return notTaken(separator ?? null);
    const parts = text.split(separator);
    if (!scope.visit(parts.length)) return TOO_MUCH;
    const limit = Number(most);
    if (limit === 0) return [];
    if (limit < 0 || parts.length <= limit) return parts;
    return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
  },
} satisfies Record<string, Method>;

export type MethodName = keyof typeof METHODS | "size" | "join";

export function isMethodName(name: string): name is MethodName {
  return name === "size" || name === "join" || Object.hasOwn(METHODS, name);
}

/** Calls a method on the first of the values, with the others. */
export function callMethod(name: MethodName, [receiver = null, ...args]: readonly Value[], scope: Scope): Value {
  if (name === "size") return sizeOfValue(receiver);
  if (name === "join") return join(receiver, args[0] ?? "", scope);
  return typeof receiver === "string"
    ? METHODS[name](receiver, args, scope)
    : new Failure(`${name}() is asked of text, not of ${kindOf(receiver)}`);
}

function join(list: Value, separator: Value, scope: Scope): Value {
  if (!isList(list)) return new Failure(`join() is asked of a list, not of ${kindOf(list)}`);
  if (typeof separator !== "string") return notTaken(separator);
  if (!scope.visit(lengthOf(list))) return TOO_MUCH;
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < lengthOf(list); at += 1) {
    const part = itemAt(list, at, scope) ?? null;
    if (typeof part !== "string") return new Failure(`join() joins text, not ${kindOf(part)}`);
    length += part.length + separator.length;
    if (length > MAX_TEXT_MADE) return TOO_MUCH;
    parts.push(part);
  }
  return parts.join(separator);
}

function place(
  text: string,
  part: Value | undefined,
  from: Value,
  find: (part: string, from: number) => number,
): Value {
  if (typeof part !== "string" || typeof from !== "bigint") return notTaken(typeof part === "string" ? from : part);
  if (from < 0n || from > BigInt(text.length)) return OUT_OF_TEXT;
  return BigInt(find(part, Number(from)));
}

function notTaken(value: Value | undefined): Failure {
  return new Failure(`A function cannot take ${kindOf(value ?? null)} here`);
}

const OUT_OF_TEXT = new Failure("This place is outside the text");
