/** Calculating with numbers, texts, lists and times. What cannot be said exactly fails instead of being rounded. */
import { InexactNumber, isNumeric, MAX_INT, MIN_INT, type Numeric } from "./number";
import { Duration, Timestamp } from "./time";
import {
  Failure,
  isList,
  itemAt,
  kindOf,
  type List,
  lengthOf,
  MAX_TEXT_MADE,
  type Scope,
  TOO_MUCH,
  type Value,
} from "./value";

export type Operator = "+" | "-" | "*" | "/" | "%";

export function calculate(operator: Operator, a: Value, b: Value, scope: Scope): Value {
  if (isNumeric(a) && isNumeric(b)) return calculateNumbers(operator, a, b);
  if (operator === "+") {
    if (typeof a === "string" && typeof b === "string") return a.length + b.length > MAX_TEXT_MADE ? TOO_MUCH : a + b;
    if (isList(a) && isList(b)) return joined(a, b, scope);
    if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.ms + b.ms);
    if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.ms + b.ms);
    if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms + b.ms);
  }
  if (operator === "-") {
    if (a instanceof Timestamp && b instanceof Timestamp) return new Duration(a.ms - b.ms);
    if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.ms - b.ms);
    if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms - b.ms);
  }
  return new Failure(`Cannot calculate ${kindOf(a)} ${operator} ${kindOf(b)}`);
}

function calculateNumbers(operator: Operator, a: Numeric, b: Numeric): Value {
  if (a instanceof InexactNumber || b instanceof InexactNumber) return NOT_HELD;
  if (typeof a === "bigint" && typeof b === "bigint") return calculateWhole(operator, a, b);
  if (operator === "%") return WHOLE_ONLY;
  const left = Number(a);
  const right = Number(b);
  if ((typeof a === "bigint" && BigInt(left) !== a) || (typeof b === "bigint" && BigInt(right) !== b)) return NOT_HELD;
  const result = DOUBLE[operator](left, right);
  return Number.isFinite(result) ? result : OUT_OF_RANGE;
}

const DOUBLE: Record<Exclude<Operator, "%">, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/**
 * Whole numbers stay whole. CEL would cut 5 / 2 to 2, and an amount written as 5 would then pass a threshold that 5.5
 * does not; so a division that leaves a rest fails, and `double(args.amount) / 2` says what is meant.
 */
function calculateWhole(operator: Operator, a: bigint, b: bigint): Value {
  if ((operator === "/" || operator === "%") && b === 0n) return DIVIDED_BY_ZERO;
  if (operator === "/" && a % b !== 0n) return UNEVEN;
  const result = WHOLE[operator](a, b);
  return result > MAX_INT || result < MIN_INT ? OUT_OF_RANGE : result;
}

const WHOLE: Record<Operator, (a: bigint, b: bigint) => bigint> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

function joined(a: List, b: List, scope: Scope): Value {
  if (!scope.visit(lengthOf(a) + lengthOf(b))) return TOO_MUCH;
  const made: Value[] = [];
  for (const list of [a, b]) {
    for (let at = 0; at < lengthOf(list); at += 1) made.push(itemAt(list, at, scope) ?? null);
  }
  return made;
}

const NOT_HELD = new Failure("A double cannot hold this number as it is written");
const OUT_OF_RANGE = new Failure("The result is out of range");
const DIVIDED_BY_ZERO = new Failure("Divided by zero");
const UNEVEN = new Failure("Whole numbers that do not divide evenly; divide double(…) instead");
const WHOLE_ONLY = new Failure("A rest is taken of whole numbers only");
