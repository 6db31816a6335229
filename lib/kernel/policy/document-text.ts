/** A policy's document as JSON text and back: what is stored, sent to the page that edits it, and sent back by it. */
import { pointerOf } from "../exact-json/pointer";
import { readExactJson } from "../exact-json/reader";
import { type ExactObject, type ExactValue, toPlain } from "../exact-json/value";
import { writeExactJson } from "../exact-json/writer";
import type { FieldFault } from "../refusal";
import type { PolicyDocument, PolicyTest, Rule } from "./document";

/** Rules and tests of a policy at its limits, with room to spare. */
const MOST_CHARACTERS = 8_000_000;
const LIMITS = { maxDepth: 100, maxMembers: 200_000 };

export type ReadDocument = { ok: true; document: PolicyDocument } | { ok: false; faults: FieldFault[] };

/** Rules and tests in their order; the arguments that a test gives keep every digit they were written with. */
export function writePolicyDocument({ rules, tests }: PolicyDocument): string {
  return writeExactJson({
    rules: rules.map(({ id, effect, when, reason }) => ({ id, effect, when, reason })),
    tests: tests.map(({ rule, given, expect }) => ({ rule, given, expect })),
  });
}

/**
 * Reads the shape alone, and refuses what no document has: a wrong type, a missing or an unknown member. What the rules
 * say is `compilePolicy`'s to judge, so that an unfinished draft can be kept.
 */
export function readPolicyDocument(text: string): ReadDocument {
  if (text.length > MOST_CHARACTERS) return { ok: false, faults: [{ path: "", message: "is too large" }] };
  const read = readExactJson(text, LIMITS);
  if (!read.ok) {
    const { path, message, line, column } = read.fault;
    return { ok: false, faults: [{ path, message: `${message} (line ${line}, column ${column})` }] };
  }
  const reader = new Reader();
  const document = reader.document(read.value);
  return document && reader.faults.length === 0 ? { ok: true, document } : { ok: false, faults: reader.faults };
}

class Reader {
  readonly faults: FieldFault[] = [];

  document(value: ExactValue): PolicyDocument | undefined {
    const members = this.members(value, [], ["rules", "tests"]);
    if (!members) return undefined;
    const rules = this.list(members, "rules", (item, steps) => this.rule(item, steps));
    const tests = this.list(members, "tests", (item, steps) => this.test(item, steps));
    return { rules, tests };
  }

  private rule(value: ExactValue, steps: Steps): Rule | undefined {
    const members = this.members(value, steps, ["id", "effect", "when", "reason"]);
    if (!members) return undefined;
    const text = (name: string) => this.text(members, name, steps) ?? "";
    const effect = this.effect(members, "effect", steps);
    return { id: text("id"), effect: effect ?? "ask", when: text("when"), reason: text("reason") };
  }

  private test(value: ExactValue, steps: Steps): PolicyTest | undefined {
    const members = this.members(value, steps, ["rule", "given", "expect"]);
    if (!members) return undefined;
    const rule = members.has("rule") ? this.text(members, "rule", steps) : undefined;
    const expect = this.effect(members, "expect", steps) ?? "ask";
    const given = members.get("given");
    if (given?.kind !== "object") {
      this.fault([...steps, "given"], "must be an object");
      return undefined;
    }
    return { ...(rule !== undefined && { rule }), given: givenOf(given), expect };
  }

  private members(value: ExactValue, steps: Steps, known: string[]): ReadonlyMap<string, ExactValue> | undefined {
    if (value.kind !== "object") {
      this.fault(steps, "must be an object");
      return undefined;
    }
    for (const name of value.members.keys()) if (!known.includes(name)) this.fault([...steps, name], "is not known");
    return value.members;
  }

  private list<T>(
    members: ReadonlyMap<string, ExactValue>,
    name: string,
    read: (item: ExactValue, steps: Steps) => T | undefined,
  ): T[] {
    const value = members.get(name);
    if (value?.kind !== "array") {
      this.fault([name], "must be a list");
      return [];
    }
    return value.items.flatMap((item, at) => read(item, [name, at]) ?? []);
  }

  private text(members: ReadonlyMap<string, ExactValue>, name: string, steps: Steps): string | undefined {
    const value = members.get(name);
    if (value?.kind === "string") return value.value;
    this.fault([...steps, name], "must be text");
    return undefined;
  }

  private effect(members: ReadonlyMap<string, ExactValue>, name: string, steps: Steps): Rule["effect"] | undefined {
    const value = members.get(name);
    const effect = value?.kind === "string" ? value.value : undefined;
    if (effect === "allow" || effect === "ask" || effect === "deny") return effect;
    this.fault([...steps, name], "must be allow, ask or deny");
    return undefined;
  }

  private fault(steps: Steps, message: string): void {
    this.faults.push({ path: pointerOf(steps), message });
  }
}

type Steps = (string | number)[];

/** Plain but for the arguments: only there can a number be that no double holds. */
function givenOf(given: ExactObject): Record<string, unknown> {
  // Without a prototype, so that a member called "__proto__" is one and is refused by its name.
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, value] of given.members) members[name] = name === "arguments" ? value : toPlain(value);
  return members;
}
