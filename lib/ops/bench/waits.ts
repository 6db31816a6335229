import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { hashSecret } from "@/lib/auth/secrets";
import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { findPersonByTokenHash } from "@/lib/store/people";
import type { Servers } from "../testing/servers";
import { atMost, type Figure, informs, median, quantile } from "./figures";
import { fill } from "./fill";
import { Connections } from "./load";
import { filedIn, submitShot } from "./requests";

const WAITS = 5_000;
const HOLD_SECONDS = 55;
/** First holds have all lengths from here to a whole one, as agents that did not all come in one instant have. */
const SHORTEST_FIRST_HOLD_SECONDS = 20;
/** Woken while they have stood for a moment and are not about to end by themselves. */
const LEAST_STOOD_MS = 1_000;
const LEAST_LEFT_MS = 2_000;
const WAKES = 300;
const BETWEEN_WAKES_MS = 15;
const WAKES_BETWEEN_COUNTS = 50;
/** Waits are opened so many at a time, as agents do not all come in one instant. */
const OPENING_AT_ONCE = 64;
const WARM_UP_REQUESTS = 400;
const MOST_KILOBYTES_A_WAIT = 120;
const MOST_WAKE_MS = 100;
/** The pool of the server, and the one connection that listens. */
const POOL = 10;

/** A timer may fire a moment before its time. */
const EARLY_MS = 100;

type Wait = { id: string; parkedAt: number; endsAt: number; ended?: (body: string, at: number) => void };

/**
 * Thousands of waits parked in one server process: what one weighs, and how long it takes from a decision's commit, in
 * another process, to the answer that one agent gets, while all others stay parked.
 */
export async function measureWaits({ servers, seeded, databaseUrl }: Servers, say: (line: string) => void) {
  const [server] = servers;
  const person = await findPersonByTokenHash(hashSecret(seeded.reviewer.token));
  if (!server || !person) throw new Error("The bench's own server and reviewer are not there.");
  const connections = new Connections(server.baseUrl, WAITS + OPENING_AT_ONCE);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const headers = { Authorization: `Bearer ${seeded.agent.key}` };
  const parked = new Map<string, Wait>();
  /** Answers that came early, or were not about what was asked. */
  const wrong: string[] = [];
  let reissued = 0;
  let stopping = false;

  /** Follows one confirmation, hold after hold, until it is decided. */
  async function follow(id: string, firstHoldSeconds: number): Promise<void> {
    for (let holdSeconds = firstHoldSeconds; ; holdSeconds = HOLD_SECONDS) {
      const path = `/api/v1/confirmations/${id}?wait=${holdSeconds}s`;
      const wait: Wait = parked.get(id) ?? { id, parkedAt: 0, endsAt: 0 };
      wait.parkedAt = performance.now();
      wait.endsAt = wait.parkedAt + holdSeconds * 1000;
      parked.set(id, wait);
      const { status, body } = await connections.send({ method: "GET", path, headers });
      const at = performance.now();
      if (stopping) return;
      if (status !== 200) throw new Error(`A wait was answered ${status}: ${body.slice(0, 300)}`);
      if (wait.ended) {
        parked.delete(id);
        wait.ended(body, at);
        return;
      }
      if (at < wait.endsAt - EARLY_MS || !body.includes('"state":"pending"')) wrong.push(id);
      reissued += 1;
    }
  }

  try {
    const exemplar = filedIn((await connections.send(submitShot(seeded.agent.key))).body).id;
    const ids = await fill(client, { exemplar, count: WAITS + WAKES, window: "open" });
    const spare = ids.splice(WAITS);
    await warmUp(connections, headers, exemplar);
    const before = await settledKilobytes(server.pid());
    say(`waits: the server process holds ${Math.round(before / 1024)} MB before`);

    const failures: unknown[] = [];
    const open = (id: string) => {
      const span = HOLD_SECONDS - SHORTEST_FIRST_HOLD_SECONDS;
      const firstHoldSeconds = SHORTEST_FIRST_HOLD_SECONDS + Math.floor(Math.random() * (span + 1));
      follow(id, firstHoldSeconds).catch((error) => failures.push(error));
    };
    for (const [at, id] of ids.entries()) {
      open(id);
      if ((at + 1) % OPENING_AT_ONCE === 0) await untilParked(connections, at + 1, failures);
    }
    await untilParked(connections, WAITS, failures);
    const after = await settledKilobytes(server.pid());
    say(`waits: ${WAITS.toLocaleString("en")} parked, the server process holds ${Math.round(after / 1024)} MB`);

    const fromCommit: number[] = [];
    const fromClick: number[] = [];
    let fewestParked = WAITS;
    while (fromCommit.length < WAKES) {
      if (failures.length > 0) throw failures[0];
      const now = performance.now();
      const candidates = [...parked.values()].filter(
        ({ parkedAt, endsAt, ended }) => !ended && now - parkedAt > LEAST_STOOD_MS && endsAt - now > LEAST_LEFT_MS,
      );
      const chosen = candidates[Math.floor(Math.random() * candidates.length)];
      if (!chosen) {
        await pause(200);
        continue;
      }
      const { clicked, committed, answered } = await wakeOne(chosen);
      fromCommit.push(Math.max(0, answered - committed));
      fromClick.push(answered - clicked);
      // Another takes its place, so that as many stay parked as before.
      const next = spare.pop();
      if (next) open(next);
      if (fromCommit.length % WAKES_BETWEEN_COUNTS === 0) {
        fewestParked = Math.min(fewestParked, await parkedIn(connections));
        say(`waits: ${fromCommit.length} of ${WAKES} woken`);
      }
      await pause(BETWEEN_WAKES_MS);
    }
    const { rows } = await client.query<{ count: string }>(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'countersign bench' AND pid <> pg_backend_pid()",
    );
    const part = `Waits: ${WAITS.toLocaleString("en")} parked in one process`;
    return [
      atMost(part, "memory of the process for one wait", (after - before) / WAITS, "KB", MOST_KILOBYTES_A_WAIT),
      atMost(
        part,
        `p99 from commit to answer, over ${WAKES} single wakes`,
        quantile(fromCommit, 0.99),
        "ms",
        MOST_WAKE_MS,
      ),
      informs(part, "median from commit to answer", median(fromCommit), "ms"),
      informs(part, "p99 from the decision's start to answer", quantile(fromClick, 0.99), "ms"),
      atMost(part, "others released by somebody else's decision", wrong.length, "waits", 0),
      informs(part, "parked meanwhile, at the fewest", fewestParked, "waits"),
      informs(part, "holds that ended meanwhile and were taken up again", reissued, "holds"),
      informs(
        part,
        `database connections meanwhile (server: pool of ${POOL} and its listener; bench)`,
        Number(rows[0]?.count ?? 0),
        "",
      ),
    ] satisfies Figure[];
  } finally {
    stopping = true;
    connections.close();
    await client.end();
  }

  async function wakeOne(wait: Wait): Promise<{ clicked: number; committed: number; answered: number }> {
    const answer = new Promise<number>((resolve, reject) => {
      wait.ended = (body, at) =>
        body.includes('"state":"approved"')
          ? resolve(at)
          : reject(new Error(`A woken wait was told: ${body.slice(0, 200)}`));
    });
    const clicked = performance.now();
    const done = await decideConfirmation(
      { caller: person as NonNullable<typeof person>, requestId: "bench" },
      { id: wait.id, verdict: "approve", reason: null, seenDigest: null, editedArguments: null },
    );
    const committed = performance.now();
    if (!done.ok) throw new Error(done.refusal.detail);
    return { clicked, committed, answered: await answer };
  }
}

async function warmUp(connections: Connections, headers: Record<string, string>, id: string): Promise<void> {
  const path = `/api/v1/confirmations/${id}?wait=1s`;
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent += OPENING_AT_ONCE) {
    await Promise.all(
      Array.from({ length: OPENING_AT_ONCE }, () => connections.send({ method: "GET", path, headers })),
    );
  }
}

/** As the server itself counts them; one whose hold has just ended is on its way back in. */
async function parkedIn(connections: Connections): Promise<number> {
  const { body } = await connections.send({ method: "GET", path: "/api/metrics" });
  return Number(/^countersign_parked_waits (\d+)$/m.exec(body)?.[1] ?? Number.NaN);
}

async function untilParked(connections: Connections, count: number, failures: unknown[]): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    if (failures.length > 0) throw failures[0];
    const now = await parkedIn(connections);
    if (now >= count) return;
    if (performance.now() > deadline) throw new Error(`Only ${now} of ${count} waits are parked.`);
    await pause(50);
  }
}

/** The resident size once it no longer falls or grows by much: garbage is collected when the process has a moment. */
async function settledKilobytes(pid: number): Promise<number> {
  let last = residentKilobytes(pid);
  for (let quiet = 0, look = 0; quiet < 3 && look < 20; look++) {
    await pause(1_000);
    const now = residentKilobytes(pid);
    quiet = Math.abs(now - last) < last * 0.01 ? quiet + 1 : 0;
    last = now;
  }
  return last;
}

function residentKilobytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).trim());
}
