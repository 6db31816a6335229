import { expect, test } from "vitest";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { forgetCaller, presumedCaller, rememberCaller } from "./presumed-callers";

const agent = (id: string) => ({ kind: "agent", id, keyId: `key of ${id}` }) as const;

test("whose a key is, is known after it was checked once, and no more once it opened nothing", () => {
  expect(presumedCaller("a")).toBeNull();
  rememberCaller("a", agent("refund-bot"));
  expect(presumedCaller("a")).toEqual(agent("refund-bot"));
  forgetCaller("a");
  expect(presumedCaller("a")).toBeNull();
});

test("only what never changes is kept: no name, no role", () => {
  const person: PersonPrincipal = {
    kind: "person",
    id: "p",
    name: "Ada",
    email: "ada@example.com",
    role: "admin",
    credential: { kind: "token", id: "t" },
  };
  rememberCaller("ada", person);
  expect(presumedCaller("ada")).toEqual({ kind: "person", id: "p", credential: { kind: "token", id: "t" } });
});

test("10 000 are kept; the one not heard from longest makes room", () => {
  for (let n = 0; n < 10_000; n++) rememberCaller(`hash ${n}`, agent(`${n}`));
  presumedCaller("hash 0");
  rememberCaller("one more", agent("one more"));
  expect(presumedCaller("hash 0")).toEqual(agent("0"));
  expect(presumedCaller("hash 1")).toBeNull();
  expect(presumedCaller("hash 2")).toEqual(agent("2"));
});
