/** One line of the result. */
export type Figure = {
  part: string;
  name: string;
  value: number;
  unit: string;
  /** What has to hold, in words, and whether it does; absent where a figure only informs. */
  bar?: string;
  met?: boolean;
};

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  const value = sorted[at];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}

export function atLeast(part: string, name: string, value: number, unit: string, least: number): Figure {
  return { part, name, value, unit, bar: `at least ${least.toLocaleString("en")}`, met: value >= least };
}

export function atMost(part: string, name: string, value: number, unit: string, most: number): Figure {
  return { part, name, value, unit, bar: `at most ${most.toLocaleString("en")}`, met: value <= most };
}

export function informs(part: string, name: string, value: number, unit: string): Figure {
  return { part, name, value, unit };
}

/** The figures as a table for people. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, bar, met }) => [
    name,
    value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2),
    unit,
    bar ?? "",
    met === undefined ? "" : met ? "met" : "missed",
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const lines: string[] = [];
  let part = "";
  for (const [at, [name = "", value = "", unit = "", bar = "", met = ""]] of rows.entries()) {
    const own = figures[at]?.part ?? "";
    if (own !== part) lines.push(`${lines.length > 0 ? "\n" : ""}${own}`);
    part = own;
    const cells = [name.padEnd(widths[0] ?? 0), value.padStart(widths[1] ?? 0), unit.padEnd(widths[2] ?? 0)];
    lines.push(`  ${cells.join("  ")}  ${bar.padEnd(widths[3] ?? 0)}  ${met}`.trimEnd());
  }
  return lines.join("\n");
}
