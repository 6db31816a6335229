import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { OperatorError } from "../operator-error";

/** Whom PostgreSQL runs as; undefined: whoever runs us. */
export type Account = { uid: number; gid: number } | undefined;

const NAME = "postgres";

/** PostgreSQL refuses to run as root, so under root it gets the customary account, made where it is missing. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const found = lookUp();
  if (found) return found;
  spawnSync("groupadd", ["--system", NAME]);
  spawnSync("useradd", ["--system", "--gid", NAME, "--no-create-home", "--shell", "/usr/sbin/nologin", NAME]);
  const made = lookUp();
  if (made) return made;
  throw new OperatorError(
    `PostgreSQL does not run as root, and the account "${NAME}" could not be made. Nothing was started. Create it (useradd --system ${NAME}), run as an ordinary user, or set DATABASE_URL.`,
  );
}

function lookUp(): Account {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** The first folder on the way to `path`, itself included, that the account may not pass; null where the way is open. */
export function closedFolder(path: string, account: Account): string | null {
  if (!account) return null;
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => !maySearch(folder, account)) ?? null;
}

function maySearch(folder: string, account: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
