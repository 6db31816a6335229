import { describe, expect, it } from "vitest";
import { textsFor } from "@/components/i18n/catalog";
import { translator } from "@/components/i18n/format";
import { faultsAgainstSchema } from "@/lib/flow/check-arguments";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { whyText } from "./why-text";

const ZH = translator("zh-Hant", textsFor("zh-Hant"));
const EN = translator("en", textsFor("en"));

/** Words of English, but for names and values that stay as they are. */
const ENGLISH = /[A-Za-z]{3,}/;

/** Each keyword with a schema for `v` and a value that does not keep it. */
const BROKEN: [keyword: string, schema: object, value: unknown][] = [
  ["type", { type: "string" }, 5],
  ["type", { type: ["integer", "boolean"] }, "x"],
  ["enum", { enum: ["甲", "乙"] }, "x"],
  ["const", { const: 7 }, 8],
  ["minimum", { minimum: 0.0001 }, 0],
  ["maximum", { maximum: 100 }, 101],
  ["exclusiveMinimum", { exclusiveMinimum: 0 }, 0],
  ["exclusiveMaximum", { exclusiveMaximum: 1 }, 1],
  ["multipleOf", { multipleOf: 5 }, 6],
  ["minLength", { minLength: 2 }, "x"],
  ["maxLength", { maxLength: 2 }, "xyz"],
  ["pattern", { pattern: "^[0-9]+$" }, "x"],
  ["minItems", { minItems: 1 }, []],
  ["maxItems", { maxItems: 1 }, [1, 2]],
  ["items", { prefixItems: [{}], items: false }, [1, 2]],
  ["uniqueItems", { uniqueItems: true }, [1, 1]],
  ["contains", { contains: { type: "string" } }, [1]],
  ["minProperties", { minProperties: 1 }, {}],
  ["maxProperties", { maxProperties: 0 }, { a: 1 }],
  ["required", { required: ["a"] }, {}],
  ["dependentRequired", { dependentRequired: { a: ["b"] } }, { a: 1 }],
  ["additionalProperties", { additionalProperties: false }, { a: 1 }],
  ["unevaluatedProperties", { unevaluatedProperties: false }, { a: 1 }],
  ["unevaluatedItems", { prefixItems: [{}], unevaluatedItems: false }, [1, 2]],
  ["propertyNames", { propertyNames: { maxLength: 0 } }, { a: 1 }],
  ["anyOf", { anyOf: [{ type: "string" }] }, 1],
  ["oneOf", { oneOf: [{ type: "string" }, { type: "null" }] }, 1],
  ["not", { not: {} }, 1],
  ["if", { if: false, else: { minimum: 5 } }, 1],
  ["false schema", { properties: { a: false } }, { a: 1 }],
];

function faultsOf(schema: object, value: unknown) {
  const read = readExactJson(JSON.stringify({ v: value }));
  if (!read.ok || read.value.kind !== "object") throw new Error("no object");
  return faultsAgainstSchema(JSON.stringify({ properties: { v: schema } }), read.value);
}

describe("what is wrong with an edit, in the reader's language", () => {
  it.each(BROKEN)(
    "has a Chinese sentence for the keyword %s, with what the schema asks for",
    (keyword, schema, value) => {
      const faults = faultsOf(schema, value);
      expect(faults.map(({ why }) => why?.code)).toContain(`schema.${keyword}`);
      for (const fault of faults) {
        expect(whyText(fault, ZH)).not.toMatch(/\{\w+\}/);
        expect(whyText(fault, ZH).replace(/（.*?）/g, "")).not.toMatch(ENGLISH);
        expect(whyText(fault, EN)).toBe(fault.message);
      }
    },
  );

  it("keeps a limit digit for digit", () => {
    const [fault] = faultsOf({ minimum: 0.0001 }, 0);
    expect(fault && whyText(fault, ZH)).toBe("必須 ≥ 0.0001");
    const [type] = faultsOf({ type: ["integer", "boolean"] }, "x");
    expect(type && whyText(type, ZH)).toBe("必須是整數、布林值（true 或 false）");
  });

  it.each([
    "",
    "{",
    "{]",
    '{"a"',
    '{"a":',
    '{"a":1',
    "[1",
    '{"a":"x',
    '{"a":"\u0001"}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":-}',
    '{"a":1.}',
    '{"a":1,"a":2}',
    '{"a":1e999}',
    '{"a":"\\ud83d"}',
    "\ufeff{}",
    "{} x",
    "[".repeat(70),
    `{"a":${"1".repeat(1_001)}}`,
    `{"${"k".repeat(1_025)}":1}`,
    `[${"1,".repeat(10_001)}1]`,
  ])("says in Chinese where %j is no JSON", (text) => {
    const read = readExactJson(text);
    if (read.ok) throw new Error("it was read");
    const said = whyText(read.fault, ZH);
    expect(said).not.toMatch(ENGLISH);
    expect(said).not.toMatch(/\{\w+\}/);
    expect(said).not.toBe(ZH("fault.schema.other"));
    expect(whyText(read.fault, EN)).toBe(read.fault.message);
  });
});
