import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { type Confusable, confusablesIn, hasHidden } from "@/lib/kernel/visible-text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { readObject } from "./read-object";

/** Where something suspicious stands: one of the request's names, or a place in its arguments. */
export type Place =
  | { name: "tool" | "agent" | "target" | "session" | "subject" | "group" | "reasoning" | "context" }
  | { path: string };
export type Suspect = Confusable & { place: Place };

/** Naming more of them would say no more. */
const MOST_NAMED = 50;

/** Letters that pass for others, in everything a reader decides by. */
export function suspectsIn(c: ConfirmationDetail): { named: Suspect[]; more: number } {
  const found: Suspect[] = [];
  let more = 0;
  const look = (text: string | undefined, place: Place) => {
    for (const each of text === undefined ? [] : confusablesIn(text)) {
      if (found.length < MOST_NAMED) found.push({ ...each, place });
      else more++;
    }
  };
  look(c.tool, { name: "tool" });
  look(c.agent.name, { name: "agent" });
  look(c.target, { name: "target" });
  look(c.session, { name: "session" });
  look(c.on_behalf_of, { name: "subject" });
  look(c.group, { name: "group" });
  const walk = (value: ExactValue, path: string, place?: Place) => {
    if (value.kind === "string") look(value.value, place ?? { path });
    else if (value.kind === "array") {
      for (const [at, item] of value.items.entries()) walk(item, `${path} › ${at}`, place);
    } else if (value.kind === "object") {
      for (const [key, member] of value.members) {
        const below = path === "" ? key : `${path} › ${key}`;
        look(key, place ?? { path: below });
        walk(member, below, place);
      }
    }
  };
  const proposed = readObject(c.arguments_text);
  if (proposed) walk(proposed, "");
  look(c.reasoning, { name: "reasoning" });
  const context = c.context_text === undefined ? null : readObject(c.context_text);
  if (context) walk(context, "", { name: "context" });
  return { named: found, more };
}

/** Whether any of it holds characters that cannot be seen. */
export function holdsHidden(c: ConfirmationDetail): boolean {
  const names = [c.tool, c.agent.name, c.target, c.session, c.on_behalf_of, c.group];
  return (
    c.hidden_characters ||
    names.some((name) => name !== undefined && hasHidden(name)) ||
    (c.reasoning !== undefined && hasHidden(c.reasoning, { multiline: true }))
  );
}
