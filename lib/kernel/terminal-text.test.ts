import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneTerminalLine, terminalText } from "./terminal-text";

const NEVER = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe("text for a terminal", () => {
  it("SHOW-06: escape sequences and bells are spelled out, also those of the upper control block", () => {
    expect(terminalText("deploy\u001b[1A\u001b[2K --force\u0007")).toBe("deploy\\u001b[1A\\u001b[2K --force\\u0007");
    expect(terminalText("a\u009b2Jb\u007fc\rd")).toBe("a\\u009b2Jb\\u007fc\\u000dd");
  });

  it("spells out what turns text around, splits lines or hides, and leaves every script as it is", () => {
    expect(terminalText("x\u202ey\u2028z\u{e0041}\ud83d")).toBe("x\\u202ey\\u2028z\\udb40\\udc41\\ud83d");
    expect(terminalText("発送 мир שלום 😀\n\tnext")).toBe("発送 мир שלום 😀\n\tnext");
  });

  it("lets a text of somebody else begin no line of its own", () => {
    expect(oneTerminalLine("a\nroot# rm\t-r")).toBe("a\\nroot# rm\\t-r");
  });

  it("never lets one through, and leaves a JSON text the same value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (any, text) => {
        expect(terminalText(any)).not.toMatch(NEVER);
        expect(JSON.parse(terminalText(JSON.stringify({ [text]: any })))).toEqual({ [text]: any });
      }),
    );
  });
});
