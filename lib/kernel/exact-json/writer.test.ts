import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExactJson } from "./reader";
import { raw, writeExactJson } from "./writer";

describe("writing", () => {
  it("splices exact values and raw texts in verbatim, wherever they stand", () => {
    const read = readExactJson('{ "account" : 7205759403792793601, "rate":2.50 }');
    if (!read.ok) throw new Error("unreadable");
    expect(writeExactJson({ arguments: read.value, list: [raw("1.0"), read.value] })).toBe(
      '{"arguments":{ "account" : 7205759403792793601, "rate":2.50 },"list":[1.0,{ "account" : 7205759403792793601, "rate":2.50 }]}',
    );
  });

  it("takes nothing verbatim that merely looks like an exact value", () => {
    expect(writeExactJson({ kind: "string", text: "], evil" })).toBe('{"kind":"string","text":"], evil"}');
  });

  it("leaves undefined members out, writes bigints as digits and dates in UTC with milliseconds", () => {
    expect(writeExactJson({ a: undefined, b: null, c: 2n ** 70n, d: new Date("2026-01-02T03:04:05.6+02:00") })).toBe(
      '{"b":null,"c":1180591620717411303424,"d":"2026-01-02T01:04:05.600Z"}',
    );
  });

  it("throws for what JSON cannot say, instead of writing null", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
      () => 1,
      Symbol("s"),
      [undefined],
      new Map(),
      cycle,
    ]) {
      expect(() => writeExactJson({ a: [value] })).toThrow(TypeError);
    }
    expect(() => writeExactJson(new Date(Number.NaN))).toThrow(RangeError);
  });

  it("writes ordinary values as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writeExactJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});
