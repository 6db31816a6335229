import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address";

describe("the address an attempt is counted under", () => {
  test("is none where no proxy is trusted, because the header is the caller's own", () =>
    expect(clientAddress("203.0.113.7", false)).toBeNull());

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["1.1.1.1, 203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:0001:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("of %j, behind a trusted proxy, is %j", (header, address) => expect(clientAddress(header, true)).toBe(address));

  test.each([undefined, "", "unknown", "203.0.113.7, ", "203.0.113.7:80"])("is none in %j", (header) =>
    expect(clientAddress(header, true)).toBeNull(),
  );
});
