import { describe, expect, it } from "vitest";
import { WANTED } from "@/lib/kernel/exact-json/reader";
import { HIDDEN_NAMES } from "@/lib/kernel/visible-text";
import { TEXTS, textsFor } from "./catalog";
import { translator } from "./format";
import { LOCALES, localeFrom } from "./locale";

/** By any key: as a union of a thousand they are more than the compiler takes. */
const ALL: Record<string, readonly string[]> = TEXTS;

describe("the console's languages", () => {
  it("no text is missing or blank in any language, and each names the same places", () => {
    for (const [key, texts] of Object.entries(ALL)) {
      expect(texts, key).toHaveLength(LOCALES.length);
      const places = texts.map((text) =>
        [...text.matchAll(/\{\w+\}/g)]
          .map(([place]) => place)
          .sort()
          .join(),
      );
      for (const [at, text] of texts.entries()) {
        expect(text.trim(), `${key} ${LOCALES[at]}`).not.toBe("");
        expect(places[at], `${key} ${LOCALES[at]}`).toBe(places[0]);
      }
    }
  });

  it("a text that counts has both of its forms", () => {
    for (const key of Object.keys(ALL)) {
      if (key.endsWith(".one")) expect(TEXTS).toHaveProperty([key.replace(/\.one$/, ".other")]);
    }
  });

  it("everything that cannot be seen has a name, and everything the reader of JSON misses has one, in each language", () => {
    for (const name of HIDDEN_NAMES) expect(TEXTS).toHaveProperty([`hidden.${name}`]);
    for (const wanted of WANTED) expect(TEXTS).toHaveProperty([`fault.wanted.${wanted}`]);
  });

  it("the choice goes before the browser's wish, and the wish before English", () => {
    expect(localeFrom("zh-Hant", "en")).toBe("zh-Hant");
    expect(localeFrom("klingon", "zh-CN,zh;q=0.9,en;q=0.8")).toBe("zh-Hans");
    expect(localeFrom(undefined, "de-AT, zh-TW;q=0.7, en;q=0.3")).toBe("zh-Hant");
    expect(localeFrom(undefined, "en-GB,zh;q=0.9")).toBe("en");
    expect(localeFrom(undefined, "zh-Hans-HK;q=0.1,en;q=0")).toBe("zh-Hans");
    expect(localeFrom(undefined, null)).toBe("en");
  });

  it("fills places, writes numbers as the language does, and keeps what it was not given", () => {
    const t = translator("en", { "a.one": "{n} new", "a.other": "{n} new ones", b: "to {name} at {time}" });
    expect(t.count("a" as never, 1)).toBe("1 new");
    expect(t.count("a" as never, 12_345)).toBe("12,345 new ones");
    expect(t("b" as never, { name: "$&" })).toBe("to $& at {time}");
    expect(t.pieces("b" as never)).toEqual([
      { text: "to " },
      { name: "name" },
      { text: " at " },
      { name: "time" },
      { text: "" },
    ]);
    expect(t.maybe("nowhere")).toBeNull();
    expect(textsFor("zh-Hans")["state.pending"]).toBe("待决定");
  });
});
