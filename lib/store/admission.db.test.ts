import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Agent, makeAgent } from "@/lib/flow/fixtures";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { newId } from "@/lib/kernel/id";
import { endedFacts, later, pendingFacts } from "@/lib/kernel/sample-confirmation";
import { guardHolds } from "@/lib/kernel/state";
import { query } from "@/lib/ops/testing/database";
import { type Admission, forget, holdSubmissionsOf } from "./admission";
import { database } from "./database";
import { type Inserted, insertConfirmation } from "./insert-confirmation";

/* How many of many at once get in. The connections of this process's pool are what is in flight together. */

const NOW = new Date("2026-11-30T12:00:00.000Z");
const SUBMITTED = {
  kind: "confirmation.submitted",
  actor: { kind: "agent", id: "a", name: "refund-bot" },
  data: {},
} as const;
const WIDE = { perAgent: 100_000, total: 100_000 };

let agent: Agent;
let number = 0;

// A pause between counting and committing, in which everybody else would count the same without a lock.
beforeAll(async () => {
  await query(
    "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.004); RETURN NEW; END $$",
  );
  await query("CREATE TRIGGER pause BEFORE INSERT ON confirmation FOR EACH ROW EXECUTE FUNCTION pause()");
});

beforeEach(async () => {
  agent = await makeAgent(`bot-${++number}`);
  forget(database());
});

type Limits = Omit<Admission, "agentId" | "at">;
const limits = (more: Partial<Limits>): Limits => ({ pending: null, perDay: null, resubmission: null, ...more });

function add(admission: Limits, facts: Partial<Confirmation> = {}, by: Agent = agent): Promise<Inserted> {
  const at = facts.createdAt ?? NOW;
  const confirmation = pendingFacts({
    id: newId(at),
    agentId: by.id,
    createdAt: at,
    waitEndsAt: later(at, 60_000),
    decidableUntil: later(at, 3_600_000),
    ...facts,
  });
  return insertConfirmation(confirmation, by, [SUBMITTED], {}, { admission });
}

/** How many ended how, of so many at once. */
async function race(times: number, one: (at: number) => Promise<Inserted>): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (const end of await Promise.all(Array.from({ length: times }, (_, at) => one(at)))) {
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

const pendingOf = async ({ id }: Agent) =>
  (
    await query<{ n: number }>(
      "SELECT count(*)::int AS n FROM confirmation WHERE agent_id = $1 AND state = 'pending'",
      [id],
    )
  )[0].n;

describe("what is pending", () => {
  test.each([1, 20, 130, 150])(
    "is never over %i of one agent, and not under it either, with 200 at once",
    async (perAgent) => {
      const ends = await race(200, () => add(limits({ pending: { ...WIDE, perAgent } })));
      expect(ends).toEqual({ added: perAgent, queue_full_agent: 200 - perAgent });
      expect(await pendingOf(agent)).toBe(perAgent);
    },
  );

  test("is never over the total, whoever asks", async () => {
    const others = [agent, await makeAgent(`bot-${++number}`), await makeAgent(`bot-${++number}`)];
    const [{ n }] = await query<{ n: number }>("SELECT count(*)::int AS n FROM confirmation WHERE state = 'pending'");
    const total = n + 25;
    const ends = await race(200, (at) => add(limits({ pending: { ...WIDE, total } }), {}, others[at % 3]));
    expect(ends).toEqual({ added: 25, queue_full_total: 175 });
  });

  test("is held while caps are far and while they come near, with what was learned before", async () => {
    // The first are let in by a count that is never made again, the last by one each.
    for (let round = 0; round < 4; round++) await race(50, () => add(limits({ pending: { ...WIDE, perAgent: 170 } })));
    expect(await pendingOf(agent)).toBe(170);
    await query("UPDATE confirmation SET decidable_until = created_at + interval '1 ms' WHERE agent_id = $1", [
      agent.id,
    ]);
    const ends = await race(200, () =>
      add(limits({ pending: { ...WIDE, perAgent: 170 } }), { createdAt: later(NOW, 1) }),
    );
    expect(ends).toEqual({ added: 170, queue_full_agent: 30 });
  });

  test.each([-1, 0, 1])("counts at %i ms from the boundary as the kernel does, swept or not", async (offset) => {
    const boundary = later(NOW, 5_000);
    await add(limits({ pending: WIDE }), { decidableUntil: boundary });
    const at = later(boundary, offset);
    const decidable = guardHolds("decidable", pendingFacts({ decidableUntil: boundary }), at);
    const end = await add(limits({ pending: { ...WIDE, perAgent: 1 } }), { createdAt: at });
    expect(end).toBe(decidable ? "queue_full_agent" : "added");
  });

  test("is no limit for what the policy decides", async () => {
    await add(limits({ pending: { ...WIDE, perAgent: 1 } }));
    expect(await add(limits({}))).toBe("added");
  });

  test("one agent at its cap does not make another wait for it", async () => {
    const other = await makeAgent(`bot-${++number}`);
    await add(limits({ pending: { ...WIDE, perAgent: 1 } }));
    await database().$transaction(async (transaction) => {
      await holdSubmissionsOf(agent.id, transaction);
      expect(await add(limits({ pending: { perAgent: 200, total: 100_000 } }), {}, other)).toBe("added");
    });
  });
});

describe("a cap a day", () => {
  const capped = (most: number) => limits({ pending: WIDE, perDay: { tool: "issue_refund", most } });

  test("is never over, of pending and approved together, with 200 at once", async () => {
    const approved = { ...limits({ perDay: { tool: "issue_refund", most: 20 } }) };
    const ends = await race(200, (at) => add(at % 2 === 0 ? capped(20) : approved));
    expect(ends).toEqual({ added: 20, daily_cap: 180 });
  });

  test("begins anew at midnight UTC, and counts one tool alone", async () => {
    const last = new Date("2026-11-30T23:59:59.999Z");
    expect(await add(capped(1), { createdAt: last })).toBe("added");
    expect(await add(capped(1), { createdAt: last })).toBe("daily_cap");
    expect(await add(capped(1), { createdAt: later(last, 1) })).toBe("added");
    // A late submission of the day before does not count those of the day after.
    expect(await add(capped(1), { createdAt: last })).toBe("daily_cap");
    const another = { pending: WIDE, perDay: { tool: "send_mail", most: 1 } };
    expect(await add(limits(another), { createdAt: last, tool: "send_mail" })).toBe("added");
  });

  test("does not count what was denied, cancelled or has expired", async () => {
    for (const state of ["denied", "cancelled", "expired"] as const) {
      const { id: _, ...ended } = endedFacts(state);
      await add(limits({}), { ...ended, id: newId(NOW), agentId: agent.id });
    }
    await add(limits({}), { decidableUntil: later(NOW, 1_000) });
    expect(await add(capped(1), { createdAt: later(NOW, 1_000) })).toBe("added");
    expect(await add(capped(1), { createdAt: later(NOW, 1_001) })).toBe("daily_cap");
  });

  test("of none lets nothing in", async () => {
    expect(await add(capped(0))).toBe("daily_cap");
  });
});

describe("making a request anew", () => {
  test("is done to the first request as often as it may be, with 200 at once, however they hang together", async () => {
    const first = newId(NOW);
    await add(limits({}), { ...endedFacts("denied"), id: first, agentId: agent.id });
    const facts = { supersedes: first, originId: first };
    const ends = await race(200, () =>
      add(limits({ pending: WIDE, resubmission: { originId: first, most: 3 } }), facts),
    );
    expect(ends).toEqual({ added: 3, resubmission_limit: 197 });
  });

  test("does not count what the gate denied", async () => {
    const first = newId(NOW);
    await add(limits({}), { ...endedFacts("denied"), id: first, agentId: agent.id });
    const facts = { supersedes: first, originId: first };
    const gate = {
      ...endedFacts("denied"),
      decidedByKind: "gate",
      reasonCode: "resubmission_limit",
      ...facts,
    } as const;
    await add(limits({}), { ...gate, id: newId(NOW), agentId: agent.id });
    const once = limits({ resubmission: { originId: first, most: 1 } });
    expect([await add(once, facts), await add(once, facts)]).toEqual(["added", "resubmission_limit"]);
  });
});

describe("an agent that is disabled while its submission waits", () => {
  test("adds nothing", async () => {
    let waiting: Promise<Inserted> | undefined;
    await database().$transaction(async (transaction) => {
      await holdSubmissionsOf(agent.id, transaction);
      waiting = add(limits({ pending: WIDE }));
      await waitUntilLocked();
      await transaction.$executeRaw`UPDATE agent SET disabled_at = now() WHERE id = ${agent.id}::uuid`;
    });
    expect(await waiting).toBe("nothing");
    expect(await pendingOf(agent)).toBe(0);
  });
});

async function waitUntilLocked(): Promise<void> {
  for (;;) {
    const [{ n }] = await query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    if (n > 0) return;
  }
}
