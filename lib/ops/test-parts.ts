import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, nextEnvironment, nextProgram } from "./build";
import { ensureChromium } from "./chromium";
import { startKept } from "./kept-process";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";

export type Tally = { passed: number; failed: number };

type Part = { name: string; what: string; run(resultFile: string, filter: string[]): Promise<Tally> };

const modules = (...names: string[]) => join(projectRoot, "node_modules", ...names);
const say = (line: string) => console.log(line);

/** In the order of what they cost: the first failure is seen early. */
export const parts: Part[] = [
  {
    name: "types",
    what: "the TypeScript compiler",
    async run() {
      // Next.js writes the types of its routes; on a clean clone nothing has yet.
      const known = existsSync(join(projectRoot, "next-env.d.ts")) || (await node([nextProgram, "typegen"])) === 0;
      return one(known && (await node([modules("typescript", "bin", "tsc"), "--noEmit", "-p", "."])) === 0);
    },
  },
  {
    name: "lint",
    what: "Biome, lint and format",
    run: async () => one((await node([modules("@biomejs", "biome", "bin", "biome"), "check"])) === 0),
  },
  { name: "unit", what: "pure rules, without a database", run: vitest("unit") },
  { name: "db", what: "integration on a real PostgreSQL", run: vitest("db") },
  {
    name: "http",
    what: "several server processes on one database, over HTTP",
    async run(resultFile, filter) {
      await ensureBuild(say);
      return vitest("http")(resultFile, filter);
    },
  },
  {
    name: "e2e",
    what: "the console in a browser",
    async run(resultFile, filter) {
      ensureChromium(say);
      await ensureBuild(say);
      const code = await node(
        [
          modules("@playwright", "test", "cli.js"),
          "test",
          "--reporter=list,json",
          ...(filter.length > 0 ? ["--pass-with-no-tests", ...filter] : []),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile, PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile },
      );
      const { stats, errors } = read<{ stats: Record<"expected" | "unexpected" | "flaky", number>; errors: unknown[] }>(
        resultFile,
      );
      // A test that passed only when tried again has not passed.
      return settled({ passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }, code);
    },
  },
];

function vitest(project: string): Part["run"] {
  return async (resultFile, filter) => {
    const code = await node([
      modules("vitest", "vitest.mjs"),
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${resultFile}`,
      // A filter may match nothing here; a part that has no tests at all is a mistake.
      ...(filter.length > 0 ? ["--passWithNoTests", ...filter] : []),
    ]);
    const { testResults } = read<{ testResults: { status: string; assertionResults: { status: string }[] }[] }>(
      resultFile,
    );
    const tally = { passed: 0, failed: 0 };
    for (const { status, assertionResults } of testResults) {
      const failed = assertionResults.filter((test) => test.status === "failed").length;
      tally.passed += assertionResults.filter((test) => test.status === "passed").length;
      // A file that could not be loaded, or whose set-up failed, has no failed test to its name.
      tally.failed += failed === 0 && status === "failed" ? 1 : failed;
    }
    return settled(tally, code);
  };
}

const one = (passed: boolean): Tally => ({ passed: Number(passed), failed: Number(!passed) });

/** A run that died, or complains of something outside any test, counts as one failure. */
function settled(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function read<T>(resultFile: string): T {
  if (!existsSync(resultFile)) throw new OperatorError("The run ended without a result; its own words are above.");
  return JSON.parse(readFileSync(resultFile, "utf8"));
}

/** Runs one program of node_modules; what is set for the operator's own product is kept from it. */
export async function node(args: string[], environment: Record<string, string> = {}): Promise<number> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(COUNTERSIGN_|NEXTAUTH_|DATABASE_URL$|PORT$|NODE_ENV$)/.test(name),
  );
  const run = startKept(args, { ...Object.fromEntries(kept), ...nextEnvironment, NODE_ENV: "test", ...environment });
  await run.ended;
  return run.child.exitCode ?? 1;
}
