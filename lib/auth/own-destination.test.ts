import { describe, expect, test } from "vitest";
import { ownDestination } from "./own-destination";

const OWN = "https://approvals.example.com";

describe("after signing in", () => {
  test.each([
    "https://evil.example/x",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https:evil.example@x",
    "https://approvals.example.com@evil.example/",
    "https://approvals.example.com.evil.example/",
    "http://approvals.example.com/inbox",
    "https://approvals.example.com:444/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://[",
  ])("%j leads to this console's root and nowhere else", (text) => {
    const destination = ownDestination(text, OWN);
    expect(new URL(destination).origin).toBe(OWN);
    expect([OWN, `${OWN}/evil.example@x`]).toContain(destination);
  });

  test.each(["/confirmations/0193-a?tab=history#end", `${OWN}/confirmations/0193-a?tab=history#end`])(
    "the deep link %j is kept",
    (text) => expect(ownDestination(text, OWN)).toBe(`${OWN}/confirmations/0193-a?tab=history#end`),
  );
});
