import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

/** What the build is made from. Tests are not part of it, and the database client follows the schema. */
const SOURCES = ["app", "components", "lib", "public", "prisma/schema.prisma", "package-lock.json", "tsconfig.json"];
/** By their whole names: Next.js writes `next-env.d.ts` itself, with every build. */
const ROOT_CONFIG = /^((next|postcss)\.config|instrumentation(-client)?|middleware|proxy)\.(js|mjs|ts)$/;
const LEFT_OUT = /(^lib\/(ops\/testing|store\/generated)(\/|$))|(\.test\.tsx?$)/;

/** One hash over every source's path and content: a fresh clone, a checkout and an edit are all told by what is there. */
export function sourceHash(root = projectRoot): string {
  const sum = createHash("sha256");
  const roots = [...SOURCES, ...readdirSync(root).filter((name) => ROOT_CONFIG.test(name))];
  for (const path of roots.flatMap((path) => filesUnder(root, path)).sort()) {
    sum
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return sum.digest("hex");
}

function filesUnder(root: string, path: string): string[] {
  const place = join(root, path);
  if (LEFT_OUT.test(path) || !existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  return readdirSync(place).flatMap((name) => filesUnder(root, `${path}/${name}`));
}
