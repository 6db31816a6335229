/** What rules are asked about: the facts of one request. */
import { readExactJson } from "../exact-json/reader";
import type { ExactObject } from "../exact-json/value";
import { writeExactJson } from "../exact-json/writer";
import { RISKS, type Risk } from "../tool";
import { readTimestamp } from "./time";

export type PolicyInput = {
  tool: string;
  target: string | null;
  arguments: ExactObject;
  agent: { name: string };
  /** On whose behalf the agent acts. */
  subject: string | null;
  session: string | null;
  /** Of the tool; null where nobody said, which rules read as "unknown". */
  risk: Risk | null;
  reversible: boolean | null;
  now: Date;
  /** JSON Pointers into the arguments that the tool has masked, beside the general rules. */
  masked?: readonly string[];
};

/** The same as a test gives it, where even agent and time may be left out; a rule that needs them cannot be evaluated then. */
export type GivenInput = Omit<PolicyInput, "agent" | "now"> & { agent: { name: string } | null; now: Date | null };

const NAMES = ["tool", "arguments", "target", "agent", "on_behalf_of", "session", "risk", "reversible", "at"];

export type GivenRequest = { ok: true; input: GivenInput } | { ok: false; message: string };

/** Reads what a test gives: `{tool, arguments?, target?, agent?, on_behalf_of?, session?, risk?, reversible?, at?}`. */
export function readRequest(given: Record<string, unknown>): GivenRequest {
  const unknown = Object.keys(given).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return refuse(`A request has no ${unknown}; it has ${NAMES.join(", ")}`);
  const texts: Record<string, string | null> = {};
  for (const name of ["tool", "target", "agent", "on_behalf_of", "session", "risk", "at"]) {
    const value = given[name] ?? null;
    if (value !== null && typeof value !== "string") return refuse(`${name} is text`);
    texts[name] = value;
  }
  const { tool = null, target = null, agent = null, on_behalf_of: subject = null, session = null, at = null } = texts;
  if (tool === null) return refuse("A request names its tool");
  const risk = RISKS.find((each) => each === texts.risk) ?? null;
  if (risk === null && texts.risk !== null && texts.risk !== "unknown")
    return refuse(`risk is one of ${RISKS.join(", ")}, unknown`);
  const reversible = given.reversible ?? null;
  if (reversible !== null && typeof reversible !== "boolean") return refuse("reversible is true or false");
  const instant = at === null ? null : readTimestamp(at);
  if (instant === undefined) return refuse("at is a time like 2026-01-31T09:00:00Z");
  const args = readArguments(given.arguments ?? {});
  if (typeof args === "string") return refuse(args);
  const now = instant === null ? null : new Date(instant.ms);
  return {
    ok: true,
    input: {
      tool,
      target,
      arguments: args,
      agent: agent === null ? null : { name: agent },
      subject,
      session,
      risk,
      reversible,
      now,
    },
  };
}

function refuse(message: string): GivenRequest {
  return { ok: false, message };
}

function readArguments(given: unknown): ExactObject | string {
  let text: string;
  try {
    text = writeExactJson(given);
  } catch {
    return "arguments is JSON";
  }
  const read = readExactJson(text);
  if (!read.ok) return `arguments: ${read.fault.message}`;
  return read.value.kind === "object" ? read.value : "arguments is an object";
}
