import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "./operator-error";
import { parts, type Tally } from "./test-parts";

/** `npm test`, or `npm test -- <part> [filter]` for one part of it. */
export default async function test(args: string[]): Promise<void> {
  const [only, ...filter] = args;
  const chosen = only ? parts.filter(({ name }) => name === only) : parts;
  if (chosen.length === 0) {
    throw new OperatorError(`There is no part "${only}". There are: ${parts.map(({ name }) => name).join(", ")}.`);
  }
  const scratch = mkdtempSync(join(tmpdir(), "countersign-results-"));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(130));
  const total: Tally = { passed: 0, failed: 0 };
  const lines: string[] = [];
  for (const [at, { name, what, run }] of chosen.entries()) {
    console.log(`\n── ${at + 1}/${chosen.length} ${name}: ${what}`);
    const startedAt = Date.now();
    const { passed, failed } = await run(join(scratch, `${name}.json`), filter).catch((error: unknown) => {
      console.error(error instanceof OperatorError ? error.message : error);
      return { passed: 0, failed: 1 };
    });
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    lines.push(`${failed ? "✗" : "✓"} ${name.padEnd(6)} ${passed} passed, ${failed} failed  (${seconds} s)`);
    console.log(lines.at(-1));
  }
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
