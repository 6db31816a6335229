/**
 * One area's texts: a key, and the text in English, simplified and traditional Chinese, side by side, so that a missing
 * one is a type error. `{name}` is replaced. A text that counts has two keys, `….one` and `….other`.
 */
export type Area = Record<string, readonly [en: string, hans: string, hant: string]>;
