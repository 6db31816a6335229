import pg from "pg";
import type { Servers } from "../testing/servers";
import { atMost, type Figure, informs, median, quantile } from "./figures";
import { fill } from "./fill";
import { Connections } from "./load";
import { filedIn, submitShot } from "./requests";

const FEW = 1_000;
const MANY = 100_000;
const CONNECTIONS = 4;
const REQUESTS_A_ROUND = 300;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 1;
const MOST_TIMES_SLOWER = 2;

const LISTS = [
  { name: "GET /api/v1/confirmations?state=pending", path: "/api/v1/confirmations?state=pending", bar: true },
  {
    name: "the console's inbox, closing first",
    path: "/api/console/confirmations?view=inbox&sort=closes",
    bar: true,
  },
  { name: "the console's counts", path: "/api/console/summary", bar: false },
];

/** Pages of 50 out of few and out of many, on two servers that differ in nothing else, in turns. */
export async function measureLists(few: Servers, many: Servers, say: (line: string) => void): Promise<Figure[]> {
  const sides = [await prepare(few, FEW, say), await prepare(many, MANY, say)] as const;
  const p99s = LISTS.map(() => ({ few: [] as number[], many: [] as number[] }));
  try {
    for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
      for (const [at, { path }] of LISTS.entries()) {
        const [ofFew, ofMany] = [await sides[0].p99(path), await sides[1].p99(path)];
        if (round < 1) continue;
        p99s[at]?.few.push(ofFew);
        p99s[at]?.many.push(ofMany);
      }
      say(`lists: ${round < 1 ? "warm-up" : `round ${round} of ${ROUNDS}`} done`);
    }
  } finally {
    for (const side of sides) side.close();
  }
  const part = `Lists of 50: p99 over ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds`;
  return LISTS.flatMap(({ name, bar }, at) => {
    const { few: ofFew = [], many: ofMany = [] } = p99s[at] ?? {};
    const ratio = median(ofMany.map((value, round) => value / (ofFew[round] ?? Number.NaN)));
    return [
      informs(part, `${name}: out of ${FEW.toLocaleString("en")}`, median(ofFew), "ms"),
      informs(part, `${name}: out of ${MANY.toLocaleString("en")}`, median(ofMany), "ms"),
      bar ? atMost(part, `${name}: ratio`, ratio, "×", MOST_TIMES_SLOWER) : informs(part, `${name}: ratio`, ratio, "×"),
    ];
  });
}

async function prepare({ servers, seeded, databaseUrl }: Servers, count: number, say: (line: string) => void) {
  const connections = new Connections(servers[0]?.baseUrl ?? "", CONNECTIONS);
  const answer = await connections.send(submitShot(seeded.agent.key));
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    await fill(client, { exemplar: filedIn(answer.body).id, count: count - 1, window: "open" });
  } finally {
    await client.end();
  }
  say(`lists: ${count.toLocaleString("en")} pending`);
  const headers = { Authorization: `Bearer ${seeded.reviewer.token}` };
  return {
    async p99(path: string): Promise<number> {
      const shots = Array.from({ length: REQUESTS_A_ROUND }, () => ({ method: "GET" as const, path, headers }));
      const { answers } = await connections.fire(shots, 200);
      return quantile(
        answers.map(({ milliseconds }) => milliseconds),
        0.99,
      );
    },
    close: () => connections.close(),
  };
}
