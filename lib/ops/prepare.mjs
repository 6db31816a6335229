// Makes a clone ready to run anything: the packages of package-lock.json, and Prisma's client. Each leaves a marker that
// says from what it was made, and is done again when that has changed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...names) => join(root, ...names);
const STILL_AT_IT_MS = 15_000;

export async function prepare() {
  if (isInstalled() && isGenerated()) return;
  await alone(async () => {
    if (!isInstalled()) await install();
    if (!isGenerated()) await generate();
  });
}

const installedMarker = at("node_modules", ".countersign-lock");

function isInstalled() {
  const lock = at("package-lock.json");
  if (read(installedMarker) === hash(lock)) return true;
  // Somebody ran `npm ci` themselves, after the lock was last changed: npm's own record says so.
  const record = statSync(at("node_modules", ".package-lock.json"), { throwIfNoEntry: false });
  if (existsSync(installedMarker) || !record || record.mtimeMs < statSync(lock).mtimeMs) return false;
  writeFileSync(installedMarker, hash(lock));
  return true;
}

async function install() {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [command, ...first] = npm;
  const code = await run("Installing the packages", command, [
    ...first,
    "ci",
    "--include=dev",
    "--no-audit",
    "--no-fund",
  ]);
  if (code !== 0) {
    throw operatorError(
      "The packages could not be installed (npm's own words are above). Nothing was started. Check the network and the registry (`npm config get registry`), then run this again.",
    );
  }
  writeFileSync(installedMarker, hash(at("package-lock.json")));
}

const generatedMarker = at("lib", "store", "generated", ".made-from");

function isGenerated() {
  return read(generatedMarker) === hash(at("prisma", "schema.prisma"), at("package-lock.json"));
}

async function generate() {
  const code = await run(
    "Generating the database client",
    process.execPath,
    [at("node_modules", "prisma", "build", "index.js"), "generate"],
    // Prisma would download an engine that generating does not use; any existing program satisfies it.
    { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" },
  );
  if (code !== 0) {
    throw operatorError(
      "The database client could not be generated (Prisma's own words are above). Nothing was started. Check prisma/schema.prisma, then run this again.",
    );
  }
  writeFileSync(generatedMarker, hash(at("prisma", "schema.prisma"), at("package-lock.json")));
}

/** Two commands on one clean clone must not install into each other. The lock names its holder, and outlives nobody. */
async function alone(work) {
  const lock = join(tmpdir(), `countersign-prepare-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`);
  for (let told = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const pid = Number(read(lock));
      if (pid && !isAlive(pid)) rmSync(lock, { force: true });
      else if (!told) console.error("Another command is making this clone ready; waiting for it.");
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function run(what, command, args, environment = {}) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.error(`${what} …`);
  const tick = setInterval(() => console.error(`${what} … ${seconds()} s`), STILL_AT_IT_MS);
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    // What it prints is kept from standard output, which belongs to the command that is to follow.
    child.stdout.pipe(process.stderr, { end: false });
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", resolve);
  });
  clearInterval(tick);
  if (code === 0) console.error(`${what}: done in ${seconds()} s`);
  return code;
}

function hash(...files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(readFileSync(file));
  return sum.digest("hex");
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function operatorError(message) {
  return Object.assign(new Error(message), { name: "OperatorError" });
}
