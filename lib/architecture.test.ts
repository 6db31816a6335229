import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "./ops/project-root";

/*
 * DESIGN §8 as tests. Each rule is a function over source files that answers with its violations, so that each can be
 * shown to fail: once over the project, which has none, and once over a sample, which has.
 */

type Source = { path: string; text: string };
type Rule = (sources: Source[]) => string[];

const PRODUCT_FOLDERS = ["app", "components", "lib"];
const NOT_OURS = new Set(["node_modules", ".next", ".data", ".git", "test-results", "playwright-report", "generated"]);

function walk(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : walk(path);
    return [path];
  });
}

const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || TEST_MATERIAL.some((name) => path === `${name}.ts`);

/** What only tests start from. */
const TEST_MATERIAL = ["lib/kernel/sample-confirmation", "lib/flow/fixtures", "lib/wire/in-process-rest"];

const files = PRODUCT_FOLDERS.flatMap(walk);
const product: Source[] = files
  .filter((path) => isCode(path) && !isTest(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), "utf8") }));

/** The modules a source names: ours by their path from the root, others by their package. */
function importsOf({ path, text }: Source): string[] {
  const named = text.matchAll(/^(?:import|export)\b[^;"']*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...named].map(([, from, bare, dynamic]) => {
    const module = from ?? bare ?? dynamic ?? "";
    if (module.startsWith("@/")) return module.slice(2);
    return module.startsWith(".") ? posix.join(posix.dirname(path), module) : module;
  });
}

const isOurs = (module: string) =>
  PRODUCT_FOLDERS.some((folder) => module === folder || module.startsWith(`${folder}/`));
const lies = (path: string, within: string) => path === within || path.startsWith(`${within}/`);

/** Parts of auth that know no store: how a name, a password and a secret must look. */
const PURE_AUTH = ["lib/auth/passwords", "lib/auth/plain-name", "lib/auth/secrets"];
const AROUND = ["lib/settings", "lib/log", "lib/metrics"];

/** kernel ← store ← (wait) ← flow ← {app, jobs, wire}. What stands first in the list counts. */
const MAY_IMPORT: [within: string, modules: string[]][] = [
  ["lib/kernel", ["lib/kernel"]],
  ...PURE_AUTH.map((path): [string, string[]] => [`${path}.ts`, ["lib/kernel"]]),
  ["lib/store", ["lib/kernel", "lib/store", ...PURE_AUTH, ...AROUND]],
  ["lib/wait", ["lib/kernel", "lib/store", "lib/wait", ...AROUND]],
  ["lib/flow", ["lib/kernel", "lib/store", "lib/wait", "lib/flow", ...AROUND]],
  ["lib/auth", ["lib/kernel", "lib/store", "lib/auth", ...AROUND]],
  ["lib/jobs", ["lib/kernel", "lib/flow", "lib/jobs", ...AROUND]],
  ["lib/wire", ["lib/kernel", "lib/store", "lib/flow", "lib/auth", "lib/wire", ...AROUND]],
  ["lib/client", ["lib/kernel", "lib/client"]],
  [
    "components",
    [
      "components",
      "lib/kernel",
      "lib/wire/console/types",
      "app/(console)/actions",
      "app/(console)/people/actions",
      "app/(console)/agents/actions",
      "app/(console)/tools/actions",
      "app/(console)/alerts/actions",
    ],
  ],
  ["app", ["app", "components", "lib/kernel", "lib/store", "lib/wait", "lib/flow", "lib/auth", "lib/wire", ...AROUND]],
  ["lib/settings.ts", ["lib/kernel"]],
  ["lib/log.ts", ["lib/kernel", "lib/settings"]],
  ["lib/metrics.ts", ["lib/settings"]],
];

const runOneWay: Rule = (sources) =>
  sources.flatMap((source) => {
    const allowed = MAY_IMPORT.find(([within]) => lies(source.path, within))?.[1];
    return importsOf(source)
      .filter((module) => isOurs(module) && allowed && !allowed.some((within) => lies(module, within)))
      .map((module) => `${source.path} imports ${module}`);
  });

const everyFolderHasAPlace: Rule = (sources) =>
  sources
    .filter(({ path }) => !lies(path, "lib/ops") && !MAY_IMPORT.some(([within]) => lies(path, within)))
    .map(({ path }) => path);

/** What the rules of a policy are written in: parsers without environment, clock or I/O. */
const PURE_LANGUAGES = ["@marcbachmann/cel-js", "re2js"];

const kernelIsPure: Rule = (sources) =>
  sources
    .filter(({ path }) => lies(path, "lib/kernel"))
    .flatMap((source) => [
      ...importsOf(source)
        .filter((module) => !isOurs(module) && module !== "node:crypto")
        .filter((module) => !(lies(source.path, "lib/kernel/policy") && PURE_LANGUAGES.includes(module)))
        .map((module) => `${source.path} imports ${module}`),
      ...(/\bprocess\.|\bfetch\(/.test(code(source.text)) ? [`${source.path} reaches outside`] : []),
    ]);

const outsideOps = (sources: Source[]) => sources.filter(({ path }) => !lies(path, "lib/ops"));

/** Without its comments, which may name what the code must not do. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function naming(pattern: RegExp, allowedIn: (path: string) => boolean): Rule {
  return (sources) =>
    sources
      .filter(({ path, text }) => !allowedIn(path) && pattern.test(code(text)))
      .map(({ path, text }) => `${path}: ${pattern.exec(code(text))?.[0].replace(/\s+/g, " ")}`);
}

const onlyStoreKnowsPrisma: Rule = (sources) =>
  outsideOps(sources)
    .filter(({ path }) => !lies(path, "lib/store"))
    .flatMap((source) => [
      ...importsOf(source)
        .filter((module) => /^(@prisma\/|pg$)/.test(module) || lies(module, "lib/store/generated"))
        .map((module) => `${source.path} imports ${module}`),
      ...(/import \{[^}]*\bPrisma\b[^}]*\}/.test(source.text) ? [`${source.path} writes SQL`] : []),
    ]);

const onlyFlowsGoThroughTheDoor: Rule = (sources) =>
  outsideOps(sources).flatMap((source) =>
    importsOf(source)
      .filter((module) => /^lib\/store\/(apply-transition|insert-confirmation)$/.test(module))
      .filter(() => !lies(source.path, "lib/flow"))
      .map((module) => `${source.path} imports ${module}`),
  );

const READS_TIME =
  /\bDate\.now\(|\bnew Date\(\s*\)|\b(?:current_timestamp|localtimestamp|clock_timestamp|statement_timestamp|transaction_timestamp)\b|[^\w.]now\(\)|\bcountersign_now\b/i;
const isClient = (path: string) => lies(path, "lib/client");
const onlyTheClockReadsTime: Rule = (sources) =>
  naming(READS_TIME, (path) => path === "lib/store/clock.ts" || isClient(path))(outsideOps(sources));

const CHANGES_ONE =
  /\bUPDATE\s+"?confirmation\b|\bDELETE FROM\s+"?confirmation\b|\.confirmation\.(?:update|upsert|delete)/i;
const onlyTheDoorChanges: Rule = (sources) =>
  naming(CHANGES_ONE, (path) => path === "lib/store/apply-transition.ts")(outsideOps(sources));

const ADDS_ONE = /\bINSERT INTO\s+"?confirmation\b|\.confirmation\.(?:create|upsert)/i;
const onlyOneAdds: Rule = (sources) =>
  naming(ADDS_ONE, (path) => path === "lib/store/insert-confirmation.ts")(outsideOps(sources));

const productNeedsNoTestMaterial: Rule = (sources) =>
  sources.flatMap((source) =>
    importsOf(source)
      .filter((module) => TEST_MATERIAL.includes(module) || (lies(module, "lib/ops") && !lies(source.path, "lib/ops")))
      .map((module) => `${source.path} imports ${module}`),
  );

const DRAWER = /^(?:utils?|helpers?|commons?|misc|shared|stuff|index)$/;
const ROUTE_SEGMENT = /^(?:\(.+\)|\[.+\])$/;
const namesSayWhat: Rule = (sources) =>
  sources
    .filter(({ path }) =>
      path.split("/").some((segment) => {
        if (ROUTE_SEGMENT.test(segment)) return false;
        const [name = ""] = segment.split(".");
        return DRAWER.test(name) || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
      }),
    )
    .map(({ path }) => path);

const noBarrels: Rule = (sources) =>
  sources
    .filter(({ text }) => {
      const statements = code(text)
        .split(";")
        .map((statement) => statement.trim())
        .filter(Boolean);
      return /^export \* /m.test(text) || statements.every((statement) => /^export [^;]* from "/.test(statement));
    })
    .map(({ path }) => path);

const source = (path: string, text: string): Source => ({ path, text });

const RULES: [guarantee: string, rule: Rule, sample: Source, violation: string][] = [
  [
    "imports run one way: kernel ← store ← wait ← flow ← {app, jobs, wire}",
    runOneWay,
    source("lib/store/people.ts", 'import { sweep } from "@/lib/flow/sweep";'),
    "lib/store/people.ts imports lib/flow/sweep",
  ],
  [
    "the kernel does not know the store",
    runOneWay,
    source("lib/kernel/state.ts", 'import type { Cursor } from "../store/confirmations";'),
    "lib/kernel/state.ts imports lib/store/confirmations",
  ],
  [
    "what a browser loads knows neither store nor flow",
    runOneWay,
    source("components/inbox/inbox.tsx", 'const { x } = await import("@/lib/flow/sweep");'),
    "components/inbox/inbox.tsx imports lib/flow/sweep",
  ],
  [
    "every source file has its place in that order",
    everyFolderHasAPlace,
    source("lib/extra/a.ts", ""),
    "lib/extra/a.ts",
  ],
  [
    "the kernel imports nothing but itself, node:crypto and, for policy, its languages",
    kernelIsPure,
    source("lib/kernel/state.ts", 'import { readFileSync } from "node:fs";'),
    "lib/kernel/state.ts imports node:fs",
  ],
  [
    "the kernel reads no environment and calls nobody",
    kernelIsPure,
    source("lib/kernel/state.ts", "const zone = process.env.TZ;"),
    "lib/kernel/state.ts reaches outside",
  ],
  [
    "only the store imports Prisma, its client and pg",
    onlyStoreKnowsPrisma,
    source("lib/flow/sweep.ts", 'import { Client } from "pg";'),
    "lib/flow/sweep.ts imports pg",
  ],
  [
    "only the store writes SQL",
    onlyStoreKnowsPrisma,
    source("lib/flow/sweep.ts", 'import { type Database, Prisma } from "@/lib/store/database";'),
    "lib/flow/sweep.ts writes SQL",
  ],
  [
    "only flows add a confirmation or go through the one door",
    onlyFlowsGoThroughTheDoor,
    source("app/api/v1/route.ts", 'import { applyTransition } from "@/lib/store/apply-transition";'),
    "app/api/v1/route.ts imports lib/store/apply-transition",
  ],
  [
    "only the clock reads time, in JavaScript",
    onlyTheClockReadsTime,
    source("lib/flow/sweep.ts", "const started = new Date( );"),
    "lib/flow/sweep.ts: new Date( )",
  ],
  [
    "only the clock reads time, in SQL",
    onlyTheClockReadsTime,
    source("lib/store/audit.ts", "sql`INSERT INTO audit_event (at) VALUES (now())`"),
    "lib/store/audit.ts: (now()",
  ],
  [
    "only the one door changes a confirmation",
    onlyTheDoorChanges,
    source("lib/store/confirmations.ts", "sql`UPDATE\n confirmation SET state = 'approved'`"),
    "lib/store/confirmations.ts: UPDATE confirmation",
  ],
  [
    "only the one door changes a confirmation, through Prisma's client as well",
    onlyTheDoorChanges,
    source("lib/store/confirmations.ts", "await database().confirmation.updateMany({})"),
    "lib/store/confirmations.ts: .confirmation.update",
  ],
  [
    "only one file adds a confirmation",
    onlyOneAdds,
    source("lib/store/confirmations.ts", 'sql`INSERT INTO "confirmation" DEFAULT VALUES`'),
    'lib/store/confirmations.ts: INSERT INTO "confirmation',
  ],
  [
    "the product needs nothing of its tests and of its operation",
    productNeedsNoTestMaterial,
    source("lib/flow/sweep.ts", 'import { query } from "@/lib/ops/testing/database";'),
    "lib/flow/sweep.ts imports lib/ops/testing/database",
  ],
  ["names say what, in kebab-case", namesSayWhat, source("lib/store/utils/format.ts", ""), "lib/store/utils/format.ts"],
  ["there are no barrels", noBarrels, source("lib/wait/all.ts", 'export { a } from "./a";'), "lib/wait/all.ts"],
];

describe("DESIGN §8", () => {
  test.each(RULES)("%s", (_guarantee, rule, sample, violation) => {
    expect(rule([sample])).toEqual([violation]);
    expect(rule(product)).toEqual([]);
  });

  test("the rules are asked of the whole product, and see what it imports", () => {
    expect(product.length).toBeGreaterThan(100);
    const sweep = product.find(({ path }) => path === "lib/flow/sweep.ts");
    expect(sweep && importsOf(sweep)).toContain("lib/store/apply-transition");
  });

  test("the door, the clock and the one insert are where they are said to be", () => {
    const textOf = (path: string) => product.find((each) => each.path === path)?.text ?? "";
    expect(textOf("lib/store/apply-transition.ts")).toMatch(CHANGES_ONE);
    expect(textOf("lib/store/insert-confirmation.ts")).toMatch(ADDS_ONE);
    expect(textOf("lib/store/clock.ts")).toMatch(READS_TIME);
  });

  const ROOT_FOLDERS = [".ci", "app", "components", "docs", "e2e", "lib", "prisma", "public"];
  const strangers = (folders: string[]) =>
    folders.filter((name) => !ROOT_FOLDERS.includes(name) && !NOT_OURS.has(name));

  test("the root has no other folders than the house's own", () => {
    const folders = readdirSync(projectRoot, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(strangers(["app", "scripts", "node_modules"])).toEqual(["scripts"]);
    expect(strangers(folders)).toEqual([]);
  });
});
