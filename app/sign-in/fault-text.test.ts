import { describe, expect, it } from "vitest";
import { faultText } from "./fault-text";

describe("what the sign-in page says", () => {
  it("never tells which of the two was wrong", () => {
    expect(faultText("CredentialsSignin")).toBe("Wrong e-mail or password.");
  });

  it("says how long to wait", () => {
    expect(faultText("throttled:45")).toBe("Too many attempts. Try again in 45 seconds.");
    expect(faultText("throttled:840")).toBe("Too many attempts. Try again in 14 minutes.");
  });

  it("repeats nothing it does not know", () => {
    expect(faultText("<b>stack trace</b>")).toBe("Signing in did not work. Try again.");
  });
});
