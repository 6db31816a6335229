import { describe, expect, it } from "vitest";
import { destinationOf } from "./destination";

describe("where signing in leads", () => {
  it("keeps a deep link with its query", () => {
    expect(destinationOf("/confirmations/0193?x=1#y")).toBe("/confirmations/0193?x=1#y");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    "inbox",
    "",
    "/sign-in?callbackUrl=/sign-in",
  ])("sends %j to the inbox", (text) => {
    expect(destinationOf(text)).toBe("/inbox");
  });

  it("sends a missing or repeated parameter to the inbox", () => {
    expect(destinationOf(undefined)).toBe("/inbox");
    expect(destinationOf(["/a", "/b"])).toBe("/inbox");
  });
});
