import type { Translator } from "@/components/i18n/format";
import type { EventView } from "@/lib/wire/console/types";

/** An event as a sentence: who, then what they did. Details that people look for follow, and the rest is in the record. */
export type EventSentence = { who: string; did: string; more?: string };

/** @param viewerId the person who reads; they are "you" */
export function eventSentence(event: EventView, viewerId: string | undefined, t: Translator): EventSentence {
  const isViewer = event.actor.kind === "person" && event.actor.id !== undefined && event.actor.id === viewerId;
  const did = t.maybe(`event.${event.kind}`) ?? event.kind;
  // The gate is no name that somebody chose, but one of the product's own words.
  const name = event.actor.kind === "gate" ? t("decider.gate") : event.actor.name;
  return { who: isViewer ? t("event.you") : name, did, more: moreOf(event) };
}

/** Of what an event holds, what a reader wants in the line: the words given, else the code. */
function moreOf({ kind, data }: EventView): string | undefined {
  // Who signed in is said already.
  if (kind === "person.signed_in" || kind === "person.signed_out") return undefined;
  for (const name of ["reason", "detail", "code", "email", "name"]) {
    const value = data[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
