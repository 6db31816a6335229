import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveClock, resetClock, stopClock } from "@/lib/ops/testing/clock";
import { query } from "@/lib/ops/testing/database";
import { decideByAction, signIn } from "./browser";
import { type Stage, setStage } from "./stage";
import { decisionEvents, decisionOf, storedEvents, storedRow } from "./stored";
import { approve, call, cancel, claim, follow, list, submit, type WireConfirmation } from "./wire";

const DAY_MS = 24 * 60 * 60 * 1000;
/** An approval's event is held up this long where a decision has to be on its way when the boundary passes. */
const ON_ITS_WAY_MS = 800;

let stage: Stage;
let a: string;
let b: string;
let cookie: string;

beforeAll(async () => {
  stage = await setStage({ count: 2, environment: { COUNTERSIGN_ROLE: "web" } });
  a = stage.at(0).baseUrl;
  b = stage.at(1).baseUrl;
});
beforeEach(async () => {
  cookie = await signIn(a, stage.seeded.reviewer);
});
afterEach(resetClock);
afterAll(() => stage?.stop());

describe("With no sweep running", () => {
  it("a confirmation can be decided everywhere one millisecond before its boundary, and nowhere at it (WIN-02)", async () => {
    const closing = await submit(a, stage.seeded.agent.key, { decision_window: "1h" });
    const staying = await submit(a, stage.seeded.agent.key, { decision_window: "2h" });
    const boundary = new Date(closing.decidable_until);

    await stopClock(new Date(boundary.getTime() - 1));
    expect(await actionable(closing)).toEqual({
      restList: true,
      restState: "pending",
      inbox: true,
      rowAbilities: { approve: true, deny: true, edit: true, cancel: false },
      page: { state: "pending", approve: true, deny: true, edit: true },
    });
    const before = await badge();

    await stopClock(boundary);
    expect(await actionable(closing)).toEqual({
      restList: false,
      restState: "expired",
      inbox: false,
      rowAbilities: undefined,
      page: { state: "expired", approve: false, deny: false, edit: false },
    });
    expect(await badge()).toBe(before - 1);
    expect((await actionable(staying)).page).toEqual({ state: "pending", approve: true, deny: true, edit: true });
    const shown = await call(b, stage.seeded.reviewer.token, `/api/v1/confirmations?state=expired`);
    expect(shown.body.data?.map(({ id }) => id)).toContain(closing.id);
    expect((await storedRow(closing.id)).state, "showing it to people has written nothing").toBe("pending");
  });

  it("a late approve is refused as expired by REST and by the console, and leaves no approval anywhere (WIN-04, WIN-05)", async () => {
    const asked = await submit(a, stage.seeded.agent.key, { decision_window: "1h" });
    await stopClock(new Date(asked.decidable_until));
    const byRest = await approve(a, stage.seeded.reviewer.token, asked.id);
    expect([byRest.status, byRest.body.code]).toEqual([410, "expired"]);
    expect(byRest.body.detail).toMatch(/expired at .* without a decision/);
    expect(byRest.body.confirmation?.state).toBe("expired");
    const byClick = await decideByAction(b, cookie, asked, "approve");
    expect([byClick.ok, byClick.code, byClick.confirmation?.state]).toEqual([false, "expired", "expired"]);

    const row = await storedRow(asked.id);
    expect([row.state, row.execution_state, row.start_by]).toEqual(["expired", null, null]);
    const events = (await storedEvents(asked.id)).map(({ kind }) => kind);
    expect(events).not.toContain("confirmation.approved");
    expect(events.filter((kind) => kind === "decision.refused")).toHaveLength(2);
    const claimed = await claim(a, stage.seeded.agent.key, asked);
    expect([claimed.status, claimed.body.code]).toEqual([409, "not_approved"]);
  });

  it("what expired nine days ago opens, is readable, offers no decision and answers one with 410 (WIN-03)", async () => {
    const asked = await submit(a, stage.seeded.agent.key, { decision_window: "1h" });
    await moveClock(9 * DAY_MS + 60 * 60 * 1000);
    cookie = await signIn(a, stage.seeded.reviewer);
    const page = await fetch(`${a}/confirmations/${asked.id}`, { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/<button(?![^>]*\bdisabled)[^>]*>(\s|<[^>]*>)*(Approve|Deny|Edit arguments)/);
    const { body } = await call(a, cookie, `/api/console/confirmations/${asked.id}`);
    expect(body.abilities).toMatchObject({ approve: false, deny: false, edit: false, cancel: false });
    expect(body.abilities?.why_not).toContain("can no longer be decided");
    const history = await call(a, cookie, "/api/console/confirmations?view=history");
    expect(history.body.data?.find(({ id }) => id === asked.id)?.state).toBe("expired");
    expect((await approve(b, stage.seeded.reviewer.token, asked.id)).status).toBe(410);
  });

  it("a parked agent learns of the expiry within a second of it, and only once it is written down (WIN-07)", async () => {
    const asked = await submit(a, stage.seeded.agent.key, { decision_window: "2s", wait_window: "1s" });
    const told = await Promise.all(
      [a, b].map(async (server) => {
        const { body } = await follow(server, stage.seeded.agent.key, asked.id, "20s");
        return { body, afterMs: Date.now() - Date.parse(asked.decidable_until), row: await storedRow(asked.id) };
      }),
    );
    for (const { body, afterMs, row } of told) {
      expect(body.decision).toEqual(decisionOf(row));
      expect(row).toMatchObject({ state: "expired", decided_by_kind: "gate", reason_code: "timed_out" });
      expect(row.decided_at?.toISOString(), "dated by the boundary, not by who noticed").toBe(asked.decidable_until);
      expect(afterMs).toBeGreaterThanOrEqual(0);
      expect(afterMs).toBeLessThan(1_000);
    }
    console.log(`boundary: parked waits told ${told.map(({ afterMs }) => `${afterMs} ms`).join(" and ")} after it`);
    const events = (await storedEvents(asked.id)).map(({ kind }) => kind);
    expect(events).toEqual([
      "confirmation.submitted",
      "confirmation.timed_out",
      "execution.skipped",
      "escalation.required",
    ]);
  });

  it("an agent's read and an agent's list write the expiry down before they tell of it", async () => {
    const [read, listed] = [
      await submit(a, stage.seeded.agent.key, { decision_window: "1h" }),
      await submit(a, stage.seeded.otherAgent.key, { decision_window: "1h" }),
    ];
    await stopClock(new Date(listed.decidable_until));
    expect((await follow(a, stage.seeded.agent.key, read.id)).body.state).toBe("expired");
    expect((await storedRow(read.id)).state).toBe("expired");
    expect((await storedRow(listed.id)).state).toBe("pending");
    const { body } = await list(b, stage.seeded.otherAgent.key, "?state=expired");
    expect(body.data?.map(({ id }) => id)).toContain(listed.id);
    expect((await storedRow(listed.id)).state).toBe("expired");
  });
});

describe("A decision that began in time and is still on its way when the boundary passes", () => {
  beforeAll(() =>
    query(`
      CREATE FUNCTION slow_approval() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(${ON_ITS_WAY_MS / 1000}); RETURN NEW; END $$;
      CREATE TRIGGER slow_approval BEFORE INSERT ON audit_event FOR EACH ROW
        WHEN (NEW.kind = 'confirmation.approved') EXECUTE FUNCTION slow_approval()`),
  );
  afterAll(() => query("DROP TRIGGER slow_approval ON audit_event; DROP FUNCTION slow_approval()"));

  it("stands, and whoever comes late meanwhile is told of it and not of an expiry (RACE-05)", async () => {
    const asked = await submit(a, stage.seeded.agent.key, { decision_window: "1h" });
    const boundary = new Date(asked.decidable_until);
    await stopClock(new Date(boundary.getTime() - 1));
    const parked = follow(b, stage.seeded.agent.key, asked.id, "20s");
    const inTime = approve(a, stage.seeded.reviewer.token, asked.id);
    await onItsWay();
    await stopClock(boundary);
    const late = await Promise.all([
      approve(b, stage.seeded.otherReviewer.token, asked.id),
      cancel(b, stage.seeded.admin.token, asked.id),
      follow(b, stage.seeded.agent.key, asked.id),
    ]);
    const again = await approve(b, stage.seeded.reviewer.token, asked.id);

    expect((await inTime).status).toBe(200);
    const row = await storedRow(asked.id);
    const standing = { state: "approved", decision: decisionOf(row) };
    const [lateApprove, lateCancel, lateRead] = late.map(({ status, body }) => ({
      status,
      code: body.code,
      confirmation: pick(body.confirmation ?? (body as WireConfirmation)),
    }));
    expect(lateApprove).toEqual({ status: 409, code: "already_decided", confirmation: standing });
    expect(lateCancel).toEqual({ status: 409, code: "already_decided", confirmation: standing });
    expect(lateRead).toEqual({ status: 200, code: undefined, confirmation: standing });
    expect(late[1].body.detail).toMatch(/already approved by/);
    expect([again.status, pick(again.body as WireConfirmation)]).toEqual([200, standing]);
    expect(pick((await parked).body as WireConfirmation)).toEqual(standing);
    expect((await decisionEvents(asked.id)).map(({ kind }) => kind)).toEqual(["confirmation.approved"]);
  });
});

const pick = ({ state, decision }: WireConfirmation) => ({ state, decision });

/** Waits until a statement that moves a row is held up in its event. */
async function onItsWay(): Promise<void> {
  for (;;) {
    const [{ count }] = await query<{ count: string }>(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    );
    if (count !== "0") return;
  }
}

/** Where a reviewer would find this confirmation to be decided, by every way there is. */
async function actionable({ id }: WireConfirmation) {
  const { token } = stage.seeded.reviewer;
  const has = ({ body }: { body: { data?: WireConfirmation[] } }) => body.data?.find((one) => one.id === id);
  const inbox = has(await call(b, cookie, "/api/console/confirmations?view=inbox&limit=200"));
  const { approve: yes, deny: no, edit, cancel: withdraw } = inbox?.abilities ?? {};
  const { body: page } = await call(b, cookie, `/api/console/confirmations/${id}`);
  return {
    restList: has(await list(a, token, "?state=pending&limit=200")) !== undefined,
    restState: (await follow(b, token, id)).body.state,
    inbox: inbox !== undefined,
    rowAbilities: inbox && { approve: yes, deny: no, edit, cancel: withdraw },
    page: {
      state: page.state,
      approve: page.abilities?.approve,
      deny: page.abilities?.deny,
      edit: page.abilities?.edit,
    },
  };
}

async function badge(): Promise<number> {
  return (await call(a, cookie, "/api/console/summary")).body.pending ?? Number.NaN;
}
