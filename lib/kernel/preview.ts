import { pointerBelow } from "./exact-json/pointer";
import type { ExactObject, ExactValue } from "./exact-json/value";
import { confusablesIn, hasHidden, previewText } from "./visible-text";

/** What a list shows of a request: a few members, how many there are, and whether anything in it is not what it seems. */
export type Preview = {
  members: { key: string; value: string; cut: boolean; masked: boolean }[];
  argumentCount: number;
  /** Something in it cannot be seen. */
  hiddenCharacters: boolean;
  /** Some letter in it passes for another; what was asked before this was looked for does not say. */
  lookAlikes?: boolean;
};

const MEMBERS = 4;
const KEY_CHARACTERS = 40;
const VALUE_CHARACTERS = 80;

/**
 * @param masked the arguments as people may see them
 * @param maskedPointers JSON Pointers to what is masked in them
 * @param names the request's other texts of one line: tool, target, session, …
 * @param texts those of several lines
 */
export function previewOf(
  masked: ExactObject,
  maskedPointers: string[],
  names: (string | null)[],
  texts: (string | null)[] = [],
): Preview {
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
    hiddenCharacters:
      names.some((name) => name !== null && hasHidden(name)) ||
      texts.some((text) => text !== null && hasHidden(text, { multiline: true })) ||
      holdsHidden(masked),
    lookAlikes:
      [...names, ...texts].some((text) => text !== null && holdsLookAlike(text)) || someText(masked, holdsLookAlike),
  };
}

function shortText(value: ExactValue): string {
  if (value.kind === "string") return value.value === "" ? '""' : value.value;
  if (value.kind === "array") return value.items.length === 1 ? "[1 item]" : `[${value.items.length} items]`;
  if (value.kind === "object") return value.members.size === 1 ? "{1 member}" : `{${value.members.size} members}`;
  return value.text;
}

function holdsHidden(value: ExactValue): boolean {
  return someText(value, (text, isKey) => hasHidden(text, { multiline: !isKey }));
}

const holdsLookAlike = (text: string) => confusablesIn(text).length > 0;

/** Whether any text in it, or any key, is so. */
function someText(value: ExactValue, is: (text: string, isKey: boolean) => boolean): boolean {
  if (value.kind === "string") return is(value.value, false);
  if (value.kind === "array") return value.items.some((item) => someText(item, is));
  if (value.kind === "object") {
    return [...value.members].some(([key, member]) => is(key, true) || someText(member, is));
  }
  return false;
}
