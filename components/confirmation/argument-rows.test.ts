import { describe, expect, it } from "vitest";
import { argumentRows } from "./argument-rows";
import { readObject } from "./read-object";

function lines(text: string, masked: string[] = []) {
  const value = readObject(text);
  if (!value) throw new Error("the test's own text cannot be read");
  return argumentRows(value, new Set(masked)).map(
    ({ depth, name, value: { text: written }, masked: hidden, opens }) =>
      `${" ".repeat(depth)}${name}: ${hidden ? "masked" : opens ? "…" : written}`,
  );
}

describe("the table of arguments", () => {
  it("keeps members in the order written and numbers digit for digit", () => {
    expect(lines('{"b":7205759403792793601,"a":40.00}')).toEqual(["b: 7205759403792793601", "a: 40.00"]);
  });

  it("puts what is nested below its name", () => {
    expect(lines('{"card":{"holder":{"name":"K"}},"tags":[{"v":null}]}')).toEqual([
      "card: …",
      " holder: …",
      '  name: "K"',
      "tags: …",
      " 0: …",
      "  v: null",
    ]);
  });

  it("writes short lists of plain values and empty ones on one line", () => {
    expect(lines('{"files":["a.png","b.png"],"cc":[],"meta":{}}')).toEqual([
      'files: ["a.png","b.png"]',
      "cc: []",
      "meta: {}",
    ]);
  });

  it("shows nothing of a masked value or of what lies below it", () => {
    expect(lines('{"key":"[masked]","a/b":["[masked]","x"]}', ["/key", "/a~1b/0"])).toEqual([
      "key: masked",
      "a/b: …",
      " 0: masked",
      ' 1: "x"',
    ]);
  });
});
