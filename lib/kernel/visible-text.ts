/** Makes text from outside safe to look at: what would be invisible or reorder its neighbours appears as a code. */

/**
 * A stretch to show as it is (marked, where it is one letter that passes for another), or one hidden character to show
 * as its code; `raw` is the character, for copying.
 */
export type VisiblePart = { text: string; alike?: Confusable } | { code: string; name?: string; raw: string };

/** A letter that passes for another one: `а` (U+0430, Cyrillic) for `a`. */
export type Confusable = { character: string; code: string; script: string; looksLike: string; index: number };

/** Line breaks and tabs are text where lines are shown as lines, and hidden characters in a single-line label. */
export type LineRule = { multiline?: boolean };

/**
 * Everything that draws nothing, looks like an ordinary blank, or steers how others are drawn: controls, format
 * characters (bidirectional marks, zero widths, tags, soft hyphen), variation selectors and Hangul fillers, all blanks
 * but U+0020, line separators, private use, unassigned and half characters, the blank braille pattern, the object
 * replacement and the null note head. Arabic number signs are format characters too, but visible.
 */
const HIDDEN =
  "(?![\\u0600-\\u0605\\u06DD\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}])" +
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\u00A0\\u1680\\u2000-\\u200A" +
  "\\u202F\\u205F\\u3000\\u2800\\uFFFC\\u{1D159}]";

const HIDDEN_ANYWHERE = new RegExp(HIDDEN, "u");
const EACH_HIDDEN = new RegExp(HIDDEN, "gu");
const VISIBLE = new RegExp(`(?!${HIDDEN})[\\p{L}\\p{N}\\p{P}\\p{S}]`, "u");

/** In UTF-16 code units, with room to spare: the longest today, two people kissing, has 15. */
const LONGEST_EMOJI = 40;
/** Joiners, emoji selectors and tags: what an emoji may contain. */
const EMOJI_GLUE = /^[\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}]$/u;
/** What glue can stand behind within an emoji. */
const MAY_BE_EMOJI = /(?:\p{Emoji}|\u200D|[\uFE0E\uFE0F]|[\u{E0020}-\u{E007F}])$/u;
/** The sequences Unicode recommends, and any single emoji told to be drawn as text or as picture. */
const EMOJI_SEQUENCE = "^(?:\\p{RGI_Emoji}|[\\p{Emoji}--[0-9#*]][\\uFE0E\\uFE0F])$";
const REAL_EMOJI = new RegExp(EMOJI_SEQUENCE, "v");

/** Behind an Arabic letter that joins to the left, a non-joiner is drawn as a break, as Persian spelling wants it. */
const ARABIC_BREAK = new RegExp(
  "(?![\\u0621-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0648\\u0649\\u0671-\\u0673\\u0675-\\u0677" +
    "\\u0688-\\u0699\\u06C0\\u06C3-\\u06CB\\u06CD\\u06CF\\u06D2\\u06D3\\u06D5])(?=\\p{Script=Arabic})\\p{L}$",
  "u",
);
/** The viramas of Indic scripts; a joiner or non-joiner behind one chooses between two forms. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]$/;
const LETTER_OF_SUCH_SCRIPT = /^(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Common})\p{L}/u;

/** Behind these the wide blank is ordinary spacing. */
const EAST_ASIAN =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303F\uFF01-\uFF60]$/u;

const NAMES: Readonly<Record<string, string>> = {
  "U+0000": "null",
  "U+0007": "bell",
  "U+0008": "backspace",
  "U+0009": "tab",
  "U+000A": "line feed",
  "U+000D": "carriage return",
  "U+001B": "escape",
  "U+007F": "delete",
  "U+00A0": "no-break space",
  "U+00AD": "soft hyphen",
  "U+034F": "combining grapheme joiner",
  "U+061C": "Arabic letter mark",
  "U+115F": "Hangul filler",
  "U+1160": "Hangul filler",
  "U+180E": "Mongolian vowel separator",
  "U+200B": "zero width space",
  "U+200C": "zero width non-joiner",
  "U+200D": "zero width joiner",
  "U+200E": "left-to-right mark",
  "U+200F": "right-to-left mark",
  "U+2028": "line separator",
  "U+2029": "paragraph separator",
  "U+202A": "left-to-right embedding",
  "U+202B": "right-to-left embedding",
  "U+202C": "pop directional formatting",
  "U+202D": "left-to-right override",
  "U+202E": "right-to-left override",
  "U+202F": "narrow no-break space",
  "U+2060": "word joiner",
  "U+2066": "left-to-right isolate",
  "U+2067": "right-to-left isolate",
  "U+2068": "first strong isolate",
  "U+2069": "pop directional isolate",
  "U+2800": "blank braille pattern",
  "U+3000": "ideographic space",
  "U+3164": "Hangul filler",
  "U+FEFF": "byte order mark",
  "U+FFA0": "Hangul filler",
};

/**
 * The text split into what can be shown as it is and what must appear as a code (`U+200B`). Joining the `text` and
 * `raw` of all parts gives the text back. Arabic, Hebrew, Chinese, Indic and emoji text comes through whole.
 */
export function visibleParts(text: string, lines: LineRule = {}): VisiblePart[] {
  const parts: VisiblePart[] = [];
  const harmless = harmlessIn(text, lines);
  const alikes = confusablesIn(text);
  let shown = 0;
  let nextAlike = 0;
  const showUpTo = (end: number) => {
    for (let alike = alikes[nextAlike]; alike !== undefined && alike.index < end; alike = alikes[++nextAlike]) {
      if (alike.index > shown) parts.push({ text: text.slice(shown, alike.index) });
      parts.push({ text: alike.character, alike });
      shown = alike.index + alike.character.length;
    }
    if (end > shown) parts.push({ text: text.slice(shown, end) });
    shown = end;
  };
  for (const { 0: raw, index } of text.matchAll(EACH_HIDDEN)) {
    if (harmless(raw, index)) continue;
    showUpTo(index);
    const code = codeOf(raw);
    const name = NAMES[code] ?? kindOf(raw);
    parts.push(name === undefined ? { code, raw } : { code, name, raw });
    shown = index + raw.length;
  }
  showUpTo(text.length);
  return parts;
}

/** Whether `visibleParts` would show any code: the reason to warn above the buttons. */
export function hasHidden(text: string, lines: LineRule = {}): boolean {
  if (!HIDDEN_ANYWHERE.test(text)) return false;
  const harmless = harmlessIn(text, lines);
  for (const { 0: raw, index } of text.matchAll(EACH_HIDDEN)) if (!harmless(raw, index)) return true;
  return false;
}

/** Letters that are drawn like a Latin one; enough of them for every word that somebody would pass off as another. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    ["АВЕЅІЈКМНОРСТХҮԚԜӀҺ", "ABESIJKMHOPCTXYQWIh"],
    ["аеѕіјорсухһԁԛԝӏүгѵкмт", "aesijopcyxhdqwlyrvkmt"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    ["αγικνορτυχϲϳ", "ayiknoptuxcj"],
    ["ՕՍՏԼօոսհցզյ", "OUSLonuhgqj"],
  ].flatMap(([alike = "", latin = ""]) => [...alike].map((letter, at): [string, string] => [letter, latin[at] ?? ""])),
);
/** Latin letters outside ASCII that are drawn like one inside it. */
const LATIN_ALIKES: ReadonlyMap<string, string> = new Map([
  ["ɑ", "a"],
  ["ɡ", "g"],
  ["ı", "i"],
  ["ꞁ", "l"],
  ["ǀ", "l"],
  ["ᴏ", "o"],
]);
/** Signs that pass for the ones that part an address, between letters or digits. */
const SIGN_ALIKES: ReadonlyMap<string, string> = new Map([
  ["\u2044", "/"],
  ["\u2215", "/"],
  ["\u2024", "."],
  ["\uA4F8", "."],
  ["\uA789", ":"],
  ["\u2236", ":"],
  ["\u02D0", ":"],
]);
const SIGN_BETWEEN = /(?<=[A-Za-z])[\u2044\u2215\u2024\uA4F8\uA789\u2236\u02D0](?=[\p{L}\p{N}])/gu;

/** Scripts whose letters pass for Latin ones. Of the last three no honest word holds a Latin letter too. */
const SCRIPTS: readonly [name: string, letter: RegExp][] = [
  ["Cyrillic", /^\p{Script=Cyrillic}/u],
  ["Greek", /^\p{Script=Greek}/u],
  ["Armenian", /^\p{Script=Armenian}/u],
  ["Cherokee", /^\p{Script=Cherokee}/u],
  ["Coptic", /^\p{Script=Coptic}/u],
  ["Lisu", /^\p{Script=Lisu}/u],
];
const NEVER_MIXED = new Set(["Cherokee", "Coptic", "Lisu"]);

const BEYOND_ASCII = /[\u0080-\u{10FFFF}]/u;
/** What is read as one word: letters, their marks, digits. */
const EACH_WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** What is read as one name or address. */
const ADDRESS_SIGN = /[.@\-_/:]/;

/**
 * The letters that pass for others, in order: of another script than the rest of their word (`ex\u0430mple`), the few
 * of a word of their own kind beside Latin ones in one address (`\u0441\u043E\u0441\u043E.com`), compatibility forms
 * among plain letters, and signs that pass for a dot, a colon or a slash. A text in one script is never suspected.
 */
export function confusablesIn(text: string): Confusable[] {
  if (!BEYOND_ASCII.test(text)) return [];
  const found: Confusable[] = [];
  const words = [...text.matchAll(EACH_WORD)];
  words.forEach(({ 0: word, index }, at) => {
    if (!BEYOND_ASCII.test(word)) return;
    for (const [offset, character, script, looksLike] of suspectsIn(word, () => besideLatin(text, words, at))) {
      found.push({ character, code: codeOf(character), script, looksLike, index: index + offset });
    }
  });
  for (const { 0: sign, index } of text.matchAll(SIGN_BETWEEN)) {
    found.push({ character: sign, code: codeOf(sign), script: "", looksLike: SIGN_ALIKES.get(sign) ?? "", index });
  }
  return found.sort((a, b) => a.index - b.index);
}

type Suspect = [offset: number, character: string, script: string, looksLike: string];

function suspectsIn(word: string, isBesideLatin: () => boolean): Suspect[] {
  const plain: Suspect[] = [];
  const strange: Suspect[] = [];
  const forms: Suspect[] = [];
  let latin = 0;
  let strangers = 0;
  let offset = 0;
  for (const character of word) {
    const script = SCRIPTS.find(([, letter]) => letter.test(character))?.[0];
    if (/[A-Za-z]/.test(character)) {
      latin += 1;
      plain.push([offset, character, "Latin", character]);
    } else if (script !== undefined) {
      strangers += 1;
      const looksLike = LOOK_ALIKES.get(character) ?? (NEVER_MIXED.has(script) ? "?" : undefined);
      if (looksLike !== undefined) strange.push([offset, character, script, looksLike]);
    } else if (/[\p{L}\p{Nl}]/u.test(character)) {
      const folded = LATIN_ALIKES.get(character) ?? character.normalize("NFKC");
      if (/^[A-Za-z]$/.test(folded)) forms.push([offset, character, "", folded]);
      else if (/\p{Script=Latin}/u.test(character)) latin += 1;
    }
    offset += character.length;
  }
  if (latin > 0 && strange.length > 0) {
    const isLatinTheGuest =
      latin < strangers && plain.length === latin && plain.every(([, letter]) => PASSES.has(letter));
    if (isLatinTheGuest) return plain.map(([at, letter, script]) => [at, letter, script, PASSES.get(letter) ?? letter]);
    return [...strange, ...forms].sort(([a], [b]) => a - b);
  }
  if (latin > 0) return forms;
  // A word all of look-alikes reads as a Latin one, where Latin ones stand around it.
  return strange.length > 1 && strange.length === strangers && isBesideLatin() ? strange : [];
}

/** Latin letters that pass for one of another script: the first such one. */
const PASSES: ReadonlyMap<string, string> = new Map([...LOOK_ALIKES].reverse().map(([alike, latin]) => [latin, alike]));

/** Whether a word next to this one, parted from it by nothing but a sign of addresses, holds Latin letters. */
function besideLatin(text: string, words: RegExpExecArray[], at: number): boolean {
  const joined = (left: RegExpExecArray | undefined, right: RegExpExecArray | undefined) => {
    if (left === undefined || right === undefined) return false;
    const end = left.index + left[0].length;
    return right.index === end + 1 && ADDRESS_SIGN.test(text.charAt(end));
  };
  const [before, here, after] = [words[at - 1], words[at], words[at + 1]];
  return (
    (joined(before, here) && /[A-Za-z]/.test(before?.[0] ?? "")) ||
    (joined(here, after) && /[A-Za-z]/.test(after?.[0] ?? ""))
  );
}

/** Whether anything in the text can be seen. A denial's reason needs it; blanks and zero widths of any kind do not count. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/** Whether the text can name a tool: something visible, and no hidden character of any kind, not even within an emoji. */
export function isPlainName(text: string): boolean {
  return hasVisibleCharacter(text) && !HIDDEN_ANYWHERE.test(text);
}

/**
 * The text's beginning, at most `max` UTF-16 code units long and never ending inside a character as people see it (an
 * emoji, a letter with its accents). `cut` says that something is missing, `length` how long the whole is in code units.
 */
export function previewText(text: string, max: number): { text: string; cut: boolean; length: number } {
  if (text.length <= max) return { text, cut: false, length: text.length };
  // Whether a character ends at `max` depends on nothing behind the next code point, which two units surely hold.
  let end = 0;
  for (const { index } of GRAPHEMES.segment(text.slice(0, max + 2))) {
    if (index > max) break;
    end = index;
  }
  return { text: text.slice(0, end), cut: true, length: text.length };
}

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Tells for one text which of its candidates are at home where they stand. */
function harmlessIn(text: string, { multiline = false }: LineRule): (raw: string, index: number) => boolean {
  // One verdict for a whole cluster: a letter with a hundred thousand selectors must not be looked at that often.
  let cluster = { end: 0, isEmoji: false };
  const insideEmoji = (index: number): boolean => {
    if (index < cluster.end) return cluster.isEmoji;
    // A window, because asking a segmenter about a place in a long text takes as long as the text. What reaches the
    // window's edge is longer than any emoji.
    const from = Math.max(0, index - LONGEST_EMOJI);
    const to = Math.min(text.length, index + LONGEST_EMOJI);
    const found = GRAPHEMES.segment(text.slice(from, to)).containing(index - from);
    if (found === undefined) return false;
    const start = from + found.index;
    const end = start + found.segment.length;
    const whole = (start > from || from === 0) && (end < to || to === text.length);
    cluster = { end, isEmoji: whole && REAL_EMOJI.test(found.segment) };
    return cluster.isEmoji;
  };
  return (raw, index) => {
    const before = text.slice(Math.max(0, index - 2), index);
    if (raw === "\n" || raw === "\t") return multiline;
    if (raw === "\u3000") return EAST_ASIAN.test(before);
    if (raw === "\u200C" || raw === "\u200D") {
      const shapes = VIRAMA.test(before) || (raw === "\u200C" && ARABIC_BREAK.test(before));
      if (shapes && LETTER_OF_SUCH_SCRIPT.test(text.slice(index + 1, index + 3))) return true;
    }
    return EMOJI_GLUE.test(raw) && MAY_BE_EMOJI.test(before) && insideEmoji(index);
  };
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const KINDS: readonly [kind: string, character: RegExp][] = [
  ["tag character", /[\u{E0000}-\u{E007F}]/u],
  ["variation selector", /\p{Variation_Selector}/u],
  ["unusual space", /\p{Zs}/u],
  ["control character", /\p{Cc}/u],
  ["private use", /\p{Co}/u],
  ["unassigned", /\p{Cn}/u],
  ["half a surrogate pair", /\p{Cs}/u],
];

function kindOf(character: string): string | undefined {
  return KINDS.find(([, kind]) => kind.test(character))?.[0];
}

/** Everything that `VisiblePart.name` can say. */
export const HIDDEN_NAMES: ReadonlySet<string> = new Set([...Object.values(NAMES), ...KINDS.map(([kind]) => kind)]);
