import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { query } from "./database";
import { testPostgres } from "./postgres";

const SEEN_WITHIN_MS = 10_000;

/** Runs `work` and returns every statement that this test's database received meanwhile, from any process, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { adminUrl, logFile } = testPostgres();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // The setting is the whole server's (one of the database would reach new connections only, and the store's pool is
    // open), so test files that log take turns.
    await admin.query("SELECT pg_advisory_lock(1)");
    const start = statSync(logFile).size;
    await setLogging(admin, "all");
    await logged(logFile, start, await mark());
    const from = statSync(logFile).size;
    await work();
    const end = await mark();
    const text = await logged(logFile, from, end);
    return statements(text).filter((statement) => !/^SELECT 'mark-[-0-9a-f]{36}'$/.test(statement));
  } finally {
    await setLogging(admin, "none");
    await admin.end();
  }
}

async function setLogging(admin: pg.Client, which: "all" | "none"): Promise<void> {
  await admin.query(`ALTER SYSTEM SET log_statement = '${which}'`);
  await admin.query("SELECT pg_reload_conf()");
}

async function mark(): Promise<string> {
  const text = `mark-${randomUUID()}`;
  await query(`SELECT '${text}'`);
  return text;
}

/** Waits until the log holds the mark. The reload takes a moment, so the mark is said again until it is logged. */
async function logged(logFile: string, from: number, text: string): Promise<string> {
  const deadline = Date.now() + SEEN_WITHIN_MS;
  while (Date.now() < deadline) {
    const content = readFrom(logFile, from);
    if (content.includes(text)) return content;
    await pause(20);
    await query(`SELECT '${text}'`);
  }
  throw new Error(`The statement log ${logFile} did not show what was sent.`);
}

function readFrom(file: string, from: number): string {
  const buffer = Buffer.alloc(statSync(file).size - from);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, buffer, 0, buffer.length, from);
  } finally {
    closeSync(descriptor);
  }
  return buffer.toString("utf8");
}

/** A statement of several lines goes on in lines that begin with a tab. */
function statements(text: string): string[] {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const entry = /^\[db=([^\]]*)\] LOG: {2}(?:statement|execute [^:]*): (.*(?:\n\t.*)*)/gm;
  return [...text.matchAll(entry)]
    .filter(([, name]) => name === database)
    .map(([, , statement]) => (statement ?? "").replaceAll("\n\t", "\n"));
}
