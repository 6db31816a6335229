import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, sameValue } from "./canonical";
import { digestOf, digestOfText } from "./digest";
import { readExactJson } from "./reader";
import type { ExactValue } from "./value";

function read(text: string): ExactValue {
  const result = readExactJson(text);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.message}`);
  return result.value;
}

const canonical = (text: string) => canonicalText(read(text));

/** A decimal value: an integer of any length times a power of ten, well within a double's range. */
const decimal = fc.record({
  digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  exponent: fc.integer({ min: -200, max: 200 }),
});
type Decimal = { digits: bigint; exponent: number };

/** Ways to write one decimal: the exponent moved by zeros at the end, in either letter case, or as a plain fraction. */
function spellings({ digits, exponent }: Decimal): string[] {
  const plain = digits.toString();
  const sign = plain.startsWith("-") ? "-" : "";
  const bare = plain.replace("-", "");
  const all = [
    `${plain}e${exponent}`,
    `${plain}E+${exponent}`.replace("+-", "-"),
    `${plain}.000e${exponent}`,
    // Zero takes no zeros in front.
    plain === "0" ? `0e${exponent - 2}` : `${plain}00e${exponent - 2}`,
    `${sign}0.00${bare}e${exponent + bare.length + 2}`,
    `${sign}${bare[0]}.${bare.slice(1)}0e${exponent + bare.length - 1}`,
  ];
  if (exponent >= 0) all.push(plain === "0" ? "-0.0" : plain + "0".repeat(exponent));
  else all.push(`${sign}0.${"0".repeat(200)}${bare}e${exponent + 200 + bare.length}`);
  return all;
}

/** Whether two decimals are one value, by whole-number arithmetic of its own. */
function equalDecimals(a: Decimal, b: Decimal): boolean {
  const shift = Math.min(a.exponent, b.exponent);
  return a.digits * 10n ** BigInt(a.exponent - shift) === b.digits * 10n ** BigInt(b.exponent - shift);
}

describe("the canonical form", () => {
  it("is one for all spellings of zero", () => {
    for (const exponent of [-200, -2, 0, 2, 200]) {
      expect(new Set(spellings({ digits: 0n, exponent }).map(canonical))).toEqual(new Set(["0"]));
    }
  });

  it("SIGN-03: numbers read as RFC 8785 writes them, whichever language wrote them", () => {
    expect(canonical('{"v":[30.0,-0.0,2e-7,0.00002,3e20,1e21]}')).toBe(
      '{"v":[30,0,2e-7,0.00002,300000000000000000000,1e+21]}',
    );
    // The same list as Python's json.dumps writes it.
    expect(digestOf(read('{"v": [30.0, -0.0, 2e-07, 2e-05, 3e+20, 1e+21]}'))).toBe(
      digestOf(read('{"v":[30,0,2e-7,0.00002,300000000000000000000,1e21]}')),
    );
  });

  it("BIND-04: 1.0 and 1, 2.50 and 2.5 are the same call, in any key order", () => {
    expect(digestOf(read('{"hours":1.0,"rate":2.50}'))).toBe(digestOf(read('{"rate":2.5,"hours":1}')));
    expect(digestOf(read('{"hours":1.0,"rate":2.50}'))).not.toBe(digestOf(read('{"hours":1.0,"rate":25.0}')));
  });

  it("SIGN-13: keys are ordered by UTF-16 code units, at every level, whatever order they came in", () => {
    expect(canonical('{"zeta":1,"a":{"bb":3,"9":2,"10":1}}')).toBe('{"a":{"10":1,"9":2,"bb":3},"zeta":1}');
    // RFC 8785, 3.2.3: the emoji's surrogates sort before U+FB33.
    expect(canonical('{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3,"\\r":4,"1":5,"\\u0080":6,"\\u00f6":7}')).toBe(
      '{"\\r":4,"1":5,"\u0080":6,"\u00f6":7,"\u20ac":3,"\u{1F600}":2,"\ufb33":1}',
    );
  });

  it("escapes as RFC 8785 does, so that raw and escaped text are one", () => {
    expect(canonical('"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"')).toBe(
      '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    );
    expect(canonical('"a\\u0000b"')).toBe('"a\\u0000b"');
  });

  it("EDIT-05: integers beyond 2^53 keep every digit and never merge", () => {
    expect(canonical("7205759403792793601")).toBe("7205759403792793601");
    expect(digestOf(read("7205759403792793601"))).not.toBe(digestOf(read("7205759403792793600")));
    expect(canonical("0.1000000000000000055511151231257827")).not.toBe(canonical("0.1"));
  });

  it("writes a number that a double holds as JSON.stringify would", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        const written = JSON.stringify(double);
        expect(canonical(written)).toBe(written);
        if (double !== 0) expect(canonical(double.toExponential())).toBe(written);
      }),
      { numRuns: 2000 },
    );
  });

  it("is one for all spellings of a number", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const forms = new Set(spellings(value).map(canonical));
        expect([...forms]).toHaveLength(1);
        expect(canonical([...forms][0] ?? "")).toBe([...forms][0]);
      }),
    );
  });

  it("is never shared by two different numbers", () => {
    const near = fc.tuple(decimal, fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 }));
    fc.assert(
      fc.property(near, ([a, digit, power]) => {
        const b = { digits: a.digits + BigInt(digit), exponent: a.exponent + power };
        const [left, right] = [read(`${a.digits}e${a.exponent}`), read(`${b.digits}e${b.exponent}`)];
        expect(canonicalText(left) === canonicalText(right)).toBe(equalDecimals(a, b));
        expect(sameValue(left, right)).toBe(equalDecimals(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  it("is stable under key order and white space", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const form = canonical(JSON.stringify(value));
        expect(canonical(JSON.stringify(reversed(value), null, 3))).toBe(form);
        expect(canonical(form)).toBe(form);
      }),
    );
  });

  it("is shared by two documents exactly when they are one value", () => {
    const scalar = fc.constantFrom(0, 1, 10, "", "1", "[1]", null, true, false);
    const key = fc.constantFrom("a", "b", "9", "10", "a,b");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        scalar,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [left, right] = [read(JSON.stringify(a)), read(JSON.stringify(b, null, 1))];
        const equal = isDeepStrictEqual(JSON.parse(left.text), JSON.parse(right.text));
        expect(canonicalText(left) === canonicalText(right)).toBe(equal);
        expect(sameValue(left, right)).toBe(equal);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes no memory for an exponent, however large", () => {
    expect(canonical("1e308")).toBe("1e+308");
    expect(canonical("0e99999999999999999999")).toBe("0");
    expect(canonical(`${"9".repeat(300)}e-290`)).toBe(`9999999999.${"9".repeat(290)}`);
  });
});

describe("the digest", () => {
  it("is SHA-256 over the canonical form in UTF-8", () => {
    expect(digestOfText("")).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(digestOf(read('{ "b":2,"a":"\\u00fc" }'))).toBe(digestOfText('{"a":"ü","b":2}'));
  });
});
