import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { OperatorError } from "../operator-error";
import { isAlive } from "../process-facts";
import { type Account, closedFolder } from "./account";
import type { Binaries } from "./binaries";

/** Where root keeps what another account must reach, when the product itself lives in a closed folder such as /root. */
export const SEARCHABLE_ROOT = "/var/lib/countersign";

export const SUPERUSER = "countersign";

/** The files of one data folder; all but `database` belong to whoever runs the product. */
export type DataFolder = { database: string; password: string; portFile: string; keeperFile: string; logFile: string };

/** Makes the data folder where it is missing, and finds the database's own folder in it. */
export function openDataFolder(dataDir: string, account: Account, say: (line: string) => void): DataFolder {
  const root = resolve(dataDir);
  mkdirSync(root, { recursive: true, mode: 0o711 });
  // The folder is ours and every secret in it is 0600, so other accounts may pass through, to what is theirs.
  if (closedFolder(root, account) === root) chmodSync(root, (statSync(root).mode & 0o7777) | 0o011);
  const link = join(root, "postgres");
  const closed = closedFolder(root, account);
  if (closed && !lstatSync(link, { throwIfNoEntry: false })) {
    const place = join(SEARCHABLE_ROOT, `data-${randomBytes(6).toString("hex")}`);
    mkdirSync(place, { recursive: true, mode: 0o711 });
    symlinkSync(join(place, "postgres"), link);
    say(
      `${closed} is closed to the account PostgreSQL runs as: the database is kept in ${place}, linked from ${link}.`,
    );
  }
  return {
    database: linkTarget(link),
    password: readOrMake(join(root, "postgres.password"), () => randomBytes(24).toString("base64url")),
    portFile: join(root, "postgres.port"),
    keeperFile: join(root, "postgres.keeper"),
    logFile: join(root, "postgres.log"),
  };
}

/** PostgreSQL names its folder by the path without links; the link's place exists before the database in it does. */
function linkTarget(path: string): string {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  const place = entry?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
  mkdirSync(dirname(place), { recursive: true, mode: 0o711 });
  return join(realpathSync(dirname(place)), basename(place));
}

/** Written once and never changed; readable by its owner alone. */
export function readOrMake(file: string, make: () => string): string {
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** Makes the database cluster where there is none; refuses one that another version made. */
export function openCluster(folder: DataFolder, binaries: Binaries, account: Account): void {
  const versionFile = join(folder.database, "PG_VERSION");
  if (!existsSync(versionFile)) {
    if (existsSync(folder.database) && readdirSync(folder.database).length > 0) {
      throw new OperatorError(
        `${folder.database} has files in it but is not a PostgreSQL data folder. Nothing was started or changed. Move them away, or set COUNTERSIGN_DATA_DIR to another folder.`,
      );
    }
    makeCluster(folder, binaries, account);
    return;
  }
  const made = readFileSync(versionFile, "utf8").trim();
  if (made !== binaries.majorVersion) {
    throw new OperatorError(
      `${folder.database} was made by PostgreSQL ${made}, and the embedded server is ${binaries.majorVersion}. Nothing was started or changed. Run the Countersign that made it and move the data with pg_dump, or set COUNTERSIGN_DATA_DIR to a new folder.`,
    );
  }
}

/** Made beside its place and renamed into it when whole, so a start that is killed half-way leaves no half of one. */
function makeCluster(folder: DataFolder, binaries: Binaries, account: Account): void {
  clearHalves(folder.database);
  const half = `${folder.database}.new-${process.pid}`;
  const passwordFile = `${half}.password`;
  try {
    mkdirSync(half, { mode: 0o700 });
    writeFileSync(passwordFile, folder.password, { mode: 0o600 });
    if (account) for (const path of [half, passwordFile]) chownSync(path, account.uid, account.gid);
    // One locale on every machine: text compares by code point, lower() knows all of Unicode.
    const flags = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const run = spawnSync(
      binaries.initdb,
      [`--pgdata=${half}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", ...flags],
      { ...account, cwd: "/", encoding: "utf8", env: { ...process.env, LC_ALL: "C" } },
    );
    if (run.status !== 0) {
      const reason = run.error?.message ?? `${run.stderr}`.trim().split("\n").slice(-3).join(" ");
      throw new OperatorError(
        `The embedded database could not be made in ${folder.database}: ${reason} Nothing was started. Correct this, or set DATABASE_URL.`,
      );
    }
    renameSync(half, folder.database);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // Another start made it meanwhile: its work is as good as ours.
    if (!existsSync(join(folder.database, "PG_VERSION"))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function clearHalves(database: string): void {
  const parent = dirname(database);
  for (const name of readdirSync(parent)) {
    const pid = /^postgres\.new-([0-9]+)(\.password)?$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
