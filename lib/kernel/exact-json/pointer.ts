/** JSON Pointers (RFC 6901): the one way places inside a document are named, in errors, changes and masks. */
import type { ExactValue } from "./value";

/** The pointer below `parent` to one member or item: `("/a", "b/c")` gives `/a/b~1c`. The whole document is `""`. */
export function pointerBelow(parent: string, step: string | number): string {
  return typeof step === "number" ? `${parent}/${step}` : `${parent}/${escapeStep(step)}`;
}

/** The pointer made of these steps: keys as strings, positions as numbers. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(pointerBelow, "");
}

/** The steps of a pointer, unescaped; undefined when the text is no JSON Pointer. */
export function stepsOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value a pointer names, or undefined where there is none. Array positions have no sign and no leading zero. */
export function valueAt(root: ExactValue, pointer: string): ExactValue | undefined {
  let here: ExactValue | undefined = root;
  for (const step of stepsOf(pointer) ?? [undefined]) {
    if (step === undefined) return undefined;
    if (here?.kind === "object") here = here.members.get(step);
    else if (here?.kind === "array" && /^(?:0|[1-9][0-9]*)$/.test(step)) here = here.items[Number(step)];
    else return undefined;
  }
  return here;
}

function escapeStep(step: string): string {
  return step.includes("~") || step.includes("/") ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}
