import { pointerBelow } from "@/lib/kernel/exact-json/pointer";
import type { ExactObject, ExactValue } from "@/lib/kernel/exact-json/value";

/** One line of the table of arguments: a member, an item, or the head of what is nested below it. */
export type ArgumentRow = {
  path: string;
  depth: number;
  /** The member's name, or the item's position from 0. */
  name: string;
  isItem: boolean;
  value: ExactValue;
  masked: boolean;
  /** Its members or items follow as lines of their own. */
  opens: boolean;
};

/** A list of plain values up to this long is written on one line. */
const ONE_LINE_CHARACTERS = 72;

/** All lines, in the order written. Masks are JSON Pointers; what lies below a masked place is not shown. */
export function argumentRows(root: ExactObject, masked: ReadonlySet<string>): ArgumentRow[] {
  const rows: ArgumentRow[] = [];
  collect(root, "", 0, masked, rows);
  return rows;
}

function collect(parent: ExactValue, at: string, depth: number, masked: ReadonlySet<string>, rows: ArgumentRow[]) {
  for (const [step, value] of childrenOf(parent)) {
    const path = pointerBelow(at, step);
    const isMasked = masked.has(path);
    const opens = !isMasked && isNested(value) && !isOneLine(value, path, masked);
    rows.push({ path, depth, name: String(step), isItem: typeof step === "number", value, masked: isMasked, opens });
    if (opens) collect(value, path, depth + 1, masked, rows);
  }
}

export function childrenOf(value: ExactValue): [string | number, ExactValue][] {
  if (value.kind === "object") return [...value.members];
  if (value.kind === "array") return value.items.map((item, position) => [position, item]);
  return [];
}

function isNested(value: ExactValue): boolean {
  return value.kind === "object" || value.kind === "array";
}

/** Empty, or a short list of plain values with nothing masked in it. */
function isOneLine(value: ExactValue, path: string, masked: ReadonlySet<string>): boolean {
  const children = childrenOf(value);
  if (children.length === 0) return true;
  if (value.kind !== "array" || value.text.length > ONE_LINE_CHARACTERS) return false;
  return children.every(([step, child]) => !isNested(child) && !masked.has(pointerBelow(path, step)));
}
