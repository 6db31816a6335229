/** Numbers as rules see them: exact where they can be, and never quietly rounded. */

/** A number that a double cannot hold as it was written: its digits × 10^exponent, and the double nearest to it. */
export class InexactNumber {
  readonly digits: bigint;
  readonly exponent: number;
  readonly nearest: number;
  constructor(digits: bigint, exponent: number, nearest: number) {
    this.digits = digits;
    this.exponent = exponent;
    this.nearest = nearest;
  }
}

/** A whole number of 64 bits is a bigint, however it was written (`50`, `50.0`, `5e1`); any other a double holds is one. */
export type Numeric = bigint | number | InexactNumber;

export const MIN_INT = -(2n ** 63n);
export const MAX_INT = 2n ** 63n - 1n;

const SHORT_INTEGER = /^-?(?:0|[1-9][0-9]{0,14})$/;
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * The value of a number as JSON writes it. Whole numbers are held when a double has exactly that value; others when
 * the double, printed as short as it goes, is that decimal again. What no double comes near (1e400, 1e-400) is
 * undefined, like a text that is no number.
 */
export function readNumber(text: string): Numeric | undefined {
  if (SHORT_INTEGER.test(text)) return BigInt(text);
  const nearest = Number(text);
  const decimal = decimalOf(text);
  if (decimal === undefined || !Number.isFinite(nearest) || (nearest === 0 && decimal.digits !== 0n)) return undefined;
  const { digits, exponent } = decimal;
  if (exponent >= 0) {
    const whole = digits * 10n ** BigInt(exponent);
    if (BigInt(nearest) !== whole) return new InexactNumber(digits, exponent, nearest);
    return whole >= MIN_INT && whole <= MAX_INT ? whole : nearest;
  }
  const printed = decimalOf(String(nearest));
  const held = printed !== undefined && printed.digits === digits && printed.exponent === exponent;
  return held ? nearest : new InexactNumber(digits, exponent, nearest);
}

type Decimal = { digits: bigint; exponent: number };

/** Without zeros at its end, so that equal numbers have equal parts. */
function decimalOf(text: string): Decimal | undefined {
  const parts = NUMBER.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", power = "0"] = parts;
  const written = whole + fraction;
  const significant = written.replace(/0+$/, "");
  if (/^0*$/.test(significant)) return { digits: 0n, exponent: 0 };
  const exponent = Number(power) - fraction.length + (written.length - significant.length);
  return { digits: BigInt(sign + significant), exponent };
}

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === "bigint" || typeof value === "number" || value instanceof InexactNumber;
}

export type Comparison = "==" | "<" | "<=" | ">" | ">=";

/**
 * Whether the comparison holds, mathematically: 50 and 50.5 meet, and no rounding takes part. A number that a double
 * cannot hold is compared as written and as the double a target may read; undefined where the two answers differ.
 */
export function compareNumbers(a: Numeric, comparison: Comparison, b: Numeric): boolean | undefined {
  if (!(a instanceof InexactNumber) && !(b instanceof InexactNumber)) return holds(order(a, b), comparison);
  const asWritten = holds(orderAsWritten(a, b), comparison);
  return asWritten === holds(order(nearestOf(a), nearestOf(b)), comparison) ? asWritten : undefined;
}

/** JavaScript compares a bigint with a number by their exact values. */
function order(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function orderAsWritten(a: Numeric, b: Numeric): number {
  const left = writtenDecimal(a);
  const right = writtenDecimal(b);
  const exponent = Math.min(left.exponent, right.exponent);
  return order(
    left.digits * 10n ** BigInt(left.exponent - exponent),
    right.digits * 10n ** BigInt(right.exponent - exponent),
  );
}

function writtenDecimal(value: Numeric): Decimal {
  if (value instanceof InexactNumber) return value;
  if (typeof value === "bigint") return { digits: value, exponent: 0 };
  return decimalOf(String(value)) ?? { digits: 0n, exponent: 0 };
}

function nearestOf(value: Numeric): bigint | number {
  return value instanceof InexactNumber ? value.nearest : value;
}

function holds(order: number, comparison: Comparison): boolean {
  switch (comparison) {
    case "==":
      return order === 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    default:
      return comparison satisfies never;
  }
}
