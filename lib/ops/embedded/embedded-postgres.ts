import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, isPortFree } from "../free-port";
import { OperatorError } from "../operator-error";
import { commandLine, isAlive } from "../process-facts";
import { type Account, postgresAccount } from "./account";
import { postgresBinaries } from "./binaries";
import { type Answer, ask, databaseUrl } from "./connection";
import { type DataFolder, openCluster, openDataFolder } from "./folder";

export type EmbeddedOptions = {
  dataDir: string;
  /** Further `name=value` settings of the server. */
  parameters?: readonly string[];
  /** The data folder is removed when the server stops, however that comes about. */
  temporary?: boolean;
  /** Told what an operator would want to know. */
  say?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** The product's own database. */
  url: string;
  logFile: string;
  /** False: another live process of this data folder runs the server, and `stop` leaves it alone. */
  owned: boolean;
  /** Settles when the server has ended for good without being asked to, with what to tell the operator. */
  failed: Promise<string>;
  stop(): Promise<void>;
};

const KEEPER = fileURLToPath(new URL("./keeper.mjs", import.meta.url));
/** As `keeper.mjs` says it: another start of this folder was faster. */
const KEPT_BY_ANOTHER = 3;
const COME_UP_MS = 60_000;
const LOOK_AGAIN_MS = 50;
const LOG_MOST_BYTES = 10 * 1024 * 1024;

/** Only this machine, by TCP and password; a data folder's path can be too long for a socket. Durable as PostgreSQL is. */
const PARAMETERS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=256MB",
  "timezone=UTC",
  "log_timezone=UTC",
  "jit=off",
];

/** Starts the server of a data folder, or adopts or borrows the one that runs there already. */
export async function startEmbedded({
  dataDir,
  parameters = [],
  temporary = false,
  say = () => {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const binaries = postgresBinaries(account);
  const folder = openDataFolder(dataDir, account, say);
  openCluster(folder, binaries, account);
  const runAs = accountOf(folder, account);
  const deadline = Date.now() + COME_UP_MS;
  while (Date.now() < deadline) {
    const { live, stale } = readClaim(folder);
    const running = runningServer(folder);
    if (live) {
      // Where its owner has just died, the keeper is stopping the server; else the server is its owner's, and shared.
      const shared = isAlive(live.owner) && running && (await ask(folder, running.port)) === "ready";
      if (shared) return opened(folder, running.port, null);
      await pause(LOOK_AGAIN_MS);
      continue;
    }
    const port = running?.port ?? (await choosePort(folder, say));
    const settings = [...PARAMETERS, ...parameters].flatMap((parameter) => ["-c", parameter]);
    const logStart = openLog(folder);
    const keeper = spawnKeeper(folder, {
      command: binaries.postgres,
      args: ["-D", folder.database, "-p", String(port), ...settings],
      account: runAs,
      keeperFile: folder.keeperFile,
      pidFile: pidFile(folder),
      staleClaim: stale,
      adopt: running?.pid,
      temporaryFolder: temporary ? resolve(dataDir) : undefined,
    });
    const answer = await comeUp(folder, port, keeper, deadline);
    if (answer === "ready") {
      if (running) say("A PostgreSQL of this data folder was still running: it is adopted.");
      writeFileSync(folder.portFile, `${port}\n`);
      return opened(folder, port, keeper);
    }
    await stopKeeper(keeper);
    if (keeper.exitCode !== KEPT_BY_ANOTHER) refuseUnlessPassing(folder, answer, logStart);
  }
  throw new OperatorError(
    `The embedded PostgreSQL did not come up within ${COME_UP_MS / 1000} s. The product was not started. Its log is ${folder.logFile}.`,
  );
}

/** @param keeper ours, or null where another process's keeper runs the server */
function opened(folder: DataFolder, port: number, keeper: ChildProcess | null): EmbeddedPostgres {
  return {
    url: databaseUrl(folder, port),
    logFile: folder.logFile,
    owned: keeper !== null,
    failed: keeper ? failure(keeper, folder) : new Promise(() => {}),
    stop: async () => {
      if (keeper) await stopKeeper(keeper);
    },
  };
}

/** A folder that an ordinary user made is run as that user, by root too: PostgreSQL insists on its owner. */
function accountOf(folder: DataFolder, account: Account): Account {
  const { uid, gid } = statSync(folder.database);
  if (account && uid !== 0) return { uid, gid };
  if (!account && process.getuid && uid !== process.getuid()) {
    throw new OperatorError(
      `${folder.database} belongs to another user (${uid}). Nothing was started. Run as that user, hand the folder over with chown, or set COUNTERSIGN_DATA_DIR to another folder.`,
    );
  }
  return account;
}

type Claim = { keeper: number; owner: number };

/** Who keeps the server, as the keeper's own file says; a claim whose keeper is gone is stale. */
function readClaim(folder: DataFolder): { live?: Claim; stale?: string } {
  let text: string;
  try {
    text = readFileSync(folder.keeperFile, "utf8");
  } catch {
    return {};
  }
  const claim: Claim = JSON.parse(text);
  return commandLine(claim.keeper).includes(folder.keeperFile) ? { live: claim } : { stale: text };
}

const pidFile = (folder: DataFolder) => join(folder.database, "postmaster.pid");

/** The live server of this folder. A pid file that names a dead process, or one that is not our server, is stale. */
function runningServer(folder: DataFolder): { pid: number; port: number } | null {
  const file = pidFile(folder);
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n").map(Number);
  const command = commandLine(pid ?? 0);
  if (pid && port && command.includes("postgres") && command.includes(folder.database)) return { pid, port };
  // PostgreSQL clears the file of a dead process itself, but takes any living one of its own account for a server.
  if (command) rmSync(file, { force: true });
  return null;
}

/** Chosen once and kept, so that what an operator wrote down stays true; another only when somebody else has taken it. */
async function choosePort(folder: DataFolder, say: (line: string) => void): Promise<number> {
  const kept = existsSync(folder.portFile) ? Number(readFileSync(folder.portFile, "utf8")) : 0;
  if (kept && (await isPortFree(kept, "127.0.0.1"))) return kept;
  const port = await freePort();
  if (kept) say(`Port ${kept} of the embedded PostgreSQL is taken by another program: it moves to ${port}.`);
  return port;
}

function openLog(folder: DataFolder): number {
  const size = statSync(folder.logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_MOST_BYTES) return size;
  renameSync(folder.logFile, `${folder.logFile}.1`);
  return 0;
}

function spawnKeeper(folder: DataFolder, order: object): ChildProcess {
  const log = openSync(folder.logFile, "a", 0o600);
  const child = spawn(process.execPath, ["--max-old-space-size=32", KEEPER, JSON.stringify(order)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", log, log],
    env: { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C" },
  });
  child.stdin?.on("error", () => {});
  return child;
}

async function comeUp(folder: DataFolder, port: number, keeper: ChildProcess, deadline: number): Promise<Answer> {
  while (keeper.exitCode === null && Date.now() < deadline) {
    // What answers before the keeper has claimed the folder may be somebody else's.
    const answer = readClaim(folder).live?.keeper === keeper.pid ? await ask(folder, port) : "silent";
    if (answer !== "silent") return answer;
    await pause(LOOK_AGAIN_MS);
  }
  return "silent";
}

function failure(keeper: ChildProcess, folder: DataFolder): Promise<string> {
  return new Promise((resolve) => {
    // A keeper that was killed by a signal has left the server running: nothing is lost, and the next start adopts it.
    keeper.once("exit", (code) => {
      if (code) resolve(`The embedded PostgreSQL ended and could not be started again. Its log is ${folder.logFile}.`);
    });
  });
}

async function stopKeeper(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const ended = new Promise((resolve) => keeper.once("exit", resolve));
  keeper.stdin?.end();
  await ended;
}

/** Two reasons pass when tried again: a port taken meanwhile, and another start of the same folder at the same time. */
function refuseUnlessPassing(folder: DataFolder, answer: Answer, logStart: number): void {
  if (answer === "wrong password") {
    throw new OperatorError(
      `The database in ${folder.database} does not open with the password beside it (postgres.password). The product was not started. Put the right file back, or set COUNTERSIGN_DATA_DIR to a new folder.`,
    );
  }
  const said = readFileSync(folder.logFile, "utf8").slice(logStart);
  if (answer === "another server" || /Address already in use|lock file .* already exists/.test(said)) return;
  const reason = said.trim().split("\n").slice(-4).join("\n  ");
  throw new OperatorError(
    `The embedded PostgreSQL did not start. The product was not started. Its log, ${folder.logFile}, ends:\n  ${reason}`,
  );
}
