import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import {
  ExactLiteral,
  ExactNumber,
  type ExactValue,
  exactArray,
  exactObject,
  exactString,
} from "@/lib/kernel/exact-json/value";
import type { FieldSpec } from "./edit-schema";

/**
 * The value with another one at this place; without `next`, what stood there is gone. Every other value keeps the very
 * characters it was written with. A place whose surroundings are not there changes nothing.
 */
export function withValueAt(root: ExactValue, pointer: string, next: ExactValue | undefined): ExactValue {
  const steps = stepsOf(pointer) ?? [];
  return steps.length === 0 ? (next ?? root) : replaced(root, steps, next);
}

function replaced(here: ExactValue, [step, ...rest]: string[], next: ExactValue | undefined): ExactValue {
  if (step === undefined) return next ?? here;
  if (here.kind === "object") {
    const members = new Map(here.members);
    const member = members.get(step);
    const settled = rest.length === 0 ? next : member && replaced(member, rest, next);
    if (settled) members.set(step, settled);
    else if (rest.length === 0) members.delete(step);
    return exactObject(members);
  }
  if (here.kind === "array") {
    const at = Number(step);
    const items = [...here.items];
    const item = items[at];
    const settled = rest.length === 0 ? next : item && replaced(item, rest, next);
    if (settled) items[at] = settled;
    else if (rest.length === 0) items.splice(at, 1);
    return exactArray(items);
  }
  return here;
}

/** A number as typed, digit for digit; a fault where it is none, or no whole one where only such are taken. */
export function typedNumber(text: string, whole: boolean): ExactNumber | "not_number" | "not_integer" {
  const read = readExactJson(text.trim());
  if (!read.ok || read.value.kind !== "number") return "not_number";
  return whole && !/^-?[0-9]+$/.test(read.value.text) ? "not_integer" : new ExactNumber(read.value.text);
}

/** What a member begins as when a person adds it; a number has no such value and begins unfinished. */
export function firstValue(spec: FieldSpec): { value: ExactValue; unfinished: boolean } {
  switch (spec.kind) {
    case "string":
      return { value: exactString(""), unfinished: false };
    case "number":
    case "integer":
      return { value: new ExactNumber("0"), unfinished: true };
    case "boolean":
      return { value: new ExactLiteral("false"), unfinished: false };
    case "choice":
      return { value: spec.choices[0] ?? new ExactLiteral("null"), unfinished: false };
    case "list":
      return { value: exactArray([]), unfinished: false };
    case "group":
      return { value: exactObject(new Map()), unfinished: false };
    case "any":
      return { value: new ExactLiteral("null"), unfinished: false };
    default:
      return spec.kind satisfies never;
  }
}
