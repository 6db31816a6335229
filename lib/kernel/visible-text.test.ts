import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confusablesIn, hasHidden, hasVisibleCharacter, isPlainName, previewText, visibleParts } from "./visible-text";

const shown = (text: string, multiline = false) =>
  visibleParts(text, { multiline })
    .map((part) => ("code" in part ? `<${part.code}>` : part.text))
    .join("");

const U = (...codes: number[]) => String.fromCodePoint(...codes);

describe("hidden characters", () => {
  it("SHOW-01: zero-width characters appear as codes, with their names", () => {
    expect(shown("Nord\u200bwind GmbH")).toBe("Nord<U+200B>wind GmbH");
    expect(visibleParts("exam\u2060ple")[1]).toEqual({ code: "U+2060", name: "word joiner", raw: "\u2060" });
  });

  it("SHOW-02: every bidirectional control appears as a code", () => {
    const controls = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c];
    for (const code of controls) {
      expect(shown(`inv${U(code)}fdp.exe`)).toBe(`inv<U+${code.toString(16).toUpperCase().padStart(4, "0")}>fdp.exe`);
    }
  });

  it("SHOW-06: escape sequences, bells and all other controls appear as codes", () => {
    expect(shown("deploy\u001b[1A\u0007")).toBe("deploy<U+001B>[1A<U+0007>");
    for (let code = 0; code < 0xa0; code += 1) {
      if (code < 0x20 || code >= 0x7f) expect(hasHidden(U(code))).toBe(true);
    }
  });

  it.each([
    0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x1680, 0x2000, 0x2007, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f,
    0x2061, 0x206a, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffc, 0xfffe, 0xe000, 0xfdd0,
    0xa0, 0x1d159, 0x1d173, 0xe0001, 0xe0041, 0xe0100, 0xe01ef, 0xf0000, 0x10ffff, 0xd800, 0x378,
  ])("U+%s (decimal) is never drawn as nothing or as a blank", (code) => {
    expect(shown(`a${U(code)}b`)).toBe(`a<U+${code.toString(16).toUpperCase().padStart(4, "0")}>b`);
    expect(isPlainName(`a${U(code)}b`)).toBe(false);
  });

  it("line feeds and tabs are text where lines are shown as lines, a carriage return never", () => {
    expect(shown("a\n\tb\r", true)).toBe("a\n\tb<U+000D>");
    expect(shown("a\n\tb")).toBe("a<U+000A><U+0009>b");
  });

  it("smuggled selectors and tags appear, behind letters and behind emoji", () => {
    expect(shown(`ok${U(0xe0101, 0xe0102)}`)).toBe("ok<U+E0101><U+E0102>");
    expect(shown(U(0x1f600, 0xe0048, 0xe0049))).toBe(`${U(0x1f600)}<U+E0048><U+E0049>`);
    expect(shown(`5${U(0xfe0f)}`)).toBe("5<U+FE0F>");
    expect(shown("a\u200db")).toBe("a<U+200D>b");
  });
});

describe("ordinary text", () => {
  it.each([
    ["Arabic", "مرحبا بالعالم"],
    ["Persian with its non-joiner", "می\u200cخواهم"],
    ["Hebrew with vowels", "שָׁלוֹם עולם"],
    ["Hindi with a joiner behind a virama", "क्\u200dष क्ष"],
    ["Chinese", "你好，世界"],
    ["Japanese with a wide blank", "東京\u3000大阪"],
    ["Korean", "안녕하세요"],
    ["German, in both normal forms", "Grüße Gru\u0308ße"],
    ["a family, a rainbow flag, a keycap, Scotland", "👨‍👩‍👧‍👦 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["skin tones and a heart", "👍🏽 ❤️ 👩🏾‍💻 ☎︎"],
    ["Arabic number signs", "\u0600١٢"],
  ])("%s comes through unharmed", (_language, text) => {
    expect(visibleParts(text)).toEqual([{ text }]);
    expect(hasHidden(text)).toBe(false);
  });

  it("is never lost: the parts give back every text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, multiline) => {
        const parts = visibleParts(text, { multiline });
        expect(parts.map((part) => ("code" in part ? part.raw : part.text)).join("")).toBe(text);
        expect(hasHidden(text, { multiline })).toBe(parts.some((part) => "code" in part));
        for (const part of parts) if ("text" in part) expect(hasHidden(part.text, { multiline })).toBe(false);
      }),
    );
  });

  it("of 256 KiB is split in well under a second, hostile or not", () => {
    for (const piece of ["a", "\ufe0f", "a\u200d", "👨‍👩‍👧‍👦", "\u0645\u200c", "\n"]) {
      const text = piece.repeat(Math.ceil(262_144 / piece.length));
      const started = performance.now();
      visibleParts(text);
      previewText(text, 120);
      expect(performance.now() - started, JSON.stringify(piece)).toBeLessThan(2_000);
    }
  });
});

describe("a reason", () => {
  it.each(["", "  ", "\u00a0", "\u200b", "\n\r\n", "\t \u3000\u2003", "\ufeff\u00ad\u3164\u2800", "\u0301", "\u0000"])(
    "UI-12: %j has nothing to see",
    (text) => {
      expect(hasVisibleCharacter(text)).toBe(false);
    },
  );

  it.each(["x", " .", "\u200bno", "否", "👎", "لا", "0"])("UI-12: %j has", (text) => {
    expect(hasVisibleCharacter(text)).toBe(true);
  });
});

describe("a tool's name", () => {
  it("may be any visible text, and holds no hidden character", () => {
    for (const name of ["issue_refund", "mcp/server.tool", "发送邮件", "Überweisung anlegen", "🚀"]) {
      expect(isPlainName(name)).toBe(true);
    }
    for (const name of ["", " ", "a\nb", "a\u202eb", "pay\u200b", "a\u0000", "a\u00a0b", "\ud83d", "👨‍👩‍👧"]) {
      expect(isPlainName(name)).toBe(false);
    }
  });
});

describe("a preview", () => {
  it("SHOW-13: has the whole emoji or none of it, at every length", () => {
    const text = `${"a".repeat(119)}\u{1F600}tail`;
    for (let max = 110; max <= 130; max += 1) {
      const preview = previewText(text, max);
      expect(preview.text.isWellFormed()).toBe(true);
      expect(preview).toEqual(
        max >= 125
          ? { text, cut: false, length: 125 }
          : { text: text.slice(0, max === 120 ? 119 : max), cut: true, length: 125 },
      );
    }
  });

  it("never ends inside a family, a flag or an accented letter, and is as long as it may be", () => {
    const graphemes = fc.array(fc.constantFrom("a", "👨‍👩‍👧‍👦", "🇩🇪", "u\u0308", "❤️", "\r\n", "각"), { minLength: 1 });
    fc.assert(
      fc.property(graphemes, fc.nat(60), (pieces, max) => {
        let expected = "";
        for (const piece of pieces) {
          if (expected.length + piece.length > max) break;
          expected += piece;
        }
        expect(previewText(pieces.join(""), max).text).toBe(expected);
      }),
    );
  });
});

describe("letters that pass for others", () => {
  const marked = (text: string) => confusablesIn(text).map(({ character, looksLike }) => `${character}~${looksLike}`);

  it.each([
    ["billing@ex\u0430mple.org", ["\u0430~a"]],
    ["p\u0430yp\u0430l", ["\u0430~a", "\u0430~a"]],
    ["\u041Cicrosoft", ["\u041C~M"]],
    ["g\u03BFogle.com", ["\u03BF~o"]],
    ["\u0441\u043E\u0441\u043E.com", ["\u0441~c", "\u043E~o", "\u0441~c", "\u043E~o"]],
    ["\u0261oogle", ["\u0261~g"]],
    ["p\uFF41ypal", ["\uFF41~a"]],
    ["bank.com\u2215login", ["\u2215~/"]],
    ["M\u043E\u0441\u043A\u0432\u0430", ["M~\u041C"]],
  ])("are named in %j", (text, alikes) => {
    expect(marked(text)).toEqual(alikes);
  });

  it.each([
    "plain ASCII, user@example.org",
    "Привет, мир. Оплатить счёт № 7 за март",
    "Ελληνικά κείμενα και ονόματα",
    "付款给供应商 ABC 公司，金额 3.50",
    "Ｔ社へ請求書を送る ＡＢＣ",
    "Zürich, Łódź, İstanbul, naïve café, Đà Nẵng",
    "Россия и Germany, API-ключ, файл отчёт.txt",
    "Δx = λ·π, 5 µm, 10 Ω, x² + α",
    "مرحبا بالعالم שלום עולם",
    "½ of 1⁄2 at 10:30",
    "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} emoji",
  ])("are suspected nowhere in %j", (text) => {
    expect(marked(text)).toEqual([]);
  });

  it("are marked where the text is shown, beside hidden characters, and copying loses nothing", () => {
    const text = "x\u200B ex\u0430mple\u202E \u0441\u043E.com";
    const parts = visibleParts(text);
    expect(parts.map((part) => ("text" in part ? part.text : part.raw)).join("")).toBe(text);
    expect(parts.filter((part) => "text" in part && part.alike).map((part) => "text" in part && part.text)).toEqual([
      "\u0430",
      "\u0441",
      "\u043E",
    ]);
  });

  it("are found in a hostile quarter of a megabyte in no time", () => {
    const text = "\u0430a.".repeat(87_000);
    const started = performance.now();
    expect(confusablesIn(text)).toHaveLength(87_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
