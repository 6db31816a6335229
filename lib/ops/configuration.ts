import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import type { Configuration, ConfigurationFault } from "@/lib/kernel/configuration";
import { compilePolicy, type PolicyFault } from "@/lib/kernel/policy/compile";
import type { PolicyDocument, PolicyTest } from "@/lib/kernel/policy/document";
import { testPolicy } from "@/lib/kernel/policy/run-tests";
import { oneTerminalLine } from "@/lib/kernel/terminal-text";
import { ConfigurationShape, type PolicyShape } from "@/lib/wire/configuration-shape";

/** A file that was read, and how its faults are told: with the line of the place. */
export type ReadConfiguration = { configuration: Configuration; complaint(faults: ConfigurationFault[]): string };

/**
 * Reads a file and refuses all that is wrong with it by itself. What can be told only beside what is stored is left to
 * `applyConfiguration`.
 *
 * @throws Error that names the file, the line and the key of everything that is wrong with it
 */
export function readConfiguration(text: string, file: string): ReadConfiguration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}: ${broken.message.split("\n")[0]?.replace(/:$/, "")}`);
  const complaint = (faults: ConfigurationFault[]) =>
    faults
      .map(({ path, message }) =>
        oneTerminalLine(`${file}${lineOf(path)}: ${path.join(".") || "the file"}: ${message}`),
      )
      .join("\n");
  const result = ConfigurationShape.safeParse(document.toJS());
  if (!result.success) throw new Error(complaint(result.error.issues.flatMap(faultsOf)));
  const { policy, ...others } = result.data;
  if (!policy) return { configuration: others, complaint };
  const exact = withExactArguments(policy, text);
  const faults = policyFaults(exact);
  if (faults.length > 0) throw new Error(complaint(faults));
  return { configuration: { ...others, policy: exact }, complaint };

  /** The line of the key, where the place is one; of what is nearest around it, where it is not there. */
  function lineOf(path: (string | number)[]): string {
    let node: unknown = document.contents;
    let offset: number | undefined;
    for (const step of path) {
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
      const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined;
      const place = (pair?.key ?? next) as Node | undefined;
      if (!place) break;
      offset = place.range?.[0];
      node = next;
    }
    return offset === undefined ? "" : `:${lines.linePos(offset).line}`;
  }
}

/** Tests are given numbers with all their digits; a double would round them. */
function withExactArguments({ rules, tests }: z.infer<typeof PolicyShape>, text: string): PolicyDocument {
  const exact = parseDocument(text, { intAsBigInt: true }).toJS() as { policy?: { tests?: PolicyTest[] } };
  return {
    rules,
    tests: tests.map(({ rule, given, expect }, at) => {
      const written = exact.policy?.tests?.[at]?.given ?? {};
      const whole = "arguments" in given ? { ...given, arguments: written.arguments } : given;
      return { ...(rule !== undefined && { rule }), given: whole, expect };
    }),
  };
}

function policyFaults(policy: PolicyDocument): ConfigurationFault[] {
  const compiled = compilePolicy(policy);
  if (!compiled.ok) return compiled.faults.map(placed);
  return testPolicy(compiled.policy, policy.tests).flatMap(({ index, passed, expected, decided }) => {
    if (passed) return [];
    const by = (rule: string | null) => (rule === null ? "" : ` by ${rule}`);
    const message = `the test fails: it expects ${expected.effect}${by(expected.rule)}, and the rules say ${decided.effect}${by(decided.rule)}`;
    return [{ path: ["policy", "tests", index], message }];
  });
}

function placed({ index, field, message, line, column }: PolicyFault): ConfigurationFault {
  const within = line === undefined ? "" : ` (line ${line}, column ${column} of the condition)`;
  const list = field === "tests" || field === "rules" ? [field] : ["rules"];
  const path = index === null ? ["policy", ...list] : ["policy", ...list, index, ...(list[0] === field ? [] : [field])];
  return { path, message: message + within };
}

function faultsOf(issue: z.core.$ZodIssue): ConfigurationFault[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== "symbol");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
}
