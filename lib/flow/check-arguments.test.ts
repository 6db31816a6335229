import { describe, expect, it } from "vitest";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { faultsAgainstSchema, schemaFault } from "./check-arguments";

const SCHEMA = JSON.stringify({
  type: "object",
  required: ["body", "amount"],
  properties: {
    body: { type: "string", minLength: 1 },
    amount: { type: "number", minimum: 0 },
    "a/b": { type: "string" },
  },
  additionalProperties: false,
});

function faults(text: string): string[] {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error("not an object");
  return faultsAgainstSchema(SCHEMA, read.value).map(({ path }) => path);
}

describe("a tool's schema", () => {
  it("EDIT-04: a member that is missing, null, of another type or too short is named by its place", () => {
    expect(faults('{"amount":1}')).toEqual(["/body"]);
    expect(faults('{"amount":1,"body":null}')).toEqual(["/body"]);
    expect(faults('{"amount":1,"body":5}')).toEqual(["/body"]);
    expect(faults('{"amount":1,"body":""}')).toEqual(["/body"]);
    expect(faults('{"amount":-1,"body":"x","drop":true}').sort()).toEqual(["/amount", "/drop"]);
    expect(faults('{"amount":1,"body":"x","a/b":1}')).toEqual(["/a~1b"]);
    expect(faults('{"amount":1.50,"body":"x"}')).toEqual([]);
  });

  it("a tool without a schema takes any object", () => {
    const read = readExactJson("{}");
    expect(read.ok && read.value.kind === "object" && faultsAgainstSchema(null, read.value)).toEqual([]);
  });

  it("what is no schema is told in words, and the same name in two versions does not collide", () => {
    expect(schemaFault('{"type":"nonsense"}')).toMatch(/type/);
    expect(schemaFault("[]")).toMatch(/object/);
    expect(schemaFault('{"$id":"x","type":"object"}')).toBeNull();
    expect(schemaFault('{"$id":"x","type":"object","required":["a"]}')).toBeNull();
  });
});
