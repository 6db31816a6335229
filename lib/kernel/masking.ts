/** Hides secrets from people, on the server, wherever JSON is shown to them; what is stored and claimed stays as it is. */
import { canonicalText, sameValue } from "./exact-json/canonical";
import type { Change } from "./exact-json/changes";
import { pointerBelow, stepsOf } from "./exact-json/pointer";
import { type ExactObject, type ExactValue, exactArray, exactObject, exactString } from "./exact-json/value";
import { isCardName, isCardNumber, isIdName, isSecretName, MASK, maskText } from "./secret-shapes";

/**
 * The object as people may see it, and the JSON Pointers of what is hidden in it. Every string and number below a
 * secret-named key becomes `"[masked]"`, objects and arrays keeping their structure; in any other string, what has the
 * shape of a secret is replaced and the rest stays readable; numbers of payment cards go even as numbers. `extraPointers` name further places to hide, whole.
 * null, true, false and empty strings stay: they hide nothing, and "none" must look different from "hidden".
 */
export function maskSecrets(
  value: ExactObject,
  extraPointers: readonly string[] = [],
): { text: string; masked: string[] } {
  const masks = new Masks(extraPointers);
  return { text: masks.apply(value, "", false).text, masked: masks.masked };
}

/** The same for a list of changes: a change below a secret name is secret too. Pointers are those of the arguments. */
export function maskChanges(
  changes: readonly Change[],
  extraPointers: readonly string[] = [],
): { changes: Change[]; masked: string[] } {
  const masks = new Masks(extraPointers);
  const shown = changes.map(({ path, from, to }) => {
    const secret = masks.announcedBy(path);
    return { path, from: from && masks.apply(from, path, secret), to: to && masks.apply(to, path, secret) };
  });
  return { changes: shown, masked: [...new Set(masks.masked)] };
}

export type Unmasked = { ok: true; value: ExactObject } | { ok: false; paths: string[] };

/**
 * Puts the hidden originals back into an edit made on the masked view: wherever the edited value still reads as it was
 * shown, the proposed value takes its place. Items of an array that grew, shrank or was reordered are recognised by
 * their shown content, as long as that is unambiguous. A mask that has no certain original (moved to another key, or
 * one of several alike) is never sent on as text and never guessed: its pointers come back as `paths`, to be retyped.
 */
export function unmaskEdit(
  proposed: ExactObject,
  edited: ExactObject,
  extraPointers: readonly string[] = [],
): Unmasked {
  const shown = new Masks(extraPointers).apply(proposed, "", false);
  if (shown === proposed) return { ok: true, value: edited };
  const paths: string[] = [];
  const value = restore("", { real: proposed, shown }, edited, paths);
  return paths.length === 0 && value.kind === "object" ? { ok: true, value } : { ok: false, paths };
}

/** One pass of masking; collects the pointers of what it hid. */
class Masks {
  readonly masked: string[] = [];
  private readonly extra: ReadonlySet<string>;

  constructor(extraPointers: readonly string[]) {
    this.extra = new Set(extraPointers);
  }

  /** Whether a name on the way to `path`, or a further place given, makes everything there secret. */
  announcedBy(path: string): boolean {
    let above = "";
    return (stepsOf(path) ?? []).some((step) => {
      above = pointerBelow(above, step);
      return isSecretName(step) || this.extra.has(above);
    });
  }

  /** The value as people may see it: the very same object where nothing in it is hidden. */
  apply(value: ExactValue, path: string, announced: boolean): ExactValue {
    const secret = announced || this.extra.has(path);
    switch (value.kind) {
      case "object": {
        const named = namesSecretValue(value);
        const members = new Map<string, ExactValue>();
        let same = true;
        for (const [key, member] of value.members) {
          const below = secret || isSecretName(key) || (named && VALUE_KEYS.has(key.toLowerCase()));
          const shown = this.apply(member, pointerBelow(path, key), below);
          same &&= shown === member;
          members.set(key, shown);
        }
        return same ? value : exactObject(members);
      }
      case "array": {
        const items = value.items.map((item, at) =>
          this.apply(item, pointerBelow(path, at), secret || isSecretFlag(value.items[at - 1])),
        );
        return items.every((item, at) => item === value.items[at]) ? value : exactArray(items);
      }
      case "number":
        return secret || isCardAt(path, value.text) ? this.hide(path, MASK) : value;
      case "string": {
        if (value.value === "") return value;
        const shown = secret ? MASK : shownText(path, value.value);
        return secret || shown !== value.value ? this.hide(path, shown) : value;
      }
      default:
        return value;
    }
  }

  private hide(path: string, shown: string): ExactValue {
    this.masked.push(path);
    return exactString(shown);
  }
}

/** 13 digits to 19 and nothing else: a card's number or an id, and only its key can tell. */
const BARE_DIGITS = /^[0-9]{13,19}$/;

function shownText(path: string, text: string): string {
  if (!BARE_DIGITS.test(text)) return maskText(text);
  return isCardAt(path, text) ? MASK : text;
}

/** Whether digits at this place are a card's number. Under a key of ids they stay, for a reviewer decides by them. */
function isCardAt(path: string, digits: string): boolean {
  if (!BARE_DIGITS.test(digits)) return false;
  const names = (stepsOf(path) ?? []).filter((step) => !/^[0-9]+$/.test(step));
  const named = names.some(isCardName);
  return (named || !isIdName(names.at(-1) ?? "")) && isCardNumber(digits, named);
}

const NAME_KEYS = new Set(["name", "key", "header", "field", "variable"]);
const VALUE_KEYS = new Set(["value", "values", "val"]);

/** `{"name": "API_KEY", "value": …}`, as lists of headers and environment variables are written. */
function namesSecretValue(value: ExactObject): boolean {
  for (const [key, member] of value.members) {
    if (NAME_KEYS.has(key.toLowerCase()) && member.kind === "string" && isSecretName(member.value)) return true;
  }
  return false;
}

/** `["--password", …]`, as command lines are written. */
function isSecretFlag(item: ExactValue | undefined): boolean {
  return item?.kind === "string" && /^--?[A-Za-z][\w-]{0,63}$/.test(item.value) && isSecretName(item.value);
}

/** A proposed value, and the same as it was shown. */
type Original = { real: ExactValue; shown: ExactValue };

function restore(path: string, original: Original | undefined, edited: ExactValue, paths: string[]): ExactValue {
  if (original !== undefined) {
    const { real, shown } = original;
    // What was shown as it is needs no restoring, and a mask in it is the agent's own text.
    if (sameValue(edited, shown)) return real;
    if (shown.kind === "object" && real.kind === "object" && edited.kind === "object") {
      const members = new Map<string, ExactValue>();
      for (const [key, member] of edited.members) {
        const before = pair(real.members.get(key), shown.members.get(key));
        members.set(key, restore(pointerBelow(path, key), before, member, paths));
      }
      return exactObject(members);
    }
    if (shown.kind === "array" && real.kind === "array" && edited.kind === "array") {
      const originalOf = matchItems(shown.items, edited.items);
      return exactArray(
        edited.items.map((item, at) => {
          const from = originalOf(at);
          const before = from === undefined ? undefined : pair(real.items[from], shown.items[from]);
          return restore(pointerBelow(path, at), before, item, paths);
        }),
      );
    }
  }
  if (edited.kind === "object") {
    for (const [key, member] of edited.members) restore(pointerBelow(path, key), undefined, member, paths);
  } else if (edited.kind === "array") {
    for (const [at, item] of edited.items.entries()) restore(pointerBelow(path, at), undefined, item, paths);
  } else if (edited.kind === "string" && edited.value.includes(MASK)) {
    paths.push(path);
  }
  return edited;
}

function pair(real: ExactValue | undefined, shown: ExactValue | undefined): Original | undefined {
  return real === undefined || shown === undefined ? undefined : { real, shown };
}

/**
 * Tells which shown item an edited one comes from: the one at its place (counted from the end behind the edit), else
 * the only one that reads the same; in an array of unchanged length, a single item that reads like none was edited in place.
 */
function matchItems(shown: readonly ExactValue[], edited: readonly ExactValue[]): (at: number) => number | undefined {
  const before = shown.map(canonicalText);
  const after = edited.map(canonicalText);
  const places = new Map<string, number[]>();
  before.forEach((text, at) => {
    const alike = places.get(text);
    if (alike === undefined) places.set(text, [at]);
    else alike.push(at);
  });
  const shift = before.length - after.length;
  // Two strangers may have changed places as well; then nothing tells which is which.
  const strangers = after.filter((text) => !places.has(text)).length;
  let head = 0;
  while (head < after.length && after[head] === before[head]) head += 1;
  let tail = after.length;
  while (tail > head && tail + shift > head && after[tail - 1] === before[tail - 1 + shift]) tail -= 1;
  return (at) => {
    const alike = places.get(after[at] ?? "");
    if (alike === undefined) return shift === 0 && strangers === 1 ? at : undefined;
    if (alike.length === 1) return alike[0];
    if (shift === 0) return after[at] === before[at] ? at : undefined;
    // Of several alike, only those surely untouched: an edit in their midst could have removed any of them.
    if (!alike.every((place) => place < head || place >= tail + shift)) return undefined;
    if (at < head) return at;
    return at >= tail ? at + shift : undefined;
  };
}
