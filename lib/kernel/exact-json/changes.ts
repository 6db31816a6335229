/** What a reviewer's edit changed, and the arguments that hold after it (DESIGN §7: untouched values stay as written). */
import { sameValue } from "./canonical";
import { pointerBelow } from "./pointer";
import { readExactJson } from "./reader";
import { type ExactObject, type ExactValue, exactArray, exactObject } from "./value";
import { writeExactJson } from "./writer";

/** One changed place: without `from` it was added, without `to` removed. */
export type Change = { path: string; from?: ExactValue; to?: ExactValue };

/**
 * The changes that lead from the proposed to the edited arguments: member by member, item by item where an array kept
 * its length, otherwise the array as a whole. Values that are equal in canonical form are no change. In the order of
 * the proposed members, the added ones after them.
 */
export function changesBetween(proposed: ExactObject, edited: ExactObject): Change[] {
  const changes: Change[] = [];
  collect("", proposed, edited, changes);
  return changes;
}

function collect(path: string, from: ExactValue, to: ExactValue, changes: Change[]): void {
  if (from.kind === "object" && to.kind === "object") {
    for (const [key, member] of from.members) {
      const below = pointerBelow(path, key);
      const kept = to.members.get(key);
      if (kept === undefined) changes.push({ path: below, from: member });
      else collect(below, member, kept, changes);
    }
    for (const [key, member] of to.members) {
      if (!from.members.has(key)) changes.push({ path: pointerBelow(path, key), to: member });
    }
  } else if (from.kind === "array" && to.kind === "array" && from.items.length === to.items.length) {
    from.items.forEach((item, position) => {
      const other = to.items[position];
      if (other !== undefined) collect(pointerBelow(path, position), item, other, changes);
    });
  } else if (!sameValue(from, to)) {
    changes.push({ path, from, to });
  }
}

/**
 * The edited arguments, in which every value that equals the proposed one at the same path is written as the agent
 * wrote it. An edit that changes nothing gives the proposed text itself.
 */
export function effectiveArguments(proposed: ExactObject, edited: ExactObject): ExactObject {
  const effective = settle(proposed, edited);
  // Both are objects, and so is whichever of them, or of their mixture, comes back.
  return effective.kind === "object" ? effective : edited;
}

/** `effectiveArguments` as text. */
export function effectiveText(proposed: ExactObject, edited: ExactObject): string {
  return effectiveArguments(proposed, edited).text;
}

/** The proposed value itself where nothing below it changed, so that sameness is seen by identity on the way up. */
function settle(proposed: ExactValue | undefined, edited: ExactValue): ExactValue {
  if (proposed === undefined) return edited;
  if (proposed.kind === "object" && edited.kind === "object") {
    let same = proposed.members.size === edited.members.size;
    const members = new Map<string, ExactValue>();
    for (const [key, member] of edited.members) {
      const before = proposed.members.get(key);
      const settled = settle(before, member);
      same &&= settled === before;
      members.set(key, settled);
    }
    return same ? proposed : exactObject(members);
  }
  if (proposed.kind === "array" && edited.kind === "array") {
    const items = edited.items.map((item, position) => settle(proposed.items[position], item));
    const same = proposed.items.length === items.length && items.every((item, at) => item === proposed.items[at]);
    return same ? proposed : exactArray(items);
  }
  return sameValue(proposed, edited) ? proposed : edited;
}

/** The changes as the JSON text that is stored and sent: `[{"path":…,"from":…,"to":…}]`, values as written. */
export function changesText(changes: readonly Change[]): string {
  return writeExactJson(changes.map(({ path, from, to }) => ({ path, from, to })));
}

/** Reads back what `changesText` wrote. Throws when the text is anything else: it comes from our own store. */
export function readChanges(text: string): Change[] {
  // A change lies two containers deep and may carry arguments at their limit, twice.
  const read = readExactJson(text, { maxDepth: 100, maxMembers: 100_000 });
  if (!read.ok || read.value.kind !== "array") throw new Error("the stored changes cannot be read");
  return read.value.items.map((item) => {
    const path = item.kind === "object" ? item.members.get("path") : undefined;
    if (item.kind !== "object" || path?.kind !== "string") throw new Error("the stored changes cannot be read");
    return { path: path.value, from: item.members.get("from"), to: item.members.get("to") };
  });
}
