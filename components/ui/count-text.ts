const COUNT = new Intl.NumberFormat("en-GB");

/** `1 change`, `2 changes`, `no changes`. */
export function countText(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`;
  return `${COUNT.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
