import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointerBelow, pointerOf, stepsOf, valueAt } from "./pointer";
import { readExactJson } from "./reader";

describe("pointers", () => {
  it("name every place of RFC 6901's example", () => {
    const read = readExactJson('{"foo":["bar","baz"],"":0,"a/b":1,"m~n":8," ":7}');
    if (!read.ok) throw new Error("unreadable");
    const at = (pointer: string) => valueAt(read.value, pointer)?.text;
    expect(at("")).toBe(read.value.text);
    expect(["/foo/0", "/", "/a~1b", "/m~0n", "/ "].map(at)).toEqual(['"bar"', "0", "1", "8", "7"]);
    expect(["/nope", "/foo/2", "/foo/-", "/foo/01", "/foo/0/x", "foo", "/m~2n"].map(at)).toEqual(
      Array(7).fill(undefined),
    );
  });

  it("come apart into the steps they were made of", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (steps) => {
        expect(stepsOf(pointerOf(steps))).toEqual(steps);
      }),
    );
    expect(pointerBelow("/a", "b/~c")).toBe("/a/b~1~0c");
    expect(pointerBelow("", 3)).toBe("/3");
  });
});
