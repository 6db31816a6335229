import pg from "pg";
import { hashSecret } from "@/lib/auth/secrets";
import { claimExecution } from "@/lib/flow/claim-execution";
import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { submitConfirmation } from "@/lib/flow/submit-confirmation";
import { findAgentByKeyHash } from "@/lib/store/agents";
import { preparedNames } from "@/lib/store/database";
import { findPersonByTokenHash } from "@/lib/store/people";
import type { Servers } from "../testing/servers";
import { atLeast, type Figure, informs, median } from "./figures";
import { Connections, rateOf } from "./load";
import { claimShot, decideShot, type Filed, filedIn, someSubmission, submitShot } from "./requests";
import { recordStatements, type Statement } from "./statements";

const CONNECTIONS = 16;
const REQUESTS_A_ROUND = 800;
const ROUNDS = 7;
/** The first rounds warm up just-in-time compilers, pools and caches, and count for nothing. */
const WARM_UP_ROUNDS = 2;
/** CONTRACT of issue 2: each call at this share of an empty handler's rate, in the same build. */
const LEAST_SHARE = 0.35;

const CALLS = ["submit", "decide", "claim"] as const;
type Call = (typeof CALLS)[number];
type Rates = { empty: number } & Record<`${"rest" | "flow" | "sql"} ${Call}`, number> & Record<`share ${Call}`, number>;

/**
 * The rate of each call, layer by layer: the statements alone, the flow in this process over the store, and REST; and of
 * an empty handler, measured before and after each of them, because two cores share everything.
 */
export async function measureThroughput({ servers, seeded, databaseUrl }: Servers, say: (line: string) => void) {
  const connections = new Connections(servers[0]?.baseUrl ?? "", CONNECTIONS);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: "-c TimeZone=UTC" });
  // Interrupted, the database goes first; a connection that is idle then has nobody else to tell.
  pool.on("error", () => {});
  const agent = await findAgentByKeyHash(hashSecret(seeded.agent.key));
  const person = await findPersonByTokenHash(hashSecret(seeded.reviewer.token));
  if (!agent || !person) throw new Error("The bench's own agent and reviewer are not in the database.");
  const asAgent = { caller: agent, requestId: "bench" };
  const asPerson = { caller: person, requestId: "bench" };

  const empty = async () => {
    const shots = Array.from({ length: REQUESTS_A_ROUND }, () => ({ method: "GET" as const, path: "/api/health" }));
    return (await connections.fire(shots, 200)).rate;
  };

  async function overRest(rates: Partial<Rates>): Promise<void> {
    let before = await empty();
    const empties = [before];
    const measure = async (call: Call, shots: Parameters<Connections["fire"]>[0], status: number) => {
      const { rate, answers } = await connections.fire(shots, status);
      const after = await empty();
      rates[`rest ${call}`] = rate;
      rates[`share ${call}`] = rate / ((before + after) / 2);
      empties.push(after);
      before = after;
      return answers;
    };
    const shots = Array.from({ length: REQUESTS_A_ROUND }, () => submitShot(seeded.agent.key));
    const filed = (await measure("submit", shots, 201)).map(({ body }) => filedIn(body));
    const token = seeded.reviewer.token;
    await measure(
      "decide",
      filed.map((each) => decideShot(token, each)),
      200,
    );
    await measure(
      "claim",
      filed.map((each) => claimShot(seeded.agent.key, each)),
      200,
    );
    rates.empty = median(empties);
  }

  async function inProcess(rates: Partial<Rates>): Promise<void> {
    const filed: Filed[] = [];
    const submissions = Array.from({ length: REQUESTS_A_ROUND }, someSubmission);
    rates["flow submit"] = await rateOf(submissions, CONNECTIONS, async (submission) => {
      const done = await submitConfirmation(asAgent, submission);
      if (!done.ok) throw new Error(done.refusal.detail);
      const { id, argumentsDigest } = done.stand.confirmation;
      filed.push({ id, digest: argumentsDigest });
    });
    rates["flow decide"] = await rateOf(filed, CONNECTIONS, async (each) => {
      const done = await decideConfirmation(asPerson, decideRequest(each));
      if (!done.ok) throw new Error(done.refusal.detail);
    });
    rates["flow claim"] = await rateOf(filed, CONNECTIONS, async (each) => {
      const done = await claimExecution(asAgent, claimRequest(each));
      if (!done.ok) throw new Error(done.refusal.detail);
    });
  }

  async function statementsAlone(rates: Partial<Rates>): Promise<void> {
    const nameOf = preparedNames();
    const send = ({ text, values }: Statement) => pool.query({ name: nameOf({ sql: text }), text, values });
    const read = async (statement: Statement) => (await send(statement)).rows;
    const replay = (lists: Statement[][]) =>
      rateOf(lists, CONNECTIONS, async (list) => {
        for (const statement of list) await send(statement);
      });
    const asked: Filed[] = [];
    const submits = await listOf(Array.from({ length: REQUESTS_A_ROUND }, someSubmission), (submission) =>
      recordStatements(
        {
          read,
          written: { id: "", verdict: "ok", agent_base: null, total_base: null, agent_near: false, total_near: false },
        },
        async () => {
          const done = await submitConfirmation(asAgent, submission);
          if (!done.ok) throw new Error(done.refusal.detail);
          asked.push({ id: done.stand.confirmation.id, digest: done.stand.confirmation.argumentsDigest });
        },
      ),
    );
    rates["sql submit"] = await replay(submits);
    const record = async (each: Filed, work: () => Promise<unknown>) => {
      const { rows } = await pool.query("SELECT row_to_json(c)::text AS facts FROM confirmation AS c WHERE id = $1", [
        each.id,
      ]);
      return recordStatements({ read, written: rows[0] }, work);
    };
    rates["sql decide"] = await replay(
      await listOf(asked, (each) =>
        record(each, async () => {
          await decideConfirmation(asPerson, decideRequest(each));
        }),
      ),
    );
    rates["sql claim"] = await replay(
      await listOf(asked, (each) =>
        record(each, async () => {
          await claimExecution(asAgent, claimRequest(each));
        }),
      ),
    );
    const left = await pool.query(
      "SELECT 1 FROM confirmation WHERE id = ANY($1::uuid[]) AND execution_state = 'submitted'",
      [asked.map(({ id }) => id)],
    );
    if (left.rowCount !== asked.length) throw new Error("The replayed statements did not do what the product's do.");
  }

  const rounds: Rates[] = [];
  try {
    for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
      const rates: Partial<Rates> = {};
      await overRest(rates);
      await inProcess(rates);
      await statementsAlone(rates);
      if (round >= 1) rounds.push(rates as Rates);
      say(
        `throughput: ${round < 1 ? "warm-up" : `round ${round} of ${ROUNDS}`}: empty ${Math.round(rates.empty ?? 0)}/s, ${CALLS.map(
          (call) => `${call} ${Math.round(rates[`rest ${call}`] ?? 0)}/s (${(rates[`share ${call}`] ?? 0).toFixed(2)})`,
        ).join(", ")}`,
      );
    }
  } finally {
    connections.close();
    await pool.end();
  }
  return figuresOf(rounds);
}

function figuresOf(rounds: Rates[]): Figure[] {
  const middle = (key: keyof Rates) => median(rounds.map((rates) => rates[key]));
  const part = `Throughput: ${CONNECTIONS} connections, each request its own row, medians of ${ROUNDS} interleaved rounds`;
  const figures = [informs(part, "empty handler, GET /api/health", middle("empty"), "requests/s")];
  for (const call of CALLS) {
    figures.push(
      informs(part, `${call}: its statements alone, over one pg pool`, middle(`sql ${call}`), "calls/s"),
      informs(part, `${call}: the flow in this process, over Prisma`, middle(`flow ${call}`), "calls/s"),
      informs(part, `${call}: through REST`, middle(`rest ${call}`), "requests/s"),
      atLeast(part, `${call}: through REST, share of the empty handler`, middle(`share ${call}`), "×", LEAST_SHARE),
    );
  }
  return figures;
}

function decideRequest({ id, digest }: Filed) {
  return { id, verdict: "approve" as const, reason: "Photo checked.", seenDigest: digest, editedArguments: null };
}

function claimRequest({ id, digest }: Filed) {
  return { id, argumentsDigest: digest, target: "billing", claimKey: `bench-${id}` };
}

/** One after another: the recorder stands in for the process's one store. */
async function listOf<Item, Made>(items: Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
