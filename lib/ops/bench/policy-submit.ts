import pg from "pg";
import type { Rule } from "@/lib/kernel/policy/document";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import type { Servers } from "../testing/servers";
import { atMost, type Figure, informs, median } from "./figures";
import { Connections } from "./load";
import { submitShot } from "./requests";

const CONNECTIONS = 16;
/** Few, so that both are measured before the machine's mood changes. */
const REQUESTS_A_VOLLEY = 200;
const ROUNDS = 41;
/** The first rounds warm up just-in-time compilers, pools and caches, and count for nothing. */
const WARM_UP_ROUNDS = 6;
const RULES = 200;
/** What issue 4 promises: evaluating so many rules adds no more than a tenth to a submit. */
const MOST = 1.1;

/**
 * The time of a submit under many rules that all look at the arguments and of which none matches, over that under none.
 * Both in each round, in turns, because two cores share everything.
 */
export async function measurePolicyAtSubmit({ servers, seeded, databaseUrl }: Servers, say: (line: string) => void) {
  const connections = new Connections(servers[0]?.baseUrl ?? "", CONNECTIONS);
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c TimeZone=UTC" });
  await client.connect();
  const rounds: { none: number; many: number }[] = [];
  try {
    const none = await addVersion(client, []);
    const many = await addVersion(
      client,
      Array.from({ length: RULES }, (_, at) => ruleLike(at)),
    );
    const rateUnder = async (version: number) => {
      await putInForce(client, version);
      const shots = Array.from({ length: REQUESTS_A_VOLLEY }, () => submitShot(seeded.agent.key));
      const { rate, answers } = await connections.fire(shots, 201);
      const asked = `"policy":{"version":${version},"effect":"ask"}`;
      if (!answers.every(({ body }) => body.includes(asked))) throw new Error("Another policy decided than was meant.");
      return rate;
    };
    for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
      const [first, second] = round % 2 === 0 ? [none, many] : [many, none];
      const [a, b] = [await rateUnder(first), await rateUnder(second)];
      const rates = first === none ? { none: a, many: b } : { none: b, many: a };
      if (round >= 1) rounds.push(rates);
      const shown = `${Math.round(rates.none)}/s under none, ${Math.round(rates.many)}/s under ${RULES} rules`;
      say(`policy: ${round < 1 ? "warm-up" : `round ${round} of ${ROUNDS}`}: ${shown}`);
    }
  } finally {
    connections.close();
    await client.end();
  }
  return figuresOf(rounds);
}

function figuresOf(rounds: { none: number; many: number }[]): Figure[] {
  const part = `Policy at submit: ${CONNECTIONS} connections through REST, medians of ${ROUNDS} interleaved rounds`;
  const ratio = median(rounds.map(({ none, many }) => none / many));
  return [
    informs(part, "submit under no rules", median(rounds.map(({ none }) => none)), "requests/s"),
    informs(part, `submit under ${RULES} rules, none matching`, median(rounds.map(({ many }) => many)), "requests/s"),
    atMost(part, `submit: time under ${RULES} rules over time under none`, ratio, "×", MOST),
  ];
}

/** Rules as teams write them, each about something else in the arguments of the bench's own requests. */
function ruleLike(at: number): Rule {
  const conditions = [
    `args.amount > ${1_000 + at}.0 && args.currency == "EUR"`,
    `args.currency == "X${at}" || args.order_id == "order-${at}"`,
    `args.lines.exists(line, line.quantity > ${100 + at})`,
    `tool == "issue_refund" && args.note.matches("(?i).*chargeback ${at}.*")`,
  ];
  const effects = ["ask", "deny", "ask", "deny"] as const;
  return {
    id: `rule-${at}`,
    effect: effects[at % effects.length] ?? "ask",
    when: conditions[at % conditions.length] ?? "false",
    reason: `for the benchmark's own sake, number ${at}`,
  };
}

async function addVersion(client: pg.Client, rules: Rule[]): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    `INSERT INTO policy_version (number, status, document, source, created_at, created_by_name)
     SELECT max(number) + 1, 'draft', $1, 'file', countersign_now(), 'bench' FROM policy_version RETURNING number`,
    [writePolicyDocument({ rules, tests: [] })],
  );
  const number = rows[0]?.number;
  if (!number) throw new Error("The policy was not added.");
  return number;
}

/** As an activation does, but back and forth. */
async function putInForce(client: pg.Client, number: number): Promise<void> {
  await client.query("BEGIN");
  await client.query(
    "UPDATE policy_version SET status = 'retired', retired_at = countersign_now() WHERE status = 'active'",
  );
  await client.query(
    `UPDATE policy_version SET status = 'active', retired_at = NULL, activated_at = countersign_now(), activated_by_name = 'bench'
     WHERE number = $1`,
    [number],
  );
  await client.query("COMMIT");
}
