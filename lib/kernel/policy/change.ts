/** Who may do what with a version that is not in force yet. */
import type { PersonPrincipal } from "../principal";
import { type Refused, refuse } from "../refusal";
import { compilePolicy, type PolicyFault } from "./compile";
import type { PolicyDiff } from "./diff";
import type { PolicyDocument } from "./document";
import { type TestResult, testPolicy } from "./run-tests";

export type Checked = { faults: PolicyFault[]; results: TestResult[]; passed: boolean };

/** Compiles a document and runs its tests; with faults none is run. */
export function checkPolicy(document: PolicyDocument): Checked {
  const compiled = compilePolicy(document);
  if (!compiled.ok) return { faults: compiled.faults, results: [], passed: false };
  const results = testPolicy(compiled.policy, document.tests);
  return { faults: [], results, passed: results.every(({ passed }) => passed) };
}

/** Why a document may not come into force, or null. */
export function refuseUnfit({ faults, results }: Checked): Refused | null {
  if (faults.length > 0) {
    const errors = faults.map(({ field, index, rule, message, line, column }) => ({
      path: `${field === "rules" || field === "tests" ? field : `rules`}${index === null ? "" : `/${index}`}`,
      message: `${rule === null ? "" : `${rule}: `}${message}${line === undefined ? "" : ` (${field}, line ${line}, column ${column})`}`,
    }));
    const what = faults.length === 1 ? "a fault" : `${faults.length} faults`;
    return refuse("policy_invalid", `The rules have ${what}. Nothing was changed.`, { errors: errors.slice(0, 50) });
  }
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return null;
  const errors = failed.map(({ index, expected, decided }) => ({
    path: `tests/${index}`,
    message: `expected ${sayOf(expected.effect, expected.rule)}, got ${sayOf(decided.effect, decided.rule)}`,
  }));
  const what = failed.length === 1 ? "One of its tests fails" : `${failed.length} of its tests fail`;
  return refuse("policy_invalid", `${what}. Nothing was changed.`, { errors: errors.slice(0, 50) });
}

function sayOf(effect: string, rule: string | null): string {
  return rule === null ? effect : `${effect} by ${rule}`;
}

/** What of a version is asked when it is to come into force. */
export type OpenVersion = {
  number: number;
  status: string;
  basedOn: number | null;
  createdById: string | null;
  editedById: string | null;
  proposedById: string | null;
};

export type ActivationFacts = {
  version: OpenVersion;
  activeNumber: number;
  checked: Checked;
  person: PersonPrincipal;
  /** Another admin than this person could do it. */
  anotherAdmin: boolean;
};

/** Why this person may not bring it into force now, or null. */
export function refuseActivation(facts: ActivationFacts): Refused | null {
  const { version, activeNumber, checked, person, anotherAdmin } = facts;
  if (person.role !== "admin") return refuse("forbidden", "Only an admin changes the policy. Nothing was changed.");
  if (version.status === "draft") {
    return refuse("policy_settled", `Version ${version.number} is not proposed yet. Nothing was changed.`);
  }
  if (version.status !== "proposed") return refuseSettled(version);
  if (version.basedOn !== activeNumber) {
    return refuse(
      "policy_stale",
      `Version ${version.number} was begun when version ${version.basedOn} was in force; now it is ${activeNumber}. Nothing was changed; bring the draft up to date and look at what differs.`,
    );
  }
  if (anotherAdmin && isOwn(version, person)) {
    return refuse(
      "second_admin_needed",
      "You wrote or proposed this version, so another admin brings it into force. Nothing was changed.",
    );
  }
  return refuseUnfit(checked);
}

/** Whoever proposed it, or last wrote what it says. */
function isOwn({ createdById, editedById, proposedById }: OpenVersion, { id }: PersonPrincipal): boolean {
  return proposedById === id || (editedById ?? createdById) === id;
}

/** For a version that is a draft no more. */
export function refuseSettled({ number, status }: Pick<OpenVersion, "number" | "status">): Refused {
  return refuse("policy_settled", `Version ${number} is ${status} already. Nothing was changed.`);
}

/** A difference for the audit: numbers, and the rules by their ids. */
export function diffSummary({ rules, tests }: PolicyDiff): Record<string, unknown> {
  return {
    rules_added: rules.added.map(({ id }) => id),
    rules_removed: rules.removed.map(({ id }) => id),
    rules_changed: rules.changed.map(({ id }) => id),
    tests_changed: tests.added.length + tests.removed.length + tests.changed.length,
  };
}
