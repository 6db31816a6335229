import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweep } from "@/lib/flow/sweep";
import { cancelByAction, decideByAction, signIn } from "./browser";
import { type Stage, setStage } from "./stage";
import { DECIDED_AS, decisionEvents, decisionOf, type StoredRow, storedEvents, storedRow } from "./stored";
import { type Answer, approve, call, cancel, claim, deny, follow, submit, type WireConfirmation } from "./wire";

const ROUNDS = Number(process.env.COUNTERSIGN_RACE_ROUNDS ?? 50);
const SEED = Number(process.env.COUNTERSIGN_RACE_SEED ?? Date.now() % 1_000_000);

/** Every so many rounds one is fought at its own boundary; the others run meanwhile, while its window passes. */
const BOUNDARY_EVERY = 4;
const BOUNDARY_WINDOW_MS = 1_000;
/** The rounds in between stop early enough that the two processes are quiet when the boundary comes. */
const QUIET_BEFORE_MS = 250;
const SWEEP_WITHIN_MS = 5;
/** A decider's request takes some milliseconds to be read, so that these arrive on both sides of the boundary. */
const DECIDERS_FROM_MS = -40;

/** What a decider was told, by whichever entry. */
type Told = {
  ok: boolean;
  code?: string;
  confirmation?: WireConfirmation;
  /** By REST. */
  status?: number;
  requestId?: string | null;
  /** By the console's actions. */
  repeated?: boolean;
};
type Decider = {
  name: string;
  wants: "approved" | "denied" | "cancelled";
  who: string;
  send(asked: WireConfirmation): Promise<Told>;
};

let stage: Stage;
let deciders: Decider[];
const outcomes = new Map<string, number>();

beforeAll(async () => {
  stage = await setStage({ count: 2, environment: { COUNTERSIGN_ROLE: "web" } });
  deciders = await twentyDeciders();
});

afterAll(() => stage?.stop());

describe("Two server processes on one database (RACE-01, RACE-02, RACE-03, RACE-05)", () => {
  it(
    `in each of ${ROUNDS} rounds of 20 deciders there is one decision, one event for it, and everybody is told of that one`,
    async () => {
      const startedAt = performance.now();
      const random = randomFrom(SEED);
      console.log(`race: ${ROUNDS} rounds, COUNTERSIGN_RACE_SEED=${SEED}`);
      for (let round = 0; round < ROUNDS; ) {
        const boundary = await openRound(`${BOUNDARY_WINDOW_MS / 1000}s`);
        const ends = Date.parse(boundary.asked.decidable_until);
        let plain = 0;
        while (plain < BOUNDARY_EVERY - 1 && round + plain + 1 < ROUNDS && Date.now() < ends - QUIET_BEFORE_MS) {
          await judge(await openRound("1h"), fight(random));
          plain += 1;
        }
        await judge(boundary, fightAt(ends, random));
        round += plain + 1;
      }
      const seconds = (performance.now() - startedAt) / 1000;
      const ended = [...outcomes].map(([state, count]) => `${count} ${state}`).join(", ");
      console.log(`race: ${ROUNDS} rounds in ${seconds.toFixed(1)} s: ${ended}`);
    },
    60_000 + ROUNDS * 2_500,
  );

  it("twenty approves of one id by two reviewers are one approval, and twenty claims of it one grant (RACE-01)", async () => {
    const asked = await submit(stage.at(0).baseUrl, stage.seeded.agent.key);
    const { reviewer, otherReviewer } = stage.seeded;
    const answers = await twenty((at) =>
      approve(stage.at(at % 2).baseUrl, (at % 4 < 2 ? reviewer : otherReviewer).token, asked.id),
    );
    const row = await storedRow(asked.id);
    for (const [at, { status, body }] of answers.entries()) {
      const own = (at % 4 < 2 ? reviewer : otherReviewer).id === row.decided_by_id;
      expect(status, `approve ${at}`).toBe(own ? 200 : 409);
      expect((own ? body : body.confirmation)?.decision).toEqual(decisionOf(row));
    }
    expect(await decisionEvents(asked.id)).toHaveLength(1);
    const claims = await twenty((at) => claim(stage.at(at % 2).baseUrl, stage.seeded.agent.key, asked));
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(claims.filter(({ body }) => body.code === "already_claimed")).toHaveLength(19);
    expect(kinds(await storedEvents(asked.id), "execution.claimed")).toHaveLength(1);
  });

  it("a double click is one decision: the second answer says so, raises no alarm and records nothing (RACE-08)", async () => {
    const asked = await submit(stage.at(0).baseUrl, stage.seeded.agent.key);
    const cookie = await signIn(stage.at(0).baseUrl, stage.seeded.reviewer);
    const clicks = await Promise.all([
      decideByAction(stage.at(0).baseUrl, cookie, asked, "approve"),
      decideByAction(stage.at(0).baseUrl, cookie, asked, "approve"),
    ]);
    expect(clicks.map(({ ok }) => ok)).toEqual([true, true]);
    expect(clicks.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
    const byRest = await approve(stage.at(1).baseUrl, stage.seeded.reviewer.token, asked.id);
    expect(byRest.status).toBe(200);
    expect(kinds(await storedEvents(asked.id), "decision.refused")).toEqual([]);
    expect(await decisionEvents(asked.id)).toHaveLength(1);
  });
});

/** A confirmation with a wait parked on it at every entry, on both servers. */
type Round = { asked: WireConfirmation; waits: { who: "agent" | "person"; settled: Promise<Answer> }[] };

async function openRound(window: string): Promise<Round> {
  const [a, b] = [stage.at(0).baseUrl, stage.at(1).baseUrl];
  const { agent, otherReviewer } = stage.seeded;
  const request = { body: { tool: "issue_refund", arguments: { amount: 40.5 }, decision_window: window } };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const { status, body } = await call(a, agent.key, "/api/v1/confirmations", { ...request, headers });
  expect(status).toBe(201);
  const asked = body as WireConfirmation;
  const waits: Round["waits"] = [
    { who: "agent", settled: follow(a, agent.key, asked.id, "30s") },
    { who: "agent", settled: follow(b, agent.key, asked.id, "30s") },
    { who: "agent", settled: call(b, agent.key, "/api/v1/confirmations?wait=30s", { ...request, headers }) },
    { who: "person", settled: follow(b, otherReviewer.token, asked.id, "30s") },
  ];
  return { asked, waits };
}

/** All at once, in an order of this round's own. */
function fight(random: () => number) {
  return (asked: WireConfirmation) =>
    Promise.all(shuffled(deciders, random).map(async (decider) => ({ decider, told: await decider.send(asked) })));
}

/** Each at an instant of its own around the boundary, and two sweeps closest to it. */
function fightAt(ends: number, random: () => number) {
  return async (asked: WireConfirmation) => {
    const sweeps = [random(), random()].map(async (where) => {
      await until(ends + Math.round((where * 2 - 1) * SWEEP_WITHIN_MS));
      await sweep({ requestId: "race" });
    });
    const told = await Promise.all(
      shuffled(deciders, random).map(async (decider) => {
        await until(ends + DECIDERS_FROM_MS + Math.round(random() * (SWEEP_WITHIN_MS - DECIDERS_FROM_MS)));
        return { decider, told: await decider.send(asked) };
      }),
    );
    await Promise.all(sweeps);
    return told;
  };
}

async function judge(
  { asked, waits }: Round,
  fought: (asked: WireConfirmation) => Promise<{ decider: Decider; told: Told }[]>,
): Promise<void> {
  const answers = await fought(asked);
  const waited = await Promise.all(waits.map(async ({ who, settled }) => ({ who, ...(await settled) })));
  const ends = Date.parse(asked.decidable_until);
  const row = await storedRow(asked.id);
  const [event, ...more] = await decisionEvents(asked.id);
  outcomes.set(row.state, (outcomes.get(row.state) ?? 0) + 1);

  expect(row.state, "the row is decided").not.toBe("pending");
  expect(more, "one decision event").toEqual([]);
  expect(DECIDED_AS[event?.kind ?? ""], "the event tells of what the row says").toBe(row.state);
  expect(event?.actor_id ?? null, "and of who decided").toBe(row.decided_by_id);

  for (const { who, status, body } of waited) {
    expect(status, "a wait is answered").toBe(200);
    // A person is shown what follows from the facts at the boundary; an agent is told only what is written down.
    if (who === "person" && body.state === "expired")
      expect(Date.parse(body.server_time ?? "")).toBeGreaterThanOrEqual(ends);
    else expect({ state: body.state, decision: body.decision }, "with the row").toEqual(standing(row));
  }
  for (const { decider, told } of answers) {
    const expected = { ...verdictOn(decider, row), confirmation: standing(row) };
    const { ok, code, confirmation } = told;
    const seen = { ok, code, confirmation: { state: confirmation?.state, decision: confirmation?.decision } };
    expect(seen, `${decider.name} is told of the winner (${JSON.stringify(told)})`).toEqual(expected);
    if (told.status) expect(told.status).toBe(ok ? 200 : code === "expired" ? 410 : 409);
  }
  const events = await storedEvents(asked.id);
  const refused = answers.filter(({ told }) => !told.ok).length;
  expect(kinds(events, "decision.refused").length + kinds(events, "cancel.refused").length).toBe(refused);
  if (row.state !== "expired") {
    const winners = answers.filter(
      ({ told }) => told.ok && (told.requestId === event?.request_id || told.repeated === false),
    );
    expect(winners, "one of them won, and all others repeat it or lost").toHaveLength(1);
  }

  const claims = await Promise.all([0, 1, 0].map((at) => claim(stage.at(at).baseUrl, stage.seeded.agent.key, asked)));
  const granted = claims.filter(({ status, body }) => status === 200 && body.grant);
  expect(granted, "one claim under an approval, none otherwise").toHaveLength(row.state === "approved" ? 1 : 0);
  expect(kinds(await storedEvents(asked.id), "execution.claimed")).toHaveLength(granted.length);
  const after = await storedRow(asked.id);
  expect(after.execution_state).toBe(row.state === "approved" ? "submitted" : null);
  expect(standing(after), "and the decision stands").toEqual(standing(row));
}

const standing = (row: StoredRow) => ({ state: row.state, decision: decisionOf(row) });

/** What a decider has to be told, given how it ended: that it stands as they wanted, or who was first. */
function verdictOn({ wants, who }: Decider, row: StoredRow): { ok: boolean; code: string | undefined } {
  // Withdrawing what is withdrawn is the same wish; a verdict is somebody's own.
  const same = wants === row.state && (wants === "cancelled" || who === row.decided_by_id);
  if (same) return { ok: true, code: undefined };
  return { ok: false, code: row.state === "expired" && wants !== "cancelled" ? "expired" : "already_decided" };
}

async function twentyDeciders(): Promise<Decider[]> {
  const { admin, reviewer, otherReviewer, agent } = stage.seeded;
  const [a, b] = [stage.at(0).baseUrl, stage.at(1).baseUrl];
  const rest = [admin, reviewer, otherReviewer].flatMap((person) =>
    [a, b].flatMap((server): Decider[] => [
      {
        name: `${person.name} approves by REST`,
        wants: "approved",
        who: person.id,
        send: async ({ id }) => byRest(await approve(server, person.token, id)),
      },
      {
        name: `${person.name} denies by REST`,
        wants: "denied",
        who: person.id,
        send: async ({ id }) => byRest(await deny(server, person.token, id)),
      },
    ]),
  );
  const signedIn = async (person: typeof admin) => ({ person, cookie: await signIn(a, person) });
  const [rita, ruben, ada] = [await signedIn(reviewer), await signedIn(otherReviewer), await signedIn(admin)];
  const clicks = (
    [
      [rita, a, "approve"],
      [rita, b, "deny"],
      [ruben, b, "approve"],
      [ada, a, "deny"],
    ] as const
  ).map(
    ([{ person, cookie }, server, verdict]): Decider => ({
      name: `${person.name} clicks ${verdict}`,
      wants: verdict === "approve" ? "approved" : "denied",
      who: person.id,
      send: (asked) => decideByAction(server, cookie, asked, verdict),
    }),
  );
  const withdrawals: Decider[] = [
    ...[a, b].map(
      (server): Decider => ({
        name: "the agent withdraws",
        wants: "cancelled",
        who: agent.id,
        send: async ({ id }) => byRest(await cancel(server, agent.key, id)),
      }),
    ),
    {
      name: "the admin withdraws by REST",
      wants: "cancelled",
      who: admin.id,
      send: async ({ id }) => byRest(await cancel(b, admin.token, id)),
    },
    {
      name: "the admin clicks withdraw",
      wants: "cancelled",
      who: admin.id,
      send: ({ id }) => cancelByAction(a, ada.cookie, id),
    },
  ];
  return [...rest, ...clicks, ...withdrawals];
}

function byRest({ status, body, headers }: Answer): Told {
  const ok = status === 200;
  return {
    ok,
    status,
    code: body.code,
    requestId: headers.get("x-request-id"),
    confirmation: ok ? (body as WireConfirmation) : body.confirmation,
  };
}

const kinds = <Event extends { kind: string }>(events: Event[], kind: string) =>
  events.filter((event) => event.kind === kind);

const twenty = <Value>(make: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: 20 }, (_, at) => make(at)));

/** Servers, database and test share this machine's clock; the last milliseconds are waited out exactly. */
async function until(instantMs: number): Promise<void> {
  await pause(Math.max(0, instantMs - Date.now() - 2));
  while (Date.now() < instantMs) await new Promise(setImmediate);
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** Mulberry32: a run can be repeated by its seed, as far as the machine's timing lets it. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
