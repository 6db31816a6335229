import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectRoot } from "@/lib/ops/project-root";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";

const PASSWORD = "correct horse battery staple";

/** Adds one more person who can sign in, as an operator does: `manage person add`. */
export async function addPerson(name: string, role: "admin" | "reviewer" | "auditor"): Promise<SeededPerson> {
  const email = `${name.toLowerCase()}@example.com`;
  const words = ["person", "add", email, "--role", role, "--name", name, "--password-stdin"];
  const added = promisify(execFile)(process.execPath, ["lib/ops/launch.mjs", "manage", ...words], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: consoleUnderTest().databaseUrl },
  });
  added.child.stdin?.end(`${PASSWORD}\n`);
  const { stdout } = await added;
  return { id: stdout.trim(), email, name, password: PASSWORD, token: "" };
}
