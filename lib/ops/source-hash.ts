import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

/** What the build is made from. Tests are not part of it, and the database client follows the schema. */
const SOURCES = ["app", "components", "lib", "public", "prisma/schema.prisma", "package-lock.json", "tsconfig.json"];
const ROOT_CONFIG = /^(next|postcss|instrumentation|middleware|proxy)[.\w-]*\.(js|mjs|ts)$/;
const LEFT_OUT = /(^lib\/(ops\/testing|store\/generated)(\/|$))|(\.test\.tsx?$)/;

/** One hash over every source's path and content: a fresh clone, a checkout and an edit are all told by what is there. */
export function sourceHash(): string {
  const sum = createHash("sha256");
  const roots = [...SOURCES, ...readdirSync(projectRoot).filter((name) => ROOT_CONFIG.test(name))];
  for (const path of roots.flatMap(filesUnder).sort()) {
    sum
      .update(`${path}\0`)
      .update(readFileSync(join(projectRoot, path)))
      .update("\0");
  }
  return sum.digest("hex");
}

function filesUnder(path: string): string[] {
  const place = join(projectRoot, path);
  if (LEFT_OUT.test(path) || !existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  return readdirSync(place).flatMap((name) => filesUnder(`${path}/${name}`));
}
