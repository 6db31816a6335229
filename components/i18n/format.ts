import type { CountedKey, Key, Texts } from "./catalog";
import type { Locale } from "./locale";

export type Values = Record<string, string | number>;

/** The texts of one language, by key. Numbers are written as the language writes them. */
export type Translator = {
  locale: Locale;
  (key: Key, values?: Values): string;
  /** A text that counts: `count("inbox.new", 3)`; `{n}` is the number. */
  count(key: CountedKey, n: number, values?: Values): string;
  /** A text in pieces, for elements in place of its `{names}`. */
  pieces(key: Key): ({ text: string } | { name: string })[];
  /** For keys made at run time (a state, a code from the server): null where there is no such text. */
  maybe(key: string, values?: Values): string | null;
};

const PLACE = /\{(\w+)\}/g;

export function translator(locale: Locale, texts: Texts): Translator {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const fill = (text: string, values: Values = {}) =>
    text.replace(PLACE, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : typeof value === "number" ? numbers.format(value) : value;
    });
  const translate = (key: Key, values?: Values) => fill(texts[key] ?? key, values);
  return Object.assign(translate, {
    locale,
    count(key: CountedKey, n: number, values?: Values) {
      const form = plurals.select(n) === "one" ? "one" : "other";
      return fill(texts[`${key}.${form}`] ?? texts[`${key}.other`] ?? key, { n, ...values });
    },
    pieces(key: Key) {
      return (texts[key] ?? key).split(PLACE).map((part, at) => (at % 2 === 0 ? { text: part } : { name: part }));
    },
    maybe(key: string, values?: Values) {
      const text = texts[key];
      return text === undefined ? null : fill(text, values);
    },
  });
}
