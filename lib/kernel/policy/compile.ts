/** Makes a written policy ready to be evaluated, or says at which place it cannot be. */
import type { PolicyEffect } from "../confirmation";
import { hasVisibleCharacter, isPlainName } from "../visible-text";
import type { PolicyDocument, Rule } from "./document";
import { compileExpression, type Expression } from "./expression";
import { ExpressionFault, readCondition } from "./language";
import { readRequest } from "./request";

/** What pages and texts can tell faults apart by; `message` says the same in English, with the particulars. */
export type FaultCode =
  | "too_many"
  | "id_missing"
  | "id_not_plain"
  | "id_taken"
  | "effect_unknown"
  | "reason_missing"
  | "too_long"
  | "condition_missing"
  | "condition_invalid"
  | "test_invalid"
  | "test_rule_unknown";

export type PolicyFault = {
  code: FaultCode;
  /** The rule's id as written; for a fault of a test, the rule it names; null where there is none. */
  rule: string | null;
  /** The place of the rule in `rules`, or of the test in `tests`; null for a fault of the document as a whole. */
  index: number | null;
  field: "rules" | "id" | "effect" | "when" | "reason" | "tests";
  message: string;
  /** Where in `when`, in UTF-16 code units from 0; `end` is the first one that is not at fault. */
  offset?: number;
  end?: number;
  /** The same, counted from 1. */
  line?: number;
  column?: number;
};

export type CompiledRule = { id: string; effect: PolicyEffect; reason: string } & Expression;

/** Rules by id, so that the order they are written in cannot matter. Compiling takes milliseconds: keep it. */
export type CompiledPolicy = { rules: readonly CompiledRule[] };

/** More than any team writes, and little enough to be evaluated at every submit. */
export const POLICY_LIMITS = {
  rules: 1_000,
  tests: 2_000,
  idLength: 100,
  reasonLength: 1_000,
  whenLength: 10_000,
} as const;

const EFFECTS: readonly unknown[] = ["allow", "ask", "deny"] satisfies PolicyEffect[];

export type Compiled = { ok: true; policy: CompiledPolicy } | { ok: false; faults: PolicyFault[] };

export function compilePolicy(document: PolicyDocument): Compiled {
  const faults: PolicyFault[] = [];
  const whole = (message: string, field: "rules" | "tests") =>
    faults.push({ code: "too_many", rule: null, index: null, field, message });
  const { rules, tests } = document;
  if (rules.length > POLICY_LIMITS.rules) whole(`A policy has at most ${POLICY_LIMITS.rules} rules`, "rules");
  if (tests.length > POLICY_LIMITS.tests) whole(`A policy has at most ${POLICY_LIMITS.tests} tests`, "tests");
  if (faults.length > 0) return { ok: false, faults };

  const compiled: CompiledRule[] = [];
  const taken = new Set<string>();
  rules.forEach((rule, index) => {
    faults.push(...faultsOfRule(rule, index, taken));
    const { id, effect, reason } = rule;
    const condition = compileCondition(rule, index);
    if ("code" in condition) faults.push(condition);
    else compiled.push({ id, effect, reason, ...condition });
  });
  tests.forEach(({ rule, given, expect }, index) => {
    const fault = (code: FaultCode, message: string) =>
      faults.push({ code, rule: rule ?? null, index, field: "tests", message });
    if (rule !== undefined && !taken.has(rule)) fault("test_rule_unknown", `There is no rule ${rule}`);
    if (!EFFECTS.includes(expect)) fault("test_invalid", "A test expects allow, ask or deny");
    const request = readRequest(given);
    if (!request.ok) fault("test_invalid", request.message);
  });
  if (faults.length > 0) return { ok: false, faults };
  compiled.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ok: true, policy: { rules: compiled } };
}

function faultsOfRule({ id, effect, reason }: Rule, index: number, taken: Set<string>): PolicyFault[] {
  const faults: PolicyFault[] = [];
  const fault = (field: PolicyFault["field"], code: FaultCode, message: string) =>
    faults.push({ code, rule: id, index, field, message });
  if (id === "") fault("id", "id_missing", "A rule has an id");
  else if (id.length > POLICY_LIMITS.idLength)
    fault("id", "too_long", `An id has at most ${POLICY_LIMITS.idLength} characters`);
  else if (!isPlainName(id) || id !== id.trim() || id !== id.normalize("NFC")) {
    fault("id", "id_not_plain", "An id is plain text, without hidden characters or blanks around it");
  } else if (taken.has(id)) fault("id", "id_taken", "Another rule has this id");
  taken.add(id);
  if (!EFFECTS.includes(effect)) fault("effect", "effect_unknown", "An effect is allow, ask or deny");
  if (!hasVisibleCharacter(reason)) fault("reason", "reason_missing", "A rule says its reason");
  if (reason.length > POLICY_LIMITS.reasonLength) {
    fault("reason", "too_long", `A reason has at most ${POLICY_LIMITS.reasonLength} characters`);
  }
  return faults;
}

function compileCondition({ id, when }: Rule, index: number): Expression | PolicyFault {
  const fault = (code: FaultCode, message: string): PolicyFault => ({ code, rule: id, index, field: "when", message });
  if (when.trim() === "")
    return { ...fault("condition_missing", "A rule says when it matches"), ...placeIn(when, 0, 0) };
  if (when.length > POLICY_LIMITS.whenLength) {
    return fault("too_long", `A condition has at most ${POLICY_LIMITS.whenLength} characters`);
  }
  try {
    return compileExpression(readCondition(when));
  } catch (thrown) {
    if (!(thrown instanceof ExpressionFault)) throw thrown;
    return { ...fault("condition_invalid", thrown.message), ...placeIn(when, thrown.start, thrown.end) };
  }
}

function placeIn(text: string, offset: number, end: number) {
  const before = text.slice(0, offset).split("\n");
  return { offset, end, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
