import { describe, expect, test } from "vitest";
import { plainName, readEmail } from "./plain-name";

describe("a name", () => {
  test.each(["refund-bot", "Ada Lovelace", "予約 係", "é", "x".repeat(128), "🤖".repeat(128)])("%j stands", (name) =>
    expect(plainName("name", name)).toBe(name),
  );

  test("is kept in its composed form, so that no two names look alike", () =>
    expect(plainName("name", "e\u0301")).toBe("\u00e9"));

  test.each([
    ["is empty", ""],
    ["is too long", "x".repeat(129)],
    ["holds a null", "a\u0000b"],
    ["holds a line break", "a\nb"],
    ["holds a tab", "a\tb"],
    ["holds a zero-width space", "a\u200bb"],
    ["holds a bidirectional override", "a\u202eb"],
    ["holds a Hangul filler", "a\u3164b"],
    ["holds a variation selector", "a\ufe0fb"],
    ["holds a blank braille pattern", "a\u2800b"],
    ["holds a no-break space", "a\u00a0b"],
    ["holds a line separator", "a\u2028b"],
    ["holds a lone surrogate", "a\ud800b"],
    ["begins with a space", " a"],
    ["is a space", " "],
  ])("that %s is refused by its field's name", (_, name) =>
    expect(() => plainName("name", name)).toThrow(/^name: must/),
  );
});

describe("an e-mail", () => {
  test("is lower-cased and trimmed", () => expect(readEmail(" Ada@Example.COM ")).toBe("ada@example.com"));

  test.each(["ada@localhost", "a+b@x.co"])("%j stands", (email) => expect(readEmail(email)).toBe(email));

  test.each([
    "",
    "ada",
    "@x.com",
    "ada@",
    "a b@x.com",
    "a@b@c",
    "ada@x.com\u0000",
    "аda@x.com",
    "ada@x.com\u200b",
    `${"a".repeat(65)}@x.com`,
  ])("%j is none", (text) => expect(readEmail(text)).toBeNull());
});
