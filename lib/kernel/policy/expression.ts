/** Turns a checked expression into a function. Failures are values, so that `&&` and `||` can pass them over as CEL does. */
import { RISKS } from "../tool";
import { calculate } from "./arithmetic";
import { callFunction, callMethod, isFunctionName, isMethodName } from "./functions";
import { ExpressionFault, isTextVariable, isVariable, type Node } from "./language";
import { InexactNumber, MAX_INT, MIN_INT, readNumber } from "./number";
import { coversWhole, type Pattern, readPattern } from "./pattern";
import { type ClockReading, Duration, isClockPart, readClock, readDuration, readTimestamp, Timestamp } from "./time";
import {
  compare,
  equal,
  Failure,
  isIn,
  isList,
  isMembers,
  itemAt,
  keysOf,
  kindOf,
  lengthOf,
  memberOf,
  type Scope,
  sizeOf,
  TEXT_HAS_NO_ORDER,
  TOO_MUCH,
  TypeName,
  type Value,
  type VariableName,
} from "./value";

export type Run = (scope: Scope) => Value;

/** A place an expression looks at: a variable, and in `args` the keys and positions that lead on from it. */
export type Looked = { variable: VariableName; steps: readonly (string | number)[] };

export type Expression = { run: Run; looksAt: readonly Looked[] };

/** Compiles a checked condition. Throws an ExpressionFault for what rules cannot say. */
export function compileExpression(node: Node): Expression {
  const compiler = new Compiler();
  const run = compiler.compile(node);
  return { run, looksAt: [...compiler.looksAt.values()] };
}

const TYPE_NAMES = new Set(["int", "double", "string", "bool", "list", "map", "null_type"]);
const ABSENT_AS_EMPTY = new Set<VariableName>(["target", "agent", "subject", "session"]);

class Compiler {
  readonly looksAt = new Map<string, Looked>();
  /** The names that loops around the current place bind, the innermost last. */
  private readonly bound: string[] = [];

  compile(node: Node): Run {
    switch (node.op) {
      case "value":
        return this.literal(node);
      case "id":
        return this.name(node, node.args);
      case ".":
      case "[]":
        return this.access(node);
      case "call":
        return this.call(node, ...node.args);
      case "rcall":
        return this.methodCall(node, ...node.args);
      case "list":
        return this.list(node.args);
      case "map":
        return this.map(node.args);
      case "?:":
        return this.choice(...node.args);
      case "&&":
        return this.junction(false, ...node.args);
      case "||":
        return this.junction(true, ...node.args);
      case "!_":
        return negated(this.compile(node.args));
      case "-_":
        return this.minus(node, node.args);
      case "==":
      case "!=":
        return this.equality(node.op, ...node.args);
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.ordering(node, node.op, ...node.args);
      case "in":
        return this.membership(...node.args);
      case "+":
      case "-":
      case "*":
      case "/":
      case "%":
        return this.arithmetic(node.op, ...node.args);
      default:
        throw new ExpressionFault("This is not part of the language of rules", node);
    }
  }

  private literal(node: Node & { op: "value" }): Run {
    const value = node.args;
    if (typeof value === "bigint" && (value < MIN_INT || value > MAX_INT)) {
      throw new ExpressionFault("A whole number has at most 64 bits", node);
    }
    if (typeof value === "number" && readNumber(sourceOf(node)) instanceof InexactNumber) {
      throw new ExpressionFault("A double cannot hold this number as it is written", node);
    }
    if (typeof value === "object" && value !== null) {
      throw new ExpressionFault("Rules know neither bytes nor unsigned numbers", node);
    }
    return () => value;
  }

  private name(node: Node, name: string): Run {
    const slot = this.bound.lastIndexOf(name);
    if (slot >= 0) return (scope) => scope.locals[slot] ?? null;
    if (isVariable(name)) {
      this.note(name, []);
      return variable(name);
    }
    if (TYPE_NAMES.has(name)) {
      const type = new TypeName(name);
      return () => type;
    }
    throw new ExpressionFault(`Rules do not know ${name}`, node);
  }

  private access(node: Node & { op: "." | "[]" }): Run {
    const path = this.pathOf(node);
    if (path === undefined) return this.step(node, (left) => this.compile(left));
    this.note("args", path);
    return this.along(node);
  }

  /** What leads from `args` to a place that is noted as a whole. */
  private along(node: Node): Run {
    if (node.op !== "." && node.op !== "[]") return variable("args");
    return this.step(node, (left) => this.along(left));
  }

  /** One step of an access, with `compileLeft` for what it starts from. */
  private step(node: Node & { op: "." | "[]" }, compileLeft: (left: Node) => Run): Run {
    const left = compileLeft(node.args[0]);
    const from = sourceOf(node.args[0]);
    const missing = new Failure(`${sourceOf(node)} is missing`);
    if (node.op === ".") return membersOf(left, node.args[1], from, missing);
    const index = node.args[1];
    if (index.op === "value" && typeof index.args === "string") return membersOf(left, index.args, from, missing);
    const key = this.compile(index);
    return (scope) => {
      const container = left(scope);
      if (container instanceof Failure) return container;
      const at = key(scope);
      if (at instanceof Failure) return at;
      if (isList(container)) {
        if (typeof at !== "bigint") return new Failure(`Places in a list are whole numbers, not ${kindOf(at)}`);
        return itemAt(container, Number(at), scope) ?? missing;
      }
      if (!isMembers(container)) return new Failure(`${from} is ${kindOf(container)}, and nothing is in it`);
      if (typeof at !== "string") return new Failure(`Names of members are text, not ${kindOf(at)}`);
      const member = memberOf(container, at, scope);
      return member === undefined ? missing : member;
    };
  }

  /** The steps from `args` to here, where all of them are written out. */
  private pathOf(node: Node): (string | number)[] | undefined {
    if (node.op === "id") return node.args === "args" && !this.bound.includes("args") ? [] : undefined;
    if (node.op !== "." && node.op !== "[]") return undefined;
    const before = this.pathOf(node.args[0]);
    if (before === undefined) return undefined;
    const step = node.op === "." ? node.args[1] : node.args[1].op === "value" ? node.args[1].args : undefined;
    if (typeof step === "string") return [...before, step];
    return typeof step === "bigint" && step >= 0n && step < 100_000n ? [...before, Number(step)] : undefined;
  }

  private note(variable: VariableName, steps: readonly (string | number)[]): void {
    this.looksAt.set(JSON.stringify([variable, ...steps]), { variable, steps });
  }

  private call(node: Node, name: string, args: Node[]): Run {
    const [first] = args;
    if (name === "has" && first !== undefined) return this.has(first);
    if (!isFunctionName(name) || first === undefined || args.length !== 1) {
      throw new ExpressionFault(`Rules have no function ${name}`, node);
    }
    const text = literalText(first);
    if (text !== undefined && name === "timestamp" && readTimestamp(text) === undefined) {
      throw new ExpressionFault("A time is written like 2026-01-31T09:00:00Z, with its zone", first);
    }
    if (text !== undefined && name === "duration" && readDuration(text) === undefined) {
      throw new ExpressionFault("A duration is written like 1h30m, with h, m, s and ms", first);
    }
    const argument = this.compile(first);
    return (scope) => {
      const value = argument(scope);
      return value instanceof Failure ? value : callFunction(name, value);
    };
  }

  private has(node: Node): Run {
    if (node.op !== ".") throw new ExpressionFault("has() asks for a member, like has(args.amount)", node);
    const [left, key] = node.args;
    const path = this.pathOf(node);
    if (path !== undefined) this.note("args", path);
    const container = path === undefined ? this.compile(left) : this.along(left);
    const from = sourceOf(left);
    return (scope) => {
      const within = container(scope);
      if (within instanceof Failure) return within;
      if (!isMembers(within)) return new Failure(`${from} is ${kindOf(within)}, which has no members`);
      return isIn(key, within, scope);
    };
  }

  private methodCall(node: Node, name: string, receiver: Node, args: Node[]): Run {
    if (isLoop(name)) return this.loop(node, name, receiver, args);
    const [first] = args;
    if (isClockPart(name)) {
      const zone = first === undefined ? undefined : literalText(first);
      if (first !== undefined && zone !== undefined && readClock(new Timestamp(0), zone) === undefined) {
        throw new ExpressionFault("There is no such time zone", first);
      }
      return clockPart(this.compile(receiver), name, first && this.compile(first));
    }
    if (name === "matches" && first !== undefined && args.length === 1) return this.matches(receiver, first);
    if (!isMethodName(name)) throw new ExpressionFault(`Rules have no function ${name}`, node);
    const runs = [receiver, ...args].map((each) => this.compile(each));
    return (scope) => {
      const values: Value[] = [];
      for (const run of runs) {
        const value = run(scope);
        if (value instanceof Failure) return value;
        values.push(value);
      }
      return callMethod(name, values, scope);
    };
  }

  private matches(receiver: Node, pattern: Node): Run {
    const value = this.compile(receiver);
    const written = literalText(pattern);
    if (written === undefined) {
      const dynamic = this.compile(pattern);
      return (scope) => {
        const text = value(scope);
        const asked = dynamic(scope);
        if (text instanceof Failure || asked instanceof Failure) return text instanceof Failure ? text : asked;
        if (typeof asked !== "string") return new Failure(`A pattern is text, not ${kindOf(asked)}`);
        const read = readPattern(asked);
        return "fault" in read ? new Failure(`The pattern cannot be read: ${read.fault}`) : matched(text, read);
      };
    }
    const read = readPattern(written);
    if ("fault" in read) throw new ExpressionFault(read.fault, pattern);
    return (scope) => matched(value(scope), read);
  }

  private loop(node: Node, name: Loop, receiver: Node, args: Node[]): Run {
    const [variableNode, ...bodies] = args;
    if (variableNode?.op !== "id" || bodies.length === 0)
      throw new ExpressionFault(`${name}() begins with a name`, node);
    if (isVariable(variableNode.args) || TYPE_NAMES.has(variableNode.args) || this.bound.includes(variableNode.args)) {
      throw new ExpressionFault(`${variableNode.args} has a meaning already`, variableNode);
    }
    const range = this.compile(receiver);
    const slot = this.bound.push(variableNode.args) - 1;
    const [body, transform] = bodies.map((each) => this.compile(each));
    this.bound.pop();
    if (body === undefined) throw new ExpressionFault(`${name}() needs a condition`, node);
    return looping(name, range, slot, body, transform);
  }

  private list(nodes: Node[]): Run {
    const items = nodes.map((each) => this.compile(each));
    return (scope) => {
      const made: Value[] = [];
      for (const item of items) {
        const value = item(scope);
        if (value instanceof Failure) return value;
        made.push(value);
      }
      return made;
    };
  }

  private map(entries: [Node, Node][]): Run {
    const members = new Map<string, Run>();
    for (const [key, value] of entries) {
      const name = literalText(key);
      if (name === undefined) throw new ExpressionFault("Names of members are written out, as text", key);
      if (members.has(name)) throw new ExpressionFault("This name stands here twice", key);
      members.set(name, this.compile(value));
    }
    return (scope) => {
      const made = new Map<string, Value>();
      for (const [name, run] of members) {
        const value = run(scope);
        if (value instanceof Failure) return value;
        made.set(name, value);
      }
      return made;
    };
  }

  private choice(condition: Node, then: Node, otherwise: Node): Run {
    const [asked, first, second] = [this.compile(condition), this.compile(then), this.compile(otherwise)];
    return (scope) => {
      const value = asked(scope);
      if (value === true) return first(scope);
      return value === false ? second(scope) : notTruth(value);
    };
  }

  /** `||` where `decisive` is true, `&&` where it is false: either side decides alone, whatever the other one fails with. */
  private junction(decisive: boolean, leftNode: Node, rightNode: Node): Run {
    const left = this.compile(leftNode);
    const right = this.compile(rightNode);
    return (scope) => {
      const first = left(scope);
      if (first === decisive) return decisive;
      const second = right(scope);
      if (second === decisive) return decisive;
      if (typeof first !== "boolean") return notTruth(first);
      return typeof second === "boolean" ? second : notTruth(second);
    };
  }

  private minus(node: Node, operand: Node): Run {
    if (operand.op === "value" && (typeof operand.args === "bigint" || typeof operand.args === "number")) {
      // As one literal, because the smallest whole number has no positive counterpart.
      const value = typeof operand.args === "bigint" ? -operand.args : -operand.args;
      if (typeof value === "bigint" && value < MIN_INT)
        throw new ExpressionFault("A whole number has at most 64 bits", node);
      if (typeof value === "number") this.compile(operand);
      return () => value;
    }
    const run = this.compile(operand);
    return (scope) => {
      const value = run(scope);
      return value instanceof Failure ? value : calculate("*", value, -1n, scope);
    };
  }

  private equality(op: "==" | "!=", left: Node, right: Node): Run {
    const test = this.absence(left, right) ?? this.absence(right, left) ?? this.equals(left, right);
    return op === "==" ? test : negated(test);
  }

  /** `x == null`, and `target == ""`: the two questions that may be asked of anything without comparing kinds. */
  private absence(literal: Node, asked: Node): Run | undefined {
    if (literal.op !== "value") return undefined;
    if (literal.args === null) {
      const run = this.compile(asked);
      return (scope) => {
        const value = run(scope);
        return value instanceof Failure ? value : value === null;
      };
    }
    if (literal.args !== "" || asked.op !== "id" || this.bound.includes(asked.args)) return undefined;
    const name = asked.args;
    if (!isVariable(name) || !ABSENT_AS_EMPTY.has(name)) return undefined;
    this.note(name, []);
    return (scope) => scope.variables[name] === null || scope.variables[name] === "";
  }

  private equals(leftNode: Node, rightNode: Node): Run {
    refuseUnknownRisk(leftNode, rightNode);
    refuseUnknownRisk(rightNode, leftNode);
    const left = this.compile(leftNode);
    const right = this.compile(rightNode);
    return (scope) => equal(left(scope), right(scope), scope);
  }

  private ordering(node: Node, op: "<" | "<=" | ">" | ">=", leftNode: Node, rightNode: Node): Run {
    if (this.isText(leftNode) || this.isText(rightNode)) throw new ExpressionFault(TEXT_HAS_NO_ORDER.message, node);
    const left = this.compile(leftNode);
    const right = this.compile(rightNode);
    return (scope) => compare(left(scope), op, right(scope));
  }

  private isText(node: Node): boolean {
    if (node.op === "id") return !this.bound.includes(node.args) && isVariable(node.args) && isTextVariable(node.args);
    return literalText(node) !== undefined;
  }

  private membership(valueNode: Node, containerNode: Node): Run {
    if (containerNode.op === "list") for (const item of containerNode.args) refuseUnknownRisk(valueNode, item);
    const value = this.compile(valueNode);
    const container = this.compile(containerNode);
    return (scope) => isIn(value(scope), container(scope), scope);
  }

  private arithmetic(op: "+" | "-" | "*" | "/" | "%", leftNode: Node, rightNode: Node): Run {
    const left = this.compile(leftNode);
    const right = this.compile(rightNode);
    return (scope) => {
      const a = left(scope);
      if (a instanceof Failure) return a;
      const b = right(scope);
      return b instanceof Failure ? b : calculate(op, a, b, scope);
    };
  }
}

/** The part of the rule that a node was read from. */
function sourceOf(node: Node): string {
  return node.input.slice(node.start, node.end);
}

function literalText(node: Node): string | undefined {
  return node.op === "value" && typeof node.args === "string" ? node.args : undefined;
}

/** A risk that does not exist is a slip that would let a rule never match, or always. */
function refuseUnknownRisk(asked: Node, literal: Node): void {
  if (asked.op !== "id" || asked.args !== "risk") return;
  const text = literalText(literal);
  if (text === undefined || text === "unknown" || RISKS.some((risk) => risk === text)) return;
  throw new ExpressionFault(`A risk is one of ${RISKS.join(", ")} and unknown`, literal);
}

/**
 * Reads a variable. One that is not there is the empty text, except in allow rules, where reading it fails: an allow
 * rule is not satisfied by what nobody said. What can be neither read nor empty always fails.
 */
function variable(name: VariableName): Run {
  const absent = new Failure(`${name} is not known`);
  return (scope) => {
    const value = scope.variables[name];
    if (value !== null) return value;
    return scope.strict || !ABSENT_AS_EMPTY.has(name) ? absent : "";
  };
}

function membersOf(left: Run, key: string, from: string, missing: Failure): Run {
  return (scope) => {
    const container = left(scope);
    if (container instanceof Failure) return container;
    if (!isMembers(container)) return new Failure(`${from} is ${kindOf(container)}, which has no members`);
    const member = memberOf(container, key, scope);
    return member === undefined ? missing : member;
  };
}

function negated(run: Run): Run {
  return (scope) => {
    const value = run(scope);
    return typeof value === "boolean" ? !value : notTruth(value);
  };
}

/** The failure of a value that is to be true or false and is neither. */
export function notTruth(value: Value): Failure {
  return value instanceof Failure ? value : new Failure(`Expected true or false, and this is ${kindOf(value)}`);
}

function matched(text: Value, pattern: Pattern): Value {
  if (text instanceof Failure) return text;
  if (typeof text !== "string") return new Failure(`Patterns match text, not ${kindOf(text)}`);
  return coversWhole(pattern, text) ?? TOO_MUCH;
}

function clockPart(time: Run, part: keyof ClockReading, zone: Run | undefined): Run {
  return (scope) => {
    const value = time(scope);
    if (value instanceof Failure) return value;
    if (value instanceof Duration)
      return zone === undefined ? totalOf(value, part) : new Failure("A duration has no zone");
    if (!(value instanceof Timestamp)) return new Failure(`${part}() is asked of a time, not of ${kindOf(value)}`);
    const place = zone === undefined ? "UTC" : zone(scope);
    if (place instanceof Failure) return place;
    const reading = typeof place === "string" ? readClock(value, place) : undefined;
    return reading === undefined ? new Failure("There is no such time zone") : BigInt(reading[part]);
  };
}

/** A duration as a whole number of hours, minutes, seconds or milliseconds. */
function totalOf({ ms }: Duration, part: keyof ClockReading): Value {
  const units: Partial<Record<keyof ClockReading, number>> = {
    getHours: 3_600_000,
    getMinutes: 60_000,
    getSeconds: 1_000,
    getMilliseconds: 1,
  };
  const unit = units[part];
  return unit === undefined ? new Failure(`A duration has no ${part}()`) : BigInt(Math.trunc(ms / unit));
}

const LOOPS = ["all", "exists", "exists_one", "map", "filter"] as const;
type Loop = (typeof LOOPS)[number];

function isLoop(name: string): name is Loop {
  return LOOPS.some((each) => each === name);
}

function looping(name: Loop, range: Run, slot: number, body: Run, transform: Run | undefined): Run {
  return (scope) => {
    const over = range(scope);
    if (over instanceof Failure) return over;
    const items = itemsOf(over, scope);
    if (items instanceof Failure) return items;
    const found: Value[] = [];
    let failed: Failure | undefined;
    for (let at = 0; at < items.length; at += 1) {
      if (!scope.visit(1)) return TOO_MUCH;
      const item = items[at] ?? null;
      scope.locals[slot] = item;
      const value = body(scope);
      if (name === "map" && transform === undefined) {
        if (value instanceof Failure) return value;
        found.push(value);
        continue;
      }
      if (typeof value !== "boolean") {
        failed ??= notTruth(value);
        continue;
      }
      // The two that one item can decide do so even where others fail, in any order.
      if (name === "all" && !value) return false;
      if (name === "exists" && value) return true;
      if (!value) continue;
      const kept = transform === undefined ? item : transform(scope);
      if (kept instanceof Failure) failed ??= kept;
      found.push(kept);
    }
    if (failed !== undefined) return failed;
    if (name === "all") return true;
    if (name === "exists") return false;
    return name === "exists_one" ? found.length === 1 : found;
  };
}

/** What a loop goes through: the items of a list, the keys of an object. Reading one can fail; the loop's body sees that. */
function itemsOf(over: Value, scope: Scope): readonly Value[] | Failure {
  if (isMembers(over)) return scope.visit(sizeOf(over)) ? [...keysOf(over)] : TOO_MUCH;
  if (!isList(over)) return new Failure(`Cannot go through ${kindOf(over)}`);
  const length = lengthOf(over);
  if (!scope.visit(length)) return TOO_MUCH;
  return Array.from({ length }, (_, at) => itemAt(over, at, scope) ?? null);
}
