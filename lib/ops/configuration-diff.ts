import type { WholeConfiguration } from "@/lib/kernel/configuration";
import { entriesOf } from "./configuration-text";

/** Beyond so many pairs of lines a changed part is shown as taken out and put in whole. */
const MOST_PAIRS = 4_000_000;

/**
 * What an apply changes, thing by thing, as people read a diff: `-` was, `+` is. Empty where nothing differs.
 */
export function configurationDiff(before: WholeConfiguration, after: WholeConfiguration): string {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const names = [...was.keys(), ...[...is.keys()].filter((name) => !was.has(name))];
  return names
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => [`@@ ${name} @@`, ...lineDiff(linesOf(was.get(name)), linesOf(is.get(name)))].join("\n"))
    .join("\n");
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}

/** Every line of both, those in common once, with what became of it before it. */
export function lineDiff(was: string[], is: string[]): string[] {
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  const room = Math.min(was.length, is.length) - start;
  while (end < room && was[was.length - 1 - end] === is[is.length - 1 - end]) end++;
  const same = (lines: string[]) => lines.map((line) => ` ${line}`);
  return [
    ...same(was.slice(0, start)),
    ...middleDiff(was.slice(start, was.length - end), is.slice(start, is.length - end)),
    ...same(was.slice(was.length - end)),
  ];
}

function middleDiff(was: string[], is: string[]): string[] {
  const whole = [...was.map((line) => `-${line}`), ...is.map((line) => `+${line}`)];
  if (was.length === 0 || is.length === 0 || was.length * is.length > MOST_PAIRS) return whole;
  // How many lines the rests from here on have in common.
  const width = is.length + 1;
  const common = new Uint32Array((was.length + 1) * width);
  const at = (a: number, b: number) => common[a * width + b] ?? 0;
  for (let a = was.length - 1; a >= 0; a--) {
    for (let b = is.length - 1; b >= 0; b--) {
      common[a * width + b] = was[a] === is[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  const lines: string[] = [];
  let [a, b] = [0, 0];
  while (a < was.length || b < is.length) {
    if (a < was.length && b < is.length && was[a] === is[b]) {
      lines.push(` ${was[a]}`);
      a++;
      b++;
    } else if (b === is.length || (a < was.length && at(a + 1, b) >= at(a, b + 1))) lines.push(`-${was[a++]}`);
    else lines.push(`+${is[b++]}`);
  }
  return lines;
}
