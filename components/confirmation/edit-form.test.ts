import { describe, expect, it } from "vitest";
import { valueAt } from "@/lib/kernel/exact-json/pointer";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { type ExactObject, exactString } from "@/lib/kernel/exact-json/value";
import { membersOf, specOf } from "./edit-schema";
import { typedNumber, withValueAt } from "./edit-values";
import { laidOut } from "./editable-text";
import { readEdit } from "./read-edit";

function object(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error("no object");
  return read.value;
}

describe("the form a schema describes", () => {
  const spec = specOf(
    JSON.stringify({
      type: "object",
      required: ["order_id", "to"],
      properties: {
        order_id: { type: "string", description: "As on the invoice." },
        amount: { type: ["number", "null"] },
        count: { type: "integer" },
        speed: { enum: ["slow", "fast"] },
        tags: { type: "array", items: { type: "string" } },
        rows: { type: "array", items: { type: "object" } },
        to: { $ref: "#/$defs/address" },
        odd: { oneOf: [{ type: "string" }, { type: "number" }] },
      },
      $defs: { address: { type: "object", properties: { city: { type: "string" } } } },
    }),
  );

  it("has a control for each kind the schema can say, and JSON for the rest", () => {
    const kinds = [...(spec?.fields ?? [])].map(([name, { kind }]) => `${name} ${kind}`);
    expect(kinds).toEqual([
      "order_id string",
      "amount number",
      "count integer",
      "speed choice",
      "tags list",
      "rows any",
      "to group",
      "odd any",
    ]);
    expect(spec?.fields.get("order_id")).toMatchObject({ required: true, description: "As on the invoice." });
    expect(spec?.fields.get("amount")).toMatchObject({ required: false, nullable: true });
  });

  it("has a field too for what the agent sent besides", () => {
    if (!spec) throw new Error("no form");
    const names = membersOf(spec, object('{"order_id":"A","extra":true}')).map(([name, { kind }]) => `${name} ${kind}`);
    expect(names.at(-1)).toBe("extra boolean");
  });

  it.each(["{}", "[]", '{"type":"object"}', '{"type":"string"}', "no JSON"])("is none for %s", (text) => {
    expect(specOf(text)).toBeNull();
  });

  it("ends where a schema refers to itself", () => {
    const text =
      '{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}}}';
    expect(specOf(text)?.fields.size).toBe(1);
    expect(specOf('{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}')).toBeNull();
  });
});

describe("an edit in the form", () => {
  const text = '{"account":7205759403792793601,"rate":40.00,"note":"a","list":[1,2,3],"deep":{"x":{"y":1e2}}}';

  it("EDIT-05: changes one value and leaves every other one as it was written", () => {
    const edited = withValueAt(object(text), "/note", exactString("b"));
    expect(edited.text).toBe(text.replace('"a"', '"b"'));
    const reading = readEdit(text, laidOut(edited));
    expect(reading.ok && reading.changes.map(({ path }) => path)).toEqual(["/note"]);
  });

  it("reaches into objects and lists, takes away, and adds", () => {
    expect(withValueAt(object(text), "/list/1", undefined).text).toContain('"list":[1,3]');
    expect(valueAt(withValueAt(object(text), "/deep/x/z", exactString("")), "/deep/x/z")?.text).toBe('""');
    expect(withValueAt(object(text), "/nowhere/z", exactString("")).text).toBe(text);
  });

  it("takes a number digit for digit, and nothing else for one", () => {
    expect(typedNumber(" 7205759403792793601 ", true)).toMatchObject({ text: "7205759403792793601" });
    expect(typedNumber("40.00", false)).toMatchObject({ text: "40.00" });
    expect(typedNumber("40.00", true)).toBe("not_integer");
    for (const wrong of ["", "12.", "040", "1,5", "NaN", "0x10", "1e999", "１２"]) {
      expect(typedNumber(wrong, false)).toBe("not_number");
    }
  });
});
