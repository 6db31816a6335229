/** The language rules are written in: CEL, parsed and type-checked, with the variables of a request. */
import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import type { VariableName } from "./value";

export type Node = ASTNode;

/** A fault of an expression, with the part of it that is at fault as offsets in UTF-16 code units. */
export class ExpressionFault extends Error {
  readonly start: number;
  readonly end: number;
  constructor(message: string, { start, end }: { start: number; end: number }) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

const TYPES: Readonly<Record<VariableName, string>> = {
  tool: "string",
  target: "string",
  args: "map<string, dyn>",
  agent: "string",
  subject: "string",
  session: "string",
  risk: "string",
  reversible: "bool",
  now: "google.protobuf.Timestamp",
};

export function isVariable(name: string): name is VariableName {
  return Object.hasOwn(TYPES, name);
}

/** Whether a variable is text, so that comparing its order is a fault that can be told before it is run. */
export function isTextVariable(name: VariableName): boolean {
  return TYPES[name] === "string";
}

const environment = withVariables();

function withVariables(): Environment {
  const made = new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 2_000, maxDepth: 40, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 4 },
  });
  for (const [name, type] of Object.entries(TYPES)) made.registerVariable(name, type);
  // Whole and decimal numbers meet in every operator; ours, because the checker alone would refuse `2 * 1.5`.
  // Only their signatures count: expressions are run by what `expression.ts` makes of them.
  for (const operator of ["+", "-", "*", "/"]) {
    made.registerOperator(`int ${operator} double: double`, notRun);
    made.registerOperator(`double ${operator} int: double`, notRun);
  }
  // This one brings the reverse, and `!=`.
  made.registerOperator("int == double: bool", notRun);
  return made;
}

function notRun(): never {
  throw new TypeError("the checker does not run expressions");
}

/** Reads one expression that is to say true or false. Throws an ExpressionFault that names the place. */
export function readCondition(text: string): Node {
  const parsed = attempt(() => environment.parse(text));
  const checked = attempt(() => parsed.check());
  if (!checked.valid) throw faultOf(checked.error, text);
  if (checked.type !== "bool" && checked.type !== "dyn") {
    throw new ExpressionFault(`A condition is true or false, and this is ${checked.type}`, parsed.ast);
  }
  return parsed.ast;

  function attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw faultOf(thrown, text);
    }
  }
}

type Told = { summary?: unknown; message?: unknown; range?: { start: number; end: number } };

function faultOf(thrown: unknown, text: string): ExpressionFault {
  if (thrown instanceof ExpressionFault) return thrown;
  const told: Told = typeof thrown === "object" && thrown !== null ? thrown : {};
  const message = [told.summary, told.message].find((each) => typeof each === "string") ?? "This cannot be read";
  const start = Math.min(told.range?.start ?? 0, text.length);
  return new ExpressionFault(String(message), {
    start,
    end: Math.max(start, Math.min(told.range?.end ?? start, text.length)),
  });
}
