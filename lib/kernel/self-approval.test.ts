import { describe, expect, test } from "vitest";
import { addressOf, ownRequest } from "./self-approval";

describe("the address a subject comes to", () => {
  test.each([
    ["u@example.com", "u@example.com"],
    ["  U@Example.COM\u00a0", "u@example.com"],
    ["mailto:U@example.com", "u@example.com"],
    ["MAILTO:u@example.com?subject=refund\nnow", "u@example.com"],
    ["Una Ünal <u@example.com>", "u@example.com"],
    ["<mailto: u@example.com >", "u@example.com"],
    ['"u@example.com" <other@example.com>', "other@example.com"],
    ["e\u0301@example.com", "\u00e9@example.com"],
    ["customer 17", "customer 17"],
    ["what?u@example.com", "what?u@example.com"],
    ["", ""],
  ])("of %j is %j", (subject, address) => {
    expect(addressOf(subject)).toBe(address);
  });
});

describe("one's own request", () => {
  const person = { email: "u@example.com", ownedAgentIds: ["agent-1"] };

  test("AUTH-02: is what is asked on behalf of oneself, and what an agent of one's own asks", () => {
    expect(ownRequest({ onBehalfOf: "Una <U@example.com>", agentId: "agent-2" }, person)).toBe("subject");
    expect(ownRequest({ onBehalfOf: null, agentId: "agent-1" }, person)).toBe("owner");
    expect(ownRequest({ onBehalfOf: "v@example.com", agentId: "agent-2" }, person)).toBeNull();
    expect(ownRequest({ onBehalfOf: null, agentId: "agent-2" }, { email: "", ownedAgentIds: [] })).toBeNull();
  });
});
