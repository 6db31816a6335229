import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweep } from "@/lib/flow/sweep";
import { query } from "@/lib/ops/testing/database";
import { type Stage, setStage } from "./stage";
import { copyOf } from "./stored";
import { call, list, submit } from "./wire";

const ROWS = 1_000;
const KILLED_ROWS = 4_000;
/** Some tenths of a second where nothing else runs; two cores may be busy with other things. */
const MOST_MS = 1_000;

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ count: 2, environment: { COUNTERSIGN_SWEEP_SECONDS: "1" } });
});
afterAll(() => stage?.stop());

describe("Processes that sweep at the same time", () => {
  it("expire a thousand rows of one instant once each, while lists and submissions go on (PLAT-04)", async () => {
    const { agent, otherAgent, reviewer } = stage.seeded;
    const model = await submit(stage.at(0).baseUrl, agent.key, { tool: "at_once", decision_window: "1h" });
    const boundary = new Date(Date.now() + 3_000);
    await copyOf(model.id, ROWS, boundary);
    const more = pause(boundary.getTime() - Date.now()).then(() => Promise.all([sweep(), sweep(), sweep()]));
    const tookMs: { what: string; ms: number }[] = [];
    for (let at = 0; (await expiredOf("at_once")) < ROWS; at++) {
      const server = stage.at(at % 2).baseUrl;
      const body = { tool: "meanwhile", arguments: { at } };
      const calls = {
        "a person's list": list(server, reviewer.token, "?state=pending&limit=50"),
        "its agent's list": list(server, agent.key, "?limit=50"),
        "another's submission": call(server, otherAgent.key, "/api/v1/confirmations", { body }),
      };
      const startedAt = performance.now();
      for (const [what, made] of Object.entries(calls)) {
        const { status, atMs } = await made;
        expect(status, what).toBeLessThan(300);
        tookMs.push({ what, ms: Math.round(atMs - startedAt) });
      }
      expect(Date.now() - boundary.getTime(), "swept within seconds").toBeLessThan(30_000);
    }
    const settledMs = Date.now() - boundary.getTime();
    await more;
    await expectEachOnce("at_once", ROWS);
    const most = Math.max(...tookMs.map(({ ms }) => ms));
    console.log(
      `sweep: ${ROWS} rows written down ${settledMs} ms after their instant; slowest of ${tookMs.length} calls meanwhile ${JSON.stringify(tookMs.filter(({ ms }) => ms === most))}`,
    );
    expect(most).toBeLessThan(MOST_MS);
  });

  it("leave nothing half-done or done twice when one is killed in mid-sweep, and the other finishes (PLAT-07)", async () => {
    const [killed, other] = [stage.at(0), stage.at(1)];
    await other.stop();
    const model = await submit(killed.baseUrl, stage.seeded.agent.key, { tool: "killed", decision_window: "1h" });
    // A millisecond an event makes one batch take more than a second, so that the kill finds it in the middle.
    await query(`
      CREATE FUNCTION slow_expiry() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.001); RETURN NEW; END $$;
      CREATE TRIGGER slow_expiry BEFORE INSERT ON audit_event FOR EACH ROW
        WHEN (NEW.kind = 'confirmation.timed_out') EXECUTE FUNCTION slow_expiry()`);
    await copyOf(model.id, KILLED_ROWS, new Date());
    for (let expired = 0; expired === 0; expired = await expiredOf("killed")) await pause(20);
    await killed.kill();
    await query("DROP TRIGGER slow_expiry ON audit_event; DROP FUNCTION slow_expiry()");
    const expired = await expiredOf("killed");
    expect(expired).toBeLessThan(KILLED_ROWS);
    await expectEachOnce("killed", expired);

    const startedAt = performance.now();
    await other.start();
    while ((await expiredOf("killed")) < KILLED_ROWS) {
      expect(performance.now() - startedAt, "the rest is finished within seconds").toBeLessThan(30_000);
      await pause(100);
    }
    console.log(
      `sweep: killed after ${expired} of ${KILLED_ROWS}; the other process finished ${((performance.now() - startedAt) / 1000).toFixed(1)} s after it was started`,
    );
    await expectEachOnce("killed", KILLED_ROWS);
  });
});

async function expiredOf(tool: string): Promise<number> {
  const [{ count }] = await query<{ count: string }>(
    "SELECT count(*) FROM confirmation WHERE tool = $1 AND state = 'expired'",
    [tool],
  );
  return Number(count);
}

/** So many expired rows of the tool, each with its three trace events and no other decision. */
async function expectEachOnce(tool: string, rows: number): Promise<void> {
  const traces = await query<{ kind: string; events: string; rows: string }>(
    `SELECT e.kind, count(*) AS events, count(DISTINCT e.confirmation_id) AS rows
     FROM audit_event AS e JOIN confirmation AS c ON c.id = e.confirmation_id
     WHERE c.tool = $1 AND c.state = 'expired' AND e.kind <> 'escalation.notified' GROUP BY e.kind ORDER BY e.kind`,
    [tool],
  );
  const once = { events: String(rows), rows: String(rows) };
  expect(traces).toEqual([
    { kind: "confirmation.timed_out", ...once },
    { kind: "escalation.required", ...once },
    { kind: "execution.skipped", ...once },
  ]);
  const [told] = await query<{ events: string; rows: string }>(
    `SELECT count(*) AS events, count(DISTINCT e.confirmation_id) AS rows
     FROM audit_event AS e JOIN confirmation AS c ON c.id = e.confirmation_id
     WHERE c.tool = $1 AND e.kind = 'escalation.notified'`,
    [tool],
  );
  expect(told.events, "the admins are told of each at most once").toBe(told.rows);
}
