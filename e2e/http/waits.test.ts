import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "@/lib/ops/testing/database";
import { type Stage, setStage } from "./stage";
import { storedEvents, storedRow } from "./stored";
import { type Answer, approve, call, follow, list, submit } from "./wire";

const POOL_SIZE = 5;
/** A process's pool and its listener. */
const CONNECTIONS_A_PROCESS = POOL_SIZE + 1;

let stage: Stage;
let a: string;
let b: string;
let key: string;
let token: string;

beforeAll(async () => {
  stage = await setStage({
    count: 2,
    environment: { COUNTERSIGN_ROLE: "web", COUNTERSIGN_POOL_SIZE: String(POOL_SIZE) },
  });
  [a, b] = [stage.at(0).baseUrl, stage.at(1).baseUrl];
  key = stage.seeded.agent.key;
  token = stage.seeded.reviewer.token;
});
afterAll(() => stage?.stop());

describe("A parked wait", () => {
  it("on one server is woken by a decision on the other, within two seconds and mostly at once", async () => {
    const tookMs: number[] = [];
    for (let round = 0; round < 20; round++) {
      const { id } = await submit(a, key);
      const parked = follow(b, key, id, "20s");
      await pause(30);
      const decided = await approve(a, token, id);
      const told = await parked;
      expect(told.body.decision).toEqual(decided.body.decision);
      tookMs.push(told.atMs - decided.atMs);
    }
    tookMs.sort((one, other) => one - other);
    const [median = Number.NaN, most = Number.NaN] = [tookMs[10], tookMs.at(-1)];
    console.log(
      `waits: other process told after the decider: median ${median.toFixed(0)} ms, most ${most.toFixed(0)} ms`,
    );
    expect(median).toBeLessThan(300);
    expect(most).toBeLessThan(2_000);
  });

  it("ends with its hold as still pending, with the id to go on by, and goes on when it is called again (WIN-01, DUR-07)", async () => {
    const { id } = await submit(a, key);
    const startedAt = performance.now();
    const { status, body, atMs } = await follow(b, key, id, "2s");
    expect([status, body.id, body.state, body.decision]).toEqual([200, id, "pending", undefined]);
    expect(atMs - startedAt).toBeGreaterThanOrEqual(1_990);
    expect(atMs - startedAt).toBeLessThan(3_500);
    const resumed = follow(a, key, id, "20s");
    await approve(b, token, id);
    expect((await resumed).body.state).toBe("approved");
  });

  it("is dropped without changing anything: the confirmation stays pending and can be approved (DUR-09)", async () => {
    const { id } = await submit(a, key);
    const staying = follow(b, key, id, "20s");
    const dropped = new AbortController();
    const leaving = follow(b, key, id, "20s", dropped.signal);
    await pause(300);
    dropped.abort();
    await expect(leaving).rejects.toThrow();
    await pause(300);
    expect((await storedRow(id)).state).toBe("pending");
    expect((await storedEvents(id)).map(({ kind }) => kind)).toEqual(["confirmation.submitted"]);
    expect((await approve(a, token, id)).status).toBe(200);
    expect((await staying).body.state, "another wait on it is not dropped with it").toBe("approved");
  });

  it("pins no database connection: beside fifty of them everything is answered within a second by a pool of five (DUR-05)", async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, () => submit(b, key)));
    const dropped = new AbortController();
    const waits = asked.map(({ id }) => follow(b, key, id, "50s", dropped.signal));
    const released = new Set<string>();
    const settled = waits.map((wait) =>
      wait.then(
        ({ body }) => released.add(body.id ?? ""),
        () => {},
      ),
    );
    await pause(500);
    const chosen = asked[17]?.id ?? "";
    const work: Record<string, () => Promise<{ status: number }>> = {
      health: () => fetch(`${b}/api/health`),
      list: () => list(b, token, "?state=pending&limit=50"),
      submit: () => call(b, key, "/api/v1/confirmations", { body: { tool: "meanwhile", arguments: {} } }),
      decide: () => approve(b, token, chosen),
    };
    const tookMs: Record<string, number> = {};
    for (const [name, run] of Object.entries(work)) {
      const startedAt = performance.now();
      expect((await run()).status, name).toBeLessThan(300);
      tookMs[name] = Math.round(performance.now() - startedAt);
      expect(tookMs[name], name).toBeLessThan(1_000);
    }
    const decidedAt = performance.now();
    const own = await waits[17];
    expect(own?.body.state).toBe("approved");
    expect((own?.atMs ?? Number.NaN) - decidedAt).toBeLessThan(2_000);
    console.log(`waits: beside 50 parked, ms: ${JSON.stringify(tookMs)}`);
    expect(await connections()).toBeLessThanOrEqual(2 * CONNECTIONS_A_PROCESS);
    await pause(300);
    expect([...released], "no other was released").toEqual([chosen]);
    dropped.abort();
    await Promise.all(settled);
  });

  it("is one of five hundred on one id: one decision releases them all, on both servers, with the same words", async () => {
    const { id } = await submit(a, key);
    const parked: Promise<Answer>[] = [];
    while (parked.length < 500) {
      for (let at = 0; at < 100; at++) parked.push(follow(at % 2 ? a : b, key, id, "50s"));
      while ((await parkedOn(a)) + (await parkedOn(b)) < parked.length) await pause(20);
    }
    const clickedAt = performance.now();
    const decided = await approve(a, token, id);
    const told: Answer[] = await Promise.all(parked);
    for (const { body } of told) expect(body.decision, JSON.stringify(body)).toEqual(decided.body.decision);
    const lastMs = Math.max(...told.map(({ atMs }) => atMs)) - clickedAt;
    console.log(`waits: 500 on one id, the last told ${lastMs.toFixed(0)} ms after the click`);
    // Five hundred answers are written and read by this machine's few cores; the decision itself took one read.
    expect(lastMs).toBeLessThan(2_000);
    expect(await connections()).toBeLessThanOrEqual(2 * CONNECTIONS_A_PROCESS);
  });
});

/** How many waits a server says are parked in it. */
async function parkedOn(server: string): Promise<number> {
  const metrics = await (await fetch(`${server}/api/metrics`)).text();
  return Number(/^countersign_parked_waits (\d+)$/m.exec(metrics)?.[1]);
}

/** What the servers hold open on their database. */
async function connections(): Promise<number> {
  const [{ held }] = await query<{ held: string }>(
    `SELECT count(*) AS held FROM pg_stat_activity
     WHERE datname = current_database() AND client_port IS NOT NULL AND pid NOT IN (
       SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_stat_activity%'
     )`,
  );
  return Number(held);
}
