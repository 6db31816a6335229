/** The values a deciding rule looked at, for the audit and for people: masked, and never long. */

import { readExactJson } from "../exact-json/reader";
import type { ExactObject, ExactValue } from "../exact-json/value";
import { maskSecrets } from "../masking";
import { previewText } from "../visible-text";
import type { Looked } from "./expression";
import { InexactNumber, readNumber } from "./number";
import type { GivenInput } from "./request";
import type { VariableName } from "./value";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An audit event is read by people; a rule that looks at more is named, and can be looked up. */
const MAX_VALUES = 30;
const MAX_TEXT = 300;

/**
 * By the name a rule calls them. Secrets are masked, long texts end in "…", lists and objects that are longer are told
 * by their size, and a number that a double cannot hold is text. What is not there is left out.
 */
export function valuesLookedAt(looksAt: readonly Looked[], input: GivenInput): Record<string, Json> {
  const values: [string, Json][] = [];
  let masked: ExactObject | undefined;
  for (const { variable, steps } of looksAt.slice(0, MAX_VALUES)) {
    if (variable !== "args") {
      const value = variableValue(variable, input);
      if (value !== null) values.push([variable, typeof value === "string" ? shortened(value) : value]);
      continue;
    }
    // As a whole, because what stands beside a value can tell that it is a secret.
    masked ??= maskedArguments(input);
    const found = valueBelow(masked, steps);
    if (found !== undefined) values.push([nameOf(steps), shown(found)]);
  }
  return Object.fromEntries(values);
}

function variableValue(variable: Exclude<VariableName, "args">, input: GivenInput): string | boolean | null {
  switch (variable) {
    case "agent":
      return input.agent?.name ?? null;
    case "risk":
      return input.risk ?? "unknown";
    case "now":
      return input.now?.toISOString() ?? null;
    default:
      return input[variable];
  }
}

function maskedArguments({ arguments: args, masked }: GivenInput): ExactObject {
  const shown = maskSecrets(args, masked);
  if (shown.masked.length === 0) return args;
  const read = readExactJson(shown.text);
  // Our own text of a value within the limits is read again, whatever it holds.
  if (!read.ok || read.value.kind !== "object") throw new TypeError("masked arguments cannot be read");
  return read.value;
}

function valueBelow(root: ExactObject, steps: readonly (string | number)[]): ExactValue | undefined {
  let here: ExactValue | undefined = root;
  for (const step of steps) {
    if (here?.kind === "object" && typeof step === "string") here = here.members.get(step);
    else if (here?.kind === "array" && typeof step === "number") here = here.items[step];
    else return undefined;
  }
  return here;
}

function nameOf(steps: readonly (string | number)[]): string {
  const parts = steps.map((step) =>
    typeof step === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return `args${parts.join("")}`;
}

function shown(value: ExactValue): Json {
  if (value.kind === "string") return shortened(value.value);
  if (value.text.length <= MAX_TEXT) return plain(value);
  if (value.kind === "array") return `[${value.items.length} items]`;
  return value.kind === "object" ? `{${value.members.size} members}` : shortened(value.text);
}

function shortened(text: string): string {
  const { text: kept, cut } = previewText(text, MAX_TEXT);
  return cut ? `${kept}…` : kept;
}

function plain(value: ExactValue): Json {
  switch (value.kind) {
    case "null":
      return null;
    case "true":
      return true;
    case "false":
      return false;
    case "number": {
      const number = readNumber(value.text);
      if (number === undefined || number instanceof InexactNumber) return value.text;
      // Beyond 2^53 a number would be printed with other digits, though its value is the same.
      return typeof number === "bigint" && !Number.isSafeInteger(Number(number)) ? value.text : Number(number);
    }
    case "string":
      return value.value;
    case "array":
      return value.items.map(plain);
    case "object":
      return Object.fromEntries([...value.members].map(([key, member]) => [key, plain(member)]));
    default:
      return value satisfies never;
  }
}
