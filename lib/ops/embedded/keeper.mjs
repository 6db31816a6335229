// Keeps one PostgreSQL running for as long as the process that asked for it, and not longer. That process holds our
// standard input open: it ends with that process, by `kill -9` too, and then the server is stopped in order.
// We run in a process group of our own, so that Ctrl-C in a terminal does not stop the database before the product.
// Should we be killed ourselves, the server lives on, and the next start adopts it.
import { spawn } from "node:child_process";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Tells the process that asked for us to look again: another one was faster. */
const KEPT_BY_ANOTHER = 3;
const ORDERLY_STOP_MS = 20_000;
const RESTART_AFTER_MS = 1_000;
const WATCH_MS = 250;

const { command, args, account, keeperFile, staleClaim, adopt, pidFile, temporaryFolder } = JSON.parse(
  process.argv[2] ?? "{}",
);
let server = adopt;
let stopping = false;

if (!claim()) process.exit(KEPT_BY_ANOTHER);
process.stdin.on("end", stop).on("close", stop).on("error", stop).resume();
process.on("SIGTERM", stop);
process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});

if (adopt) watchAdopted();
else start();

/** One keeper for a data folder. The claim appears whole or not at all, so whoever reads it reads who holds it. */
function claim() {
  const draft = `${keeperFile}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ keeper: process.pid, owner: process.ppid }), { mode: 0o600 });
  try {
    if (staleClaim) dropStale();
    linkSync(draft, keeperFile);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The claim of a keeper that is gone, as our parent read it; a newer one is left alone. */
function dropStale() {
  if (readFileSync(keeperFile, "utf8") === staleClaim) rmSync(keeperFile);
}

function start() {
  let cameUp = false;
  const look = setInterval(() => {
    cameUp ||= isReady();
    if (cameUp) clearInterval(look);
  }, WATCH_MS);
  const child = spawn(command, args, { ...account, cwd: "/", stdio: ["ignore", "inherit", "inherit"] });
  server = child.pid;
  child.on("error", (error) => {
    console.error(`The embedded PostgreSQL could not be run: ${error.message}`);
    leave(1);
  });
  child.on("exit", (code, signal) => {
    clearInterval(look);
    if (stopping) return leave(0);
    // A server that never came up has left its reason in the log, and trying again would not help.
    if (!cameUp && !isReady()) return leave(1);
    console.error(`The embedded PostgreSQL ended (${signal ?? code}) and is started again.`);
    setTimeout(() => (stopping ? leave(0) : start()), RESTART_AFTER_MS);
  });
}

/** The server itself writes there how far it is; what was killed leaves the file behind. */
function isReady() {
  try {
    const lines = readFileSync(pidFile, "utf8").split("\n");
    return Number(lines[0]) === server && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

function watchAdopted() {
  if (isAlive(server)) return setTimeout(watchAdopted, WATCH_MS);
  if (stopping) return leave(0);
  start();
}

function stop() {
  if (stopping) return;
  stopping = true;
  if (!isAlive(server)) return leave(0);
  // PostgreSQL's "fast" shutdown: open transactions are rolled back, what was committed is on disk.
  process.kill(server, "SIGINT");
  setTimeout(() => process.kill(server, "SIGQUIT"), ORDERLY_STOP_MS).unref();
}

function isAlive(pid) {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function leave(code) {
  rmSync(keeperFile, { force: true });
  // A test run's data goes with its server, also when the run was killed. What did not come up keeps its log.
  if (stopping && temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true });
  process.exit(code);
}
