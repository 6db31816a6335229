import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sourceHash } from "./source-hash";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-sources-"));
  write("app/page.tsx", "one");
  write("next.config.js", "one");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it.each([
  "app/page.tsx",
  "app/new.tsx",
  "lib/kernel/state.ts",
  "next.config.js",
  "instrumentation.ts",
  "tsconfig.json",
])("a change of %s asks for another build", (path) => {
  const before = sourceHash(root);
  write(path, "two");
  expect(sourceHash(root)).not.toBe(before);
});

it.each([
  "next-env.d.ts",
  "lib/store/generated/client.ts",
  "lib/ops/testing/seed.ts",
  "lib/settings.test.ts",
  "README.md",
])("%s, which a build writes or does not read, asks for none", (path) => {
  const before = sourceHash(root);
  write(path, "two");
  expect(sourceHash(root)).toBe(before);
});

it("a file written again with the same content asks for none", () => {
  const before = sourceHash(root);
  write("app/page.tsx", "one");
  expect(sourceHash(root)).toBe(before);
});
