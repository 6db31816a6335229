import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject, ExactValue } from "@/lib/kernel/exact-json/value";
import { isExact } from "@/lib/kernel/exact-json/value";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";

/** A call's arguments: an ordinary object (a bigint for an integer beyond 2^53-1), or exact JSON text. */
export type ArgumentsGiven = { readonly [name: string]: unknown } | string;

/**
 * The arguments as they will be sent, every number as it was written.
 *
 * @throws TypeError when they are no JSON object, or hold a number that JavaScript may have rounded already
 */
export function exactArguments(given: ArgumentsGiven, what = "arguments"): ExactObject {
  if (typeof given !== "string") refuseRounded(given, what);
  const read = readExactJson(typeof given === "string" ? given : writeExactJson(given));
  if (!read.ok) throw new TypeError(`${what} cannot be sent exactly: ${read.fault.message}`);
  if (read.value.kind !== "object") throw new TypeError(`${what} must be a JSON object`);
  return read.value;
}

/** 2^53 and 2^53+1 are one double: what such a number was meant to be can no longer be told. */
function refuseRounded(value: unknown, path: string, within: object[] = []): void {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(`${path} is beyond 2^53-1 and may have been rounded; give a bigint, or exact JSON text`);
  }
  if (typeof value !== "object" || value === null || isExact(value)) return;
  if (within.includes(value)) throw new TypeError(`${path} contains itself`);
  for (const [key, member] of Object.entries(value)) refuseRounded(member, `${path}.${key}`, [...within, value]);
}

/**
 * Ordinary JavaScript for the tool to work with. An integer that a double would round comes as a bigint; a fraction
 * comes as the nearest double, so where every digit of one counts, work with the exact text.
 */
export function plainArguments(value: ExactObject): Record<string, unknown> {
  return plainObject(value);
}

function plainObject(value: ExactObject): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, member] of value.members) {
    // Assigning to "__proto__" would set the prototype and lose the member.
    Object.defineProperty(plain, key, {
      value: plainValue(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return plain;
}

function plainValue(value: ExactValue): unknown {
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
      const nearest = Number(value.text);
      return Number.isSafeInteger(nearest) || !/^-?[0-9]+$/.test(value.text) ? nearest : BigInt(value.text);
    }
    case "array":
      return value.items.map(plainValue);
    case "object":
      return plainObject(value);
    default:
      return value satisfies never;
  }
}
