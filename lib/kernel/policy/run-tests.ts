/** Runs the tests that are kept with a policy's rules. */
import type { PolicyEffect } from "../confirmation";
import { type CompiledPolicy, compilePolicy, type PolicyFault } from "./compile";
import type { PolicyDocument, PolicyTest } from "./document";
import { evaluatePolicy, type PolicyVerdict } from "./evaluate";
import { readRequest } from "./request";

export type TestResult = {
  /** The test's place in the document. */
  index: number;
  passed: boolean;
  expected: { effect: PolicyEffect; rule: string | null };
  decided: PolicyVerdict;
};

export type TestRun = { ok: true; passed: boolean; results: TestResult[] } | { ok: false; faults: PolicyFault[] };

/** Compiles the document and runs all its tests. A document with faults runs none. */
export function runPolicyTests(document: PolicyDocument): TestRun {
  const compiled = compilePolicy(document);
  if (!compiled.ok) return compiled;
  const results = testPolicy(compiled.policy, document.tests);
  return { ok: true, passed: results.every((result) => result.passed), results };
}

/**
 * The same for a policy compiled already. A test passes when the effect is the expected one and, where it names a rule,
 * that rule decided. Without `at` the time is not known, so that a test says the same today and tomorrow.
 */
export function testPolicy(policy: CompiledPolicy, tests: readonly PolicyTest[]): TestResult[] {
  return tests.map(({ rule, given, expect }, index) => {
    const request = readRequest(given);
    if (!request.ok) throw new TypeError(`test ${index}: ${request.message}`);
    const decided = evaluatePolicy(policy, request.input);
    const passed = decided.effect === expect && (rule === undefined || decided.rule === rule);
    return { index, passed, expected: { effect: expect, rule: rule ?? null }, decided };
  });
}
