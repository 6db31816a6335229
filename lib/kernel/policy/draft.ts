/** Drafts a rule from a confirmation. There is no remembered yes: a person reads the draft, changes it and activates it. */

import { pointerBelow } from "../exact-json/pointer";
import { readExactJson } from "../exact-json/reader";
import { type ExactObject, type ExactValue, toPlain } from "../exact-json/value";
import { maskSecrets } from "../masking";
import { visibleParts } from "../visible-text";
import { compilePolicy, POLICY_LIMITS } from "./compile";
import type { PolicyTest, Rule } from "./document";
import { evaluatePolicy } from "./evaluate";
import { InexactNumber, readNumber } from "./number";

export type DraftFacts = {
  /** The confirmation's id, for the reason. */
  id: string;
  tool: string;
  target: string | null;
  arguments: ExactObject;
  /** JSON Pointers that the tool has masked. */
  masked: readonly string[];
};

export type Draft =
  | {
      ok: true;
      rule: Rule;
      /** The confirmation itself as a test of the rule; null where JSON cannot carry its numbers to every reader. */
      test: PolicyTest | null;
      /** JSON Pointers of secrets: the rule asks that they are there, and does not say what they are. */
      leftOut: string[];
    }
  | { ok: false; code: "inexact_number" | "too_large" | "not_expressible"; message: string; path?: string };

/**
 * An allow rule for exactly this tool, this target and these arguments, each member on a line of its own, so that an
 * equality can be widened to a threshold. It has been compiled, and it allows the confirmation it is made from.
 * `taken` are the ids of the rules there are.
 */
export function draftRuleFrom(facts: DraftFacts, taken: readonly string[] = []): Draft {
  const { tool, target, arguments: args } = facts;
  const hidden = maskSecrets(args, facts.masked);
  const conditions = new Conditions(new Set(hidden.masked));
  conditions.ofObject("args", "", args);
  const [unheld] = conditions.unheld;
  if (unheld !== undefined) {
    const message = "No rule can allow this: a double cannot hold a number in it as it is written";
    return { ok: false, code: "inexact_number", message, path: unheld };
  }
  const lines = [`tool == ${celText(tool)}`, `target == ${celText(target ?? "")}`, ...conditions.lines];
  const when = lines.join(" &&\n");
  if (when.length > POLICY_LIMITS.whenLength) {
    return { ok: false, code: "too_large", message: "These arguments are too many for a rule" };
  }
  const rule: Rule = { id: freeId(tool, taken), effect: "allow", when, reason: `As in confirmation ${facts.id}` };
  return isTrueToItsCase(rule, facts)
    ? { ok: true, rule, test: testOf(rule.id, facts, hidden.text), leftOut: conditions.leftOut }
    : { ok: false, code: "not_expressible", message: "A rule cannot say this" };
}

function isTrueToItsCase(rule: Rule, { tool, target, arguments: args }: DraftFacts): boolean {
  const compiled = compilePolicy({ rules: [rule], tests: [] });
  if (!compiled.ok) return false;
  const unknown = { agent: null, subject: null, session: null, risk: null, reversible: null, now: null };
  return evaluatePolicy(compiled.policy, { tool, target, arguments: args, ...unknown }).effect === "allow";
}

function freeId(tool: string, taken: readonly string[]): string {
  const slug = tool
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  const base = slug === "" ? "allow" : `allow-${slug}`;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

/** With its secrets masked; the rule does not ask for their values. */
function testOf(rule: string, { tool, target }: DraftFacts, maskedText: string): PolicyTest | null {
  const read = readExactJson(maskedText);
  if (!read.ok || hasUnsafeNumber(read.value)) return null;
  const given = { tool, ...(target === null ? {} : { target }), arguments: toPlain(read.value) };
  return { rule, given, expect: "allow" };
}

function hasUnsafeNumber(value: ExactValue): boolean {
  if (value.kind === "number") {
    const number = readNumber(value.text);
    return typeof number === "bigint" && !Number.isSafeInteger(Number(number));
  }
  if (value.kind === "array") return value.items.some(hasUnsafeNumber);
  return value.kind === "object" && [...value.members.values()].some(hasUnsafeNumber);
}

/** The conditions that hold for one value and no other. */
class Conditions {
  readonly lines: string[] = [];
  readonly leftOut: string[] = [];
  /** Pointers of numbers that no double holds. */
  readonly unheld: string[] = [];
  private readonly secrets: ReadonlySet<string>;

  constructor(secrets: ReadonlySet<string>) {
    this.secrets = secrets;
  }

  /** Every member by itself, and how many there are: one more, and it is another call. */
  ofObject(place: string, pointer: string, object: ExactObject): void {
    this.lines.push(`size(${place}) == ${object.members.size}`);
    for (const [key, member] of object.members) {
      const below = pointerBelow(pointer, key);
      const there = memberPlace(place, key);
      if (this.secrets.has(below)) {
        this.leftOut.push(below);
        this.lines.push(`${celText(key)} in ${place}`);
      } else if (member.kind === "object" && member.members.size > 0) this.ofObject(there, below, member);
      else if (member.kind === "array" && this.hasSecretBelow(below)) this.ofSecretList(there, below, member.items);
      else this.lines.push(`${there} == ${this.literal(member, below)}`);
    }
  }

  private ofSecretList(place: string, pointer: string, items: readonly ExactValue[]): void {
    this.lines.push(`size(${place}) == ${items.length}`);
    items.forEach((item, at) => {
      const below = pointerBelow(pointer, at);
      if (this.secrets.has(below) || this.hasSecretBelow(below)) this.leftOut.push(below);
      else this.lines.push(`${place}[${at}] == ${this.literal(item, below)}`);
    });
  }

  private hasSecretBelow(pointer: string): boolean {
    for (const secret of this.secrets) if (secret.startsWith(`${pointer}/`)) return true;
    return false;
  }

  private literal(value: ExactValue, pointer: string): string {
    switch (value.kind) {
      case "string":
        return celText(value.value);
      case "number": {
        const number = readNumber(value.text);
        if (number === undefined || number instanceof InexactNumber) this.unheld.push(pointer);
        const written = String(number);
        // A decimal that is printed without a point would be read as a whole number, of which there are fewer.
        return typeof number === "number" && /^-?[0-9]+$/.test(written) ? `${written}.0` : written;
      }
      case "array":
        return `[${value.items.map((item, at) => this.literal(item, pointerBelow(pointer, at))).join(", ")}]`;
      case "object": {
        const members = [...value.members].map(
          ([key, member]) => `${celText(key)}: ${this.literal(member, pointerBelow(pointer, key))}`,
        );
        return `{${members.join(", ")}}`;
      }
      default:
        return value.text;
    }
  }
}

/** Words of CEL that cannot stand behind a point. */
const WORDS = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(
    " ",
  ),
);

function memberPlace(place: string, key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !WORDS.has(key) ? `${place}.${key}` : `${place}[${celText(key)}]`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * The text as CEL writes it, in quotes. What cannot be seen, or passes for another letter, is written by its code, so
 * that a person who reads the rule reads what it says.
 */
export function celText(text: string): string {
  const parts = visibleParts(text).map((part) => {
    if ("code" in part) return coded(part.raw);
    if (part.alike !== undefined) return coded(part.text);
    return part.text.replace(/["\\]/g, (character) => `\\${character}`);
  });
  return `"${parts.join("")}"`;
}

function coded(text: string): string {
  const codes: string[] = [];
  for (const character of text) {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    codes.push(
      SHORT_ESCAPES[character] ?? (code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`),
    );
  }
  return codes.join("");
}
