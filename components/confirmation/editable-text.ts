import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { visibleParts } from "@/lib/kernel/visible-text";
import { readObject } from "./read-object";

const INDENT = "  ";

/**
 * The arguments laid out to be edited: one member a line, numbers and strings as written, and whatever cannot be seen as
 * a JSON escape, since a text box draws no codes. Nothing of this is a change: edits are compared by value.
 */
export function editableText(argumentsText: string): string {
  const value = readObject(argumentsText);
  return value ? laidOut(value) : argumentsText;
}

/** A value as text to edit: one member a line, every value as it was written. */
export function laidOut(value: ExactValue): string {
  return layOut(value, "");
}

function layOut(value: ExactValue, indent: string): string {
  const inner = indent + INDENT;
  switch (value.kind) {
    case "object": {
      if (value.members.size === 0) return "{}";
      const members = [...value.members].map(
        ([key, member]) => `${inner}${escapeHidden(JSON.stringify(key))}: ${layOut(member, inner)}`,
      );
      return `{\n${members.join(",\n")}\n${indent}}`;
    }
    case "array": {
      if (value.items.length === 0) return "[]";
      return `[\n${value.items.map((item) => inner + layOut(item, inner)).join(",\n")}\n${indent}]`;
    }
    case "string":
      return escapeHidden(value.text);
    default:
      return value.text;
  }
}

/** Inside a JSON string, so that an escape means the same as the character. */
function escapeHidden(quoted: string): string {
  return visibleParts(quoted)
    .map((part) => ("text" in part ? part.text : [...unitsOf(part.raw)].join("")))
    .join("");
}

function* unitsOf(raw: string) {
  for (let at = 0; at < raw.length; at++) yield `\\u${raw.charCodeAt(at).toString(16).padStart(4, "0")}`;
}
