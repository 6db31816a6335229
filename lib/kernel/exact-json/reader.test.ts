import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Limits, type ReadFault, readBytes, readExactJson } from "./reader";
import { type ExactValue, measure, toPlain } from "./value";

function read(text: string, limits?: Partial<Limits>): ExactValue {
  const result = readExactJson(text, limits);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.message}`);
  return result.value;
}

function fault(text: string, limits?: Partial<Limits>): ReadFault {
  const result = readExactJson(text, limits);
  if (result.ok) throw new Error("was taken");
  return result.fault;
}

/** A document nesting `levels` deep: `{"a":[[…]]}`. */
const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

describe("reading", () => {
  it("keeps every value's text exactly as it was written", () => {
    const value = read('{ "n" : [1.0, 1e0 ,-0.0], "s":"\\u0061\\/b" ,"o":{ } }');
    if (value.kind !== "object") throw new Error("no object");
    expect(value.members.get("n")?.text).toBe("[1.0, 1e0 ,-0.0]");
    expect(value.members.get("o")?.text).toBe("{ }");
    expect(value.members.get("s")).toMatchObject({ kind: "string", text: '"\\u0061\\/b"', value: "a/b" });
  });

  it("takes a member named __proto__ as any other", () => {
    const value = read('{"__proto__":{"x":1}}');
    expect(Object.keys(toPlain(value) as object)).toEqual(["__proto__"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("accepts and refuses what JSON.parse does, where no restriction of its own applies, and never throws", () => {
    const soup = fc
      .array(
        fc.constantFrom(
          ...'{}[]:,"\\u0d8e1-+.eE tfn\n\t\u0000\u00a0\ufeff',
          "true",
          "null",
          '"a"',
          "\\n",
          "12",
          '"k":',
        ),
        {
          maxLength: 14,
        },
      )
      .map((parts) => parts.join(""));
    const own = new Set(["duplicate_key", "lone_surrogate", "number_out_of_range"]);
    fc.assert(
      fc.property(fc.oneof(soup, fc.json(), fc.string({ unit: "binary" })), (text) => {
        let builtIn: { value: unknown } | undefined;
        try {
          builtIn = { value: JSON.parse(text) };
        } catch {
          builtIn = undefined;
        }
        const result = readExactJson(text);
        if (result.ok) expect(toPlain(result.value)).toEqual(builtIn?.value);
        else if (builtIn !== undefined) expect(own).toContain(result.fault.code);
        else expect(["invalid_json", ...own]).toContain(result.fault.code);
      }),
      { numRuns: 3000 },
    );
  });

  it("gives back the whole document as the root's text, bar the blanks around it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (plain, indent) => {
        const text = JSON.stringify(plain, null, indent);
        const result = readExactJson(` \n${text}\t`, { maxDepth: 1000 });
        if (result.ok) expect(result.value.text).toBe(text);
        else expect(["lone_surrogate", "too_large"]).toContain(result.fault.code);
      }),
    );
  });
});

describe("refusing", () => {
  it.each([
    ["", "invalid_json", "", 1, 1],
    ["nul", "invalid_json", "", 1, 1],
    ['{"a":1,}', "invalid_json", "", 1, 8],
    ['{"a":[1,2\n,,3]}', "invalid_json", "/a/2", 2, 2],
    ['{"amount": 40,,}', "invalid_json", "", 1, 15],
    ['{"a":01}', "invalid_json", "", 1, 7],
    ['{"a":+1}', "invalid_json", "/a", 1, 6],
    ['{"a":.5}', "invalid_json", "/a", 1, 6],
    ['{"a":1.}', "invalid_json", "/a", 1, 8],
    ['{"a":NaN}', "invalid_json", "/a", 1, 6],
    ["{'a':1}", "invalid_json", "", 1, 2],
    ['{"a":"\\x"}', "invalid_json", "/a", 1, 7],
    ['{"a":"\\u12g4"}', "invalid_json", "/a", 1, 7],
    ['{"a":"\n"}', "invalid_json", "/a", 1, 7],
    ['{"a":"cut', "invalid_json", "/a", 1, 10],
    ['{"a":1} x', "invalid_json", "", 1, 9],
    ["\ufeff{}", "invalid_json", "", 1, 1],
    ["{\u00a0}", "invalid_json", "", 1, 2],
    ['{"a":1,"\\u0061":2}', "duplicate_key", "/a", 1, 8],
    ['{"x":[{"b/c":1,"b/c":1}]}', "duplicate_key", "/x/0/b~1c", 1, 16],
    ['{"a":{"n":1e400}}', "number_out_of_range", "/a/n", 1, 11],
    ['{"n":-1e400}', "number_out_of_range", "/n", 1, 6],
    ['{"n":1e-400}', "number_out_of_range", "/n", 1, 6],
    ['{"n":1e999999999999}', "number_out_of_range", "/n", 1, 6],
  ] as const)("%j as %s, naming the place", (text, code, path, line, column) => {
    expect(fault(text)).toMatchObject({ code, path, line, column });
  });

  it("never repeats more of the document than one printable character", () => {
    expect(fault('{"a": hunter2}').message).toBe("Expected a value, but there is h.");
    expect(fault('{"a": \u202e}').message).toContain("U+202E");
  });

  it("SHOW-11: 5 000, 50 000 and 100 000 levels are refused as too deep, without overflowing a stack", () => {
    for (const levels of [65, 5_000, 50_000, 100_000]) {
      expect(fault(nested(levels))).toMatchObject({ code: "too_deep", line: 1 });
      expect(fault("[".repeat(levels))).toMatchObject({ code: "too_deep" });
      expect(fault('{"a":'.repeat(levels))).toMatchObject({ code: "too_deep" });
      if (levels > 1_000) expect(fault(nested(levels), { maxDepth: 1e9 }).code).toBe("too_deep");
    }
  });

  it("takes exactly 64 levels by default, and 65 where the body wraps the arguments once more", () => {
    expect(measure(read(nested(64)))).toEqual({ depth: 64, members: 63 });
    expect(fault(nested(65)).code).toBe("too_deep");
    expect(read(`{"arguments":${nested(64)}}`, { maxDepth: 65 }).kind).toBe("object");
  });

  it("takes 10 000 members and items in total, and not one more", () => {
    const list = (count: number) => `{"a":[${Array(count).fill("0").join(",")}]}`;
    expect(measure(read(list(9_999))).members).toBe(10_000);
    expect(fault(list(10_000))).toMatchObject({ code: "too_large", path: "/a/9999" });
    const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join(",");
    expect(fault(`{${keys}}`).code).toBe("too_large");
  });

  it("takes keys of 1 024 characters and numbers of 1 000, and refuses longer ones as too large", () => {
    expect(read(`{"${"k".repeat(1_024)}":1}`).kind).toBe("object");
    expect(fault(`{"a":{"${"k".repeat(100_000)}":1}}`)).toMatchObject({ code: "too_large", path: "/a" });
    expect(read(`{"n":0.${"1".repeat(998)}}`).kind).toBe("object");
    expect(fault(`{"n":0.${"1".repeat(999)}}`)).toMatchObject({ code: "too_large", path: "/n" });
  });

  it("refuses a long number without exponent that no double holds, and takes zero however it is written", () => {
    expect(fault("9".repeat(400)).code).toBe("number_out_of_range");
    expect(fault(`0.${"0".repeat(400)}1`).code).toBe("number_out_of_range");
    for (const zero of ["0", "-0", "0e999999999", `0.${"0".repeat(400)}`]) expect(read(zero).text).toBe(zero);
    expect(read("5e-324").text).toBe("5e-324");
    expect(read("1.7976931348623157e308").kind).toBe("number");
  });
});

describe("text", () => {
  it("SIGN-11: U+0000 in a string or key is kept as written", () => {
    const value = read('{"q":"a\\u0000b","k\\u0000":1}');
    expect(value.text).toBe('{"q":"a\\u0000b","k\\u0000":1}');
    expect(toPlain(value)).toEqual({ q: "a\u0000b", "k\u0000": 1 });
    expect(fault('{"q":"a\u0000b"}')).toMatchObject({ code: "invalid_json", path: "/q" });
  });

  it("SIGN-12: half a surrogate pair is refused with its path, a whole pair is taken", () => {
    expect(fault('{"t":"\\ud83d"}')).toMatchObject({ code: "lone_surrogate", path: "/t" });
    expect(fault('{"a":[{"\\udc00":1}]}')).toMatchObject({ code: "lone_surrogate", path: "/a/0/\ufffd" });
    expect(fault('{"t":"\\ude00\\ud83d"}').code).toBe("lone_surrogate");
    expect(fault('{"t":"\ud83d"}').code).toBe("lone_surrogate");
    expect(fault('{"t":"\ud83d\\ude00"}').code).toBe("lone_surrogate");
    expect(toPlain(read('{"t":"\\ud83d\\ude00","\ud83d\ude00":1}'))).toEqual({ t: "\u{1F600}", "\u{1F600}": 1 });
  });

  it("takes UTF-8 bytes, and refuses broken ones with their place", () => {
    const good = readBytes(new TextEncoder().encode('{"text":"Grüße ₹500 🚀"}'));
    expect(good.ok && toPlain(good.value)).toEqual({ text: "Grüße ₹500 🚀" });
    const broken = readBytes(Uint8Array.from([...new TextEncoder().encode('{"t":\n"'), 0xc3, 0x28, 0x22, 0x7d]));
    expect(broken).toMatchObject({ ok: false, fault: { code: "invalid_json", line: 2, column: 2 } });
    expect(readBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toMatchObject({ ok: false });
    // A surrogate encoded in UTF-8 is no UTF-8.
    expect(readBytes(Uint8Array.of(0x22, 0xed, 0xa0, 0xbd, 0x22))).toMatchObject({ ok: false });
  });
});
