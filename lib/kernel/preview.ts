import { pointerBelow } from "./exact-json/pointer";
import type { ExactObject, ExactValue } from "./exact-json/value";
import { hasHidden, previewText } from "./visible-text";

/** What a list shows of a request: a few members, how many there are, and whether anything in it cannot be seen. */
export type Preview = {
  members: { key: string; value: string; cut: boolean; masked: boolean }[];
  argumentCount: number;
  hiddenCharacters: boolean;
};

const MEMBERS = 4;
const KEY_CHARACTERS = 40;
const VALUE_CHARACTERS = 80;

/**
 * @param masked the arguments as people may see them
 * @param maskedPointers JSON Pointers to what is masked in them
 * @param names the request's other texts: tool, target, session, …
 */
export function previewOf(masked: ExactObject, maskedPointers: string[], names: (string | null)[]): Preview {
  const members = [...masked.members].slice(0, MEMBERS).map(([key, value]) => {
    const shown = previewText(shortText(value), VALUE_CHARACTERS);
    const pointer = pointerBelow("", key);
    return {
      key: previewText(key, KEY_CHARACTERS).text,
      value: shown.text,
      cut: shown.cut,
      masked: maskedPointers.some((other) => other === pointer || other.startsWith(`${pointer}/`)),
    };
  });
  return {
    members,
    argumentCount: masked.members.size,
    hiddenCharacters: names.some((name) => name !== null && hasHidden(name)) || holdsHidden(masked),
  };
}

function shortText(value: ExactValue): string {
  if (value.kind === "string") return value.value === "" ? '""' : value.value;
  if (value.kind === "array") return value.items.length === 1 ? "[1 item]" : `[${value.items.length} items]`;
  if (value.kind === "object") return value.members.size === 1 ? "{1 member}" : `{${value.members.size} members}`;
  return value.text;
}

function holdsHidden(value: ExactValue): boolean {
  if (value.kind === "string") return hasHidden(value.value, { multiline: true });
  if (value.kind === "array") return value.items.some(holdsHidden);
  if (value.kind === "object") return [...value.members].some(([key, member]) => hasHidden(key) || holdsHidden(member));
  return false;
}
