import { describe, expect, it } from "vitest";
import { textsFor } from "@/components/i18n/catalog";
import { translator } from "@/components/i18n/format";
import { faultText } from "./fault-text";

const en = translator("en", textsFor("en"));

describe("what the sign-in page says", () => {
  it("never tells which of the two was wrong", () => {
    expect(faultText("CredentialsSignin", en)).toBe("Wrong e-mail or password.");
  });

  it("says how long to wait", () => {
    expect(faultText("throttled:45", en)).toBe("Too many attempts. Try again in 45 seconds.");
    expect(faultText("throttled:840", en)).toBe("Too many attempts. Try again in 14 minutes.");
  });

  it("says why the identity provider's word did not open an account", () => {
    expect(faultText("oidc_no_group", en)).toBe("None of your groups at the identity provider may sign in here.");
    expect(faultText("oidc_disabled", en)).toBe("This account is disabled. Ask an admin.");
    expect(faultText("OAuthCallback", en)).toBe("Signing in with the identity provider did not work. Try again.");
    expect(faultText("oidc_nonsense", en)).toBe("Signing in did not work. Try again.");
    expect(faultText("title", en)).toBe("Signing in did not work. Try again.");
  });

  it("repeats nothing it does not know", () => {
    expect(faultText("<b>stack trace</b>", en)).toBe("Signing in did not work. Try again.");
  });
});
