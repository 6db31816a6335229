import pg from "pg";
import { sweep } from "@/lib/flow/sweep";
import type { Servers } from "../testing/servers";
import { atLeast, atMost, type Figure, informs, median } from "./figures";
import { fill } from "./fill";
import { Connections } from "./load";
import { filedIn, submitShot } from "./requests";

const ROWS = 50_000;
const ROUNDS = 3;
const LEAST_ROWS_A_SECOND = 5_000;
/** A batch is one transaction; its locks are held no longer than it takes. Nobody notices a pause below this. */
const MOST_BATCH_MS = 1_000;

/** The sweep of many expired rows, called in this process as the worker calls it. */
export async function measureSweep({ servers, seeded, databaseUrl }: Servers, say: (line: string) => void) {
  const connections = new Connections(servers[0]?.baseUrl ?? "", 1);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const rates: number[] = [];
  const longest: number[] = [];
  const toldRates: number[] = [];
  let mostRows = 0;
  try {
    const exemplar = filedIn((await connections.send(submitShot(seeded.agent.key))).body).id;
    for (let round = 1; round <= ROUNDS; round++) {
      await fill(client, { exemplar, count: ROWS, window: "due" });
      let [swept, at] = [0, performance.now()];
      let longestMs = 0;
      const started = at;
      let expiredAt = at;
      const counts = await sweep({
        requestId: "bench",
        onProgress: ({ expired }) => {
          const now = performance.now();
          longestMs = Math.max(longestMs, now - at);
          mostRows = Math.max(mostRows, expired - swept);
          if (expired > swept) expiredAt = now;
          [swept, at] = [expired, now];
        },
      });
      if (counts.expired !== ROWS) throw new Error(`The sweep wrote down ${counts.expired} of ${ROWS} expiries.`);
      rates.push(ROWS / ((expiredAt - started) / 1000));
      toldRates.push(counts.escalations_notified / ((performance.now() - expiredAt) / 1000));
      longest.push(longestMs);
      say(`sweep: round ${round} of ${ROUNDS}: ${Math.round(rates.at(-1) ?? 0).toLocaleString("en")} rows/s`);
    }
  } finally {
    connections.close();
    await client.end();
  }
  const part = `Sweep: ${ROWS.toLocaleString("en")} expired rows, three audit events each, median of ${ROUNDS}`;
  return [
    atLeast(part, "rows a second", median(rates), "rows/s", LEAST_ROWS_A_SECOND),
    atMost(part, "longest transaction, and so the longest any lock was held", median(longest), "ms", MOST_BATCH_MS),
    informs(part, "rows a second of which the admins are then told", median(toldRates), "rows/s"),
    informs(part, "rows locked at once, at the most", mostRows, "rows"),
  ] satisfies Figure[];
}
