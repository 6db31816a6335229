import { describe, expect, it } from "vitest";
import { isShortcutPress, type Press } from "./shortcuts";

const press = (change: Partial<Press> = {}): Press => ({
  key: "a",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  defaultPrevented: false,
  ...change,
});

describe("a key press", () => {
  it("is a shortcut where nobody types and nothing modal is open", () => {
    expect(isShortcutPress(press(), false, false)).toBe(true);
  });

  it("is none in a text field, or under a dialog", () => {
    expect(isShortcutPress(press(), true, false)).toBe(false);
    expect(isShortcutPress(press(), false, true)).toBe(false);
  });

  it("is none with a modifier, in an input method, or when something else took it", () => {
    for (const taken of ["ctrlKey", "metaKey", "altKey", "isComposing", "defaultPrevented"] as const) {
      expect(isShortcutPress(press({ [taken]: true }), false, false), taken).toBe(false);
    }
  });

  it("held down, moves on and decides nothing again", () => {
    expect(isShortcutPress(press({ repeat: true }), false, false)).toBe(false);
    expect(isShortcutPress(press({ key: "j", repeat: true }), false, false)).toBe(true);
  });
});
