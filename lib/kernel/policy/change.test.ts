import { describe, expect, it } from "vitest";
import type { PersonPrincipal, Role } from "../principal";
import { type ActivationFacts, checkPolicy, refuseActivation } from "./change";

const person = (id: string, role: Role = "admin"): PersonPrincipal => ({
  kind: "person",
  id,
  name: id,
  email: `${id}@example.com`,
  role,
  credential: { kind: "session", id: "s" },
});

const sound = checkPolicy({ rules: [], tests: [] });
const version = {
  number: 4,
  status: "proposed",
  basedOn: 3,
  createdById: "ada",
  editedById: null,
  proposedById: "ada",
};

function codeOf(
  facts: Partial<Omit<ActivationFacts, "version">> & { version?: Partial<typeof version> | object },
): string {
  const all = { activeNumber: 3, checked: sound, person: person("bea"), anotherAdmin: true, ...facts };
  return refuseActivation({ ...all, version: { ...version, ...facts.version } })?.refusal.code ?? "permitted";
}

describe("who brings a version into force", () => {
  it("is an admin who neither wrote it last nor proposed it, where another admin stands", () => {
    expect(codeOf({})).toBe("permitted");
    expect(codeOf({ person: person("ada") })).toBe("second_admin_needed");
    expect(codeOf({ version: { proposedById: "cleo", createdById: "cleo", editedById: "bea" } })).toBe(
      "second_admin_needed",
    );
    expect(codeOf({ version: { createdById: "bea", editedById: "cleo", proposedById: "cleo" } })).toBe("permitted");
  });

  it("is the one admin there is, also of their own", () => {
    expect(codeOf({ person: person("ada"), anotherAdmin: false })).toBe("permitted");
  });

  it("is nobody else", () => {
    for (const role of ["reviewer", "auditor"] as const)
      expect(codeOf({ person: person("bea", role) })).toBe("forbidden");
  });

  it("is nobody while it is a draft, once it is settled, or when it was begun on an older version", () => {
    for (const status of ["draft", "active", "retired", "discarded"]) {
      expect(codeOf({ version: { status } })).toBe("policy_settled");
    }
    expect(codeOf({ version: { basedOn: 2 } })).toBe("policy_stale");
    expect(codeOf({ version: { basedOn: null } })).toBe("policy_stale");
  });

  it("is nobody while it has a fault or a failing test, each named at its place", () => {
    const rule = { id: "a", effect: "allow" as const, when: "args.n <=", reason: "r" };
    const faulty = checkPolicy({ rules: [rule], tests: [] });
    expect(codeOf({ checked: faulty })).toBe("policy_invalid");
    const failing = checkPolicy({ rules: [], tests: [{ given: { tool: "t" }, expect: "allow" }] });
    const refused = refuseActivation({
      version,
      activeNumber: 3,
      checked: failing,
      person: person("bea"),
      anotherAdmin: true,
    });
    expect(refused?.refusal.errors).toEqual([{ path: "tests/0", message: "expected allow, got ask" }]);
  });
});
