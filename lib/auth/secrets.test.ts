import { describe, expect, test } from "vitest";
import { hashSecret, newSecret, secretKind } from "./secrets";

describe("secrets", () => {
  test("a new key or token names its kind and holds 256 random bits", () => {
    const drawn = new Set(Array.from({ length: 100 }, () => newSecret("csa_")));
    expect(drawn.size).toBe(100);
    for (const secret of drawn) expect(Buffer.from(secret.slice(4), "base64url")).toHaveLength(32);
    expect(secretKind(newSecret("csa_"))).toBe("csa_");
    expect(secretKind(newSecret("csr_"))).toBe("csr_");
  });

  test("what is kept is the SHA-256, not the secret", () => {
    expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  test.each([
    "",
    "csa_",
    "csx_".padEnd(47, "a"),
    `csa_${"a".repeat(42)}`,
    `csa_${"a".repeat(44)}`,
    `csa_${"ä".repeat(43)}`,
  ])("%j can be no secret, so it is never looked up", (text) => expect(secretKind(text)).toBeNull());
});
