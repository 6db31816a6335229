import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { projectRoot } from "../project-root";

export type SeededPerson = { id: string; email: string; name: string; password: string; token: string };
export type SeededAgent = { id: string; name: string; key: string };

/** Who is there in a seeded database, with the secrets that are otherwise shown once. */
export type Seeded = {
  admin: SeededPerson;
  reviewer: SeededPerson;
  otherReviewer: SeededPerson;
  auditor: SeededPerson;
  agent: SeededAgent;
  otherAgent: SeededAgent;
};

/** Fills an empty migrated database with one of each role, a second reviewer, and two agents. */
export async function seed(databaseUrl: string): Promise<Seeded> {
  const program = fileURLToPath(new URL("./seed.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
