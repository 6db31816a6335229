/** Reads JSON text strictly (RFC 8259) and without loss: what is refused names its place, what is taken keeps its text. */
import type { Why } from "../refusal";
import { pointerOf } from "./pointer";
import { ExactArray, ExactLiteral, ExactNumber, ExactObject, ExactString, type ExactValue } from "./value";

export type ReadFault = {
  code: "invalid_json" | "duplicate_key" | "too_deep" | "too_large" | "lone_surrogate" | "number_out_of_range";
  /** One sentence for the caller; holds no text of the document beyond a single printable character. */
  message: string;
  /** The same sentence as a code, with what varies in it. */
  why: Why;
  /** JSON Pointer to the value in question, or to the object or array it stands in. */
  path: string;
  /** Counted from 1; columns in UTF-16 code units. */
  line: number;
  column: number;
};

export type Limits = {
  /** Containers open at once: `{}` needs 1, `{"a":[]}` needs 2. Never more than 1 000, so that no stack overflows. */
  maxDepth: number;
  /** Object members and array items of the whole document. */
  maxMembers: number;
  /** UTF-16 code units of one unescaped key. */
  maxKeyLength: number;
  /** Characters of one number as written. */
  maxNumberLength: number;
};

/** What CONTRACT allows for arguments. A key or number beyond these is no honest one, and every copy of it costs. */
export const ARGUMENT_LIMITS: Limits = {
  maxDepth: 64,
  maxMembers: 10_000,
  maxKeyLength: 1_024,
  maxNumberLength: 1_000,
};

/** The walkers of this folder recurse; this many levels fit any stack they are called from. */
const DEPTH_CEILING = 1_000;

/** Without an exponent, this many characters can neither overflow nor vanish as a double. */
const SURELY_IN_RANGE = 300;

export type ReadResult = { ok: true; value: ExactValue } | { ok: false; fault: ReadFault };

/** Reads one JSON document. Never throws, whatever the text; `limits` replaces single defaults of ARGUMENT_LIMITS. */
export function readExactJson(text: string, limits: Partial<Limits> = {}): ReadResult {
  const reader = new Reader(text, { ...ARGUMENT_LIMITS, ...limits });
  try {
    return { ok: true, value: reader.document() };
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, fault: thrown.fault };
    throw thrown;
  }
}

/** The same for bytes, which must be UTF-8 without a byte order mark. */
export function readBytes(bytes: Uint8Array, limits: Partial<Limits> = {}): ReadResult {
  let text: string;
  try {
    // ignoreBOM keeps the mark in the text, where the reader refuses it.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const lossy = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const place = placeOf(lossy, Math.max(0, lossy.indexOf("\uFFFD")));
    const message = "The text is not valid UTF-8, at or after this place.";
    return { ok: false, fault: { code: "invalid_json", message, why: { code: "json.utf8" }, path: "", ...place } };
  }
  return readExactJson(text, limits);
}

/** What the reader can miss; each has a text in every language of the console. */
export const WANTED = [
  "the end of the text",
  "a key in double quotes",
  "a colon",
  "a comma or a closing brace",
  "a comma or a closing bracket",
  "a closing quote",
  "a value",
  "a digit",
] as const;
type Wanted = (typeof WANTED)[number];

class Refused extends Error {
  constructor(readonly fault: ReadFault) {
    super(fault.message);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const BYTE_ORDER_MARK = 0xfeff;

/** One reading; `charCodeAt` past the end gives NaN, which equals nothing and so ends every scan. */
class Reader {
  private at = 0;
  private depth = 0;
  private members = 0;
  /** Where in the document we are: one step per open container, undefined while between its members. */
  private readonly steps: (string | number | undefined)[] = [];
  private readonly maxDepth: number;

  constructor(
    private readonly source: string,
    private readonly limits: Limits,
  ) {
    this.maxDepth = Math.min(limits.maxDepth, DEPTH_CEILING);
  }

  document(): ExactValue {
    if (this.source.charCodeAt(0) === BYTE_ORDER_MARK)
      this.refuse("invalid_json", "The text begins with a byte order mark.", { code: "json.mark" });
    this.skipBlanks();
    const value = this.value();
    this.skipBlanks();
    if (this.at < this.source.length) this.unexpected("the end of the text");
    return value;
  }

  private value(): ExactValue {
    switch (this.source.charCodeAt(this.at)) {
      case QUOTE: {
        const start = this.at;
        const value = this.string(false);
        return new ExactString(this.source.slice(start, this.at), value);
      }
      case OPEN_BRACE:
        return this.object();
      case OPEN_BRACKET:
        return this.array();
      case LOWER_N:
        return this.literal("null");
      case LOWER_T:
        return this.literal("true");
      case LOWER_F:
        return this.literal("false");
      default:
        return this.number();
    }
  }

  private object(): ExactObject {
    const start = this.at;
    this.enter();
    const members = new Map<string, ExactValue>();
    this.skipBlanks();
    if (this.source.charCodeAt(this.at) !== CLOSE_BRACE) {
      for (;;) {
        const keyAt = this.at;
        if (this.source.charCodeAt(keyAt) !== QUOTE) this.unexpected("a key in double quotes");
        const key = this.string(true);
        const { maxKeyLength: limit } = this.limits;
        if (key.length > limit) {
          const why = { code: "json.longKey", values: { limit } };
          this.refuse("too_large", `A key is longer than ${limit} characters.`, why, keyAt);
        }
        this.steps[this.depth - 1] = key;
        if (members.has(key)) {
          const why = { code: "json.twice" };
          this.refuse("duplicate_key", "The same key stands twice in one object.", why, keyAt);
        }
        this.countMember(keyAt);
        this.skipBlanks();
        if (this.source.charCodeAt(this.at) !== COLON) this.unexpected("a colon");
        this.at += 1;
        this.skipBlanks();
        members.set(key, this.value());
        this.steps[this.depth - 1] = undefined;
        this.skipBlanks();
        const next = this.source.charCodeAt(this.at);
        if (next === CLOSE_BRACE) break;
        if (next !== COMMA) this.unexpected("a comma or a closing brace");
        this.at += 1;
        this.skipBlanks();
      }
    }
    this.at += 1;
    this.depth -= 1;
    return new ExactObject(this.source.slice(start, this.at), members);
  }

  private array(): ExactArray {
    const start = this.at;
    this.enter();
    const items: ExactValue[] = [];
    this.skipBlanks();
    if (this.source.charCodeAt(this.at) !== CLOSE_BRACKET) {
      for (;;) {
        this.steps[this.depth - 1] = items.length;
        this.countMember(this.at);
        items.push(this.value());
        this.steps[this.depth - 1] = undefined;
        this.skipBlanks();
        const next = this.source.charCodeAt(this.at);
        if (next === CLOSE_BRACKET) break;
        if (next !== COMMA) this.unexpected("a comma or a closing bracket");
        this.at += 1;
        this.skipBlanks();
      }
    }
    this.at += 1;
    this.depth -= 1;
    return new ExactArray(this.source.slice(start, this.at), items);
  }

  /** Reads a string from its opening quote and gives it unescaped; surrogates must pair both as written and unescaped. */
  private string(isKey: boolean): string {
    const { source } = this;
    const start = this.at;
    let at = start + 1;
    let escaped = false;
    let surrogates = false;
    for (;;) {
      const code = source.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        this.at = at;
        const length = this.escapeLength();
        // Every escaped surrogate begins \ud; some other characters do too, and pass the check below.
        if (length === 6 && (source.charCodeAt(at + 2) | 0x20) === 0x64) surrogates = true;
        at += length;
      } else if (code >= 0x20) {
        if (code >= 0xd800 && code <= 0xdfff) surrogates = true;
        at += 1;
      } else {
        this.at = at;
        if (Number.isNaN(code)) this.unexpected("a closing quote");
        const character = codeName(code);
        const why = { code: "json.control", values: { character } };
        this.refuse("invalid_json", `The control character ${character} must be escaped in a string.`, why);
      }
    }
    this.at = at + 1;
    // The escapes are checked by now, so the built-in reader can only unescape them.
    const value = escaped ? (JSON.parse(source.slice(start, at + 1)) as string) : source.slice(start + 1, at);
    if (surrogates && !(value.isWellFormed() && source.slice(start, at).isWellFormed())) {
      if (isKey && value.length <= this.limits.maxKeyLength) this.steps[this.depth - 1] = value.toWellFormed();
      const why = { code: "json.half" };
      this.refuse("lone_surrogate", `A ${isKey ? "key" : "string"} holds half of a surrogate pair.`, why, start);
    }
    return value;
  }

  /** How many characters the escape at `at` takes: 2, or 6 for `\uXXXX`. */
  private escapeLength(): number {
    const kind = this.source.charAt(this.at + 1);
    if (kind !== "" && '"\\/bfnrt'.includes(kind)) return 2;
    if (kind.charCodeAt(0) !== LOWER_U) {
      this.refuse("invalid_json", "A backslash begins no known escape.", { code: "json.escape" });
    }
    for (let digit = 2; digit < 6; digit += 1) {
      if (!isHexDigit(this.source.charCodeAt(this.at + digit))) {
        this.refuse("invalid_json", "A \\u escape needs four hexadecimal digits.", { code: "json.digits" });
      }
    }
    return 6;
  }

  private number(): ExactNumber {
    const { source } = this;
    const start = this.at;
    if (source.charCodeAt(this.at) === MINUS) this.at += 1;
    if (source.charCodeAt(this.at) === ZERO) this.at += 1;
    else this.digits(this.at === start ? "a value" : "a digit");
    if (source.charCodeAt(this.at) === POINT) {
      this.at += 1;
      this.digits("a digit");
    }
    const exponentAt = this.at;
    const sign = source.charCodeAt(this.at);
    if (sign === LOWER_E || sign === UPPER_E) {
      this.at += 1;
      const next = source.charCodeAt(this.at);
      if (next === PLUS || next === MINUS) this.at += 1;
      this.digits("a digit");
    }
    const length = this.at - start;
    if (length > this.limits.maxNumberLength) {
      const { maxNumberLength: limit } = this.limits;
      const why = { code: "json.longNumber", values: { limit } };
      this.refuse("too_large", `A number is longer than ${limit} characters.`, why, start);
    }
    const text = source.slice(start, this.at);
    if (this.at !== exponentAt || length > SURELY_IN_RANGE) {
      const nearest = Number(text);
      const vanishes = nearest === 0 && /[1-9]/.test(source.slice(start, exponentAt));
      if (!Number.isFinite(nearest) || vanishes) {
        this.refuse(
          "number_out_of_range",
          "A number is too large or too close to zero for a double; send it as text.",
          { code: "json.range" },
          start,
        );
      }
    }
    return new ExactNumber(text);
  }

  private digits(wanted: Wanted): void {
    const start = this.at;
    let code = this.source.charCodeAt(this.at);
    while (code >= ZERO && code <= NINE) {
      this.at += 1;
      code = this.source.charCodeAt(this.at);
    }
    if (this.at === start) this.unexpected(wanted);
  }

  private literal(word: "null" | "true" | "false"): ExactLiteral {
    if (!this.source.startsWith(word, this.at)) this.unexpected("a value");
    this.at += word.length;
    return new ExactLiteral(word);
  }

  private skipBlanks(): void {
    let code = this.source.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.at += 1;
      code = this.source.charCodeAt(this.at);
    }
  }

  /** Goes past an opening bracket; the depth is checked before anything descends, so that no stack can overflow. */
  private enter(): void {
    const { maxDepth: limit } = this;
    if (this.depth >= limit) {
      const why = { code: "json.deep", values: { limit } };
      this.refuse("too_deep", `The text nests deeper than ${limit} levels.`, why);
    }
    this.depth += 1;
    this.steps[this.depth - 1] = undefined;
    this.at += 1;
  }

  private countMember(at: number): void {
    this.members += 1;
    const { maxMembers: limit } = this.limits;
    if (this.members > limit) {
      const why = { code: "json.many", values: { limit } };
      this.refuse("too_large", `The text has more than ${limit} members and items.`, why, at);
    }
  }

  private unexpected(wanted: Wanted): never {
    const code = this.source.codePointAt(this.at);
    if (code === undefined) {
      const why = { code: "json.ends", values: { wanted } };
      this.refuse("invalid_json", `Expected ${wanted}, but the text ends.`, why);
    }
    const found = code > 0x20 && code < 0x7f ? String.fromCodePoint(code) : codeName(code);
    const why = { code: "json.unexpected", values: { wanted, found } };
    this.refuse("invalid_json", `Expected ${wanted}, but there is ${found}.`, why);
  }

  private refuse(code: ReadFault["code"], message: string, why: Why, at = this.at): never {
    const path = pointerOf(this.steps.slice(0, this.depth).filter((step) => step !== undefined));
    throw new Refused({ code, message, why, path, ...placeOf(this.source, at) });
  }
}

function placeOf(source: string, at: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let end = source.indexOf("\n"); end !== -1 && end < at; end = source.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return { line, column: at - lineStart + 1 };
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= ZERO && code <= NINE) || (lower >= 0x61 && lower <= 0x66);
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
