import { describe, expect, it } from "vitest";
import { readExactJson } from "./exact-json/reader";
import { previewOf } from "./preview";

function preview(args: unknown, names: (string | null)[] = ["pay"], texts: (string | null)[] = []) {
  const read = readExactJson(JSON.stringify(args));
  if (!read.ok || read.value.kind !== "object") throw new Error("no object");
  return previewOf(read.value, [], names, texts);
}

describe("what a list is told of a request", () => {
  it("SHOW-01: it holds characters that cannot be seen: in a value at any depth, a key, a name or the reasoning", () => {
    for (const seen of [
      preview({ a: [{ b: "x\u200by" }] }),
      preview({ "k\u2060": 1 }),
      preview({}, ["pay", "t\u202e"]),
      preview({}, ["pay"], ["be\u00adcause"]),
    ]) {
      expect(seen).toMatchObject({ hiddenCharacters: true, lookAlikes: false });
    }
  });

  it("SHOW-01: it holds letters that pass for others, beyond the members a list shows too", () => {
    const many = { a: 1, b: 2, c: 3, d: 4, e: { to: ["billing@ex\u0430mple.org"] } };
    for (const seen of [
      preview(many),
      preview({ "am\u043eunt": 1 }),
      preview({}, ["pay", null, "p\u0430ypal"]),
      preview({}, ["pay"], ["for p\u0430ypal"]),
    ]) {
      expect(seen).toMatchObject({ hiddenCharacters: false, lookAlikes: true });
    }
  });

  it("warns of neither where every text is what it seems: other scripts, line breaks and emoji", () => {
    expect(
      preview({ ru: "Привет, мир", zh: "你好\n世界", ok: "👨‍👩‍👧" }, ["发送邮件", null], ["one\ntwo"]),
    ).toMatchObject({
      hiddenCharacters: false,
      lookAlikes: false,
    });
  });
});
