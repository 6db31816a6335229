import pg from "pg";
import { replayPolicy } from "@/lib/flow/policies/replay-policy";
import type { Rule } from "@/lib/kernel/policy/document";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { changingPolicies, insertDraft } from "@/lib/store/policies";
import type { Servers } from "../testing/servers";
import { atMost, type Figure, median } from "./figures";
import { fill } from "./fill";
import { Connections } from "./load";
import { filedIn, submitShot } from "./requests";

const ROWS = 10_000;
/** As many as the page asks for at once. */
const PART = 1_000;
const RULES = 200;
const ROUNDS = 3;
const MOST_SECONDS = 5;

/** A draft replayed over stored confirmations, part by part, called in this process as the page's route calls it. */
export async function measureReplay({ servers, seeded, databaseUrl }: Servers, say: (line: string) => void) {
  const connections = new Connections(servers[0]?.baseUrl ?? "", 1);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const seconds: number[] = [];
  const parts: number[] = [];
  try {
    const exemplar = filedIn((await connections.send(submitShot(seeded.agent.key))).body).id;
    await fill(client, { exemplar, count: ROWS, window: "open" });
    const number = await draftOf(policyRules(RULES));
    const { id, name, email } = seeded.admin;
    const principal: PersonPrincipal = {
      kind: "person",
      id,
      name,
      email,
      role: "admin",
      credential: { kind: "token", id },
    };
    for (let round = 1; round <= ROUNDS; round++) {
      const started = performance.now();
      let [examined, differing, cursor]: [number, number, string | null] = [0, 0, null];
      do {
        const began = performance.now();
        const part = await replayPolicy({ principal, requestId: "bench" }, { number, cursor, limit: PART });
        if (!part.ok) throw new Error(part.refusal.detail);
        parts.push(performance.now() - began);
        examined += part.examined;
        differing += part.differing.length;
        cursor = part.nextCursor;
      } while (cursor && examined < ROWS);
      if (examined < ROWS || differing < ROWS) throw new Error(`Replayed ${examined}, of which ${differing} differ.`);
      seconds.push((performance.now() - started) / 1000);
      say(`policy: replay ${round} of ${ROUNDS}: ${seconds.at(-1)?.toFixed(2)} s`);
    }
  } finally {
    connections.close();
    await client.end();
  }
  const part = `Replay of ${ROWS.toLocaleString("en")} confirmations under a draft of ${RULES} rules, median of ${ROUNDS}`;
  return [
    atMost(part, "all of them", median(seconds), "s", MOST_SECONDS),
    { part, name: `a part of ${PART.toLocaleString("en")}`, value: median(parts), unit: "ms" },
  ] satisfies Figure[];
}

async function draftOf(rules: Rule[]): Promise<number> {
  const document = writePolicyDocument({ rules, tests: [] });
  const actor = { kind: "operator", name: "bench" } as const;
  const number = await changingPolicies((tx, now) =>
    insertDraft(tx, now, { document, basedOn: 1, source: "file", actor }),
  );
  if (number === null) throw new Error("The draft was not made.");
  return number;
}

/** Rules as teams write them: each about another tool, one that allows what the benchmark asks for, and all are evaluated. */
export function policyRules(count: number): Rule[] {
  const others = Array.from({ length: count - 1 }, (_, n): Rule => {
    const at = `tool == "tool_${n}" && target == "billing" && args.amount <= ${n}.5 && subject != ""`;
    return { id: `rule-${n}`, effect: n % 3 === 0 ? "deny" : "allow", when: at, reason: "for the benchmark" };
  });
  const ours = 'tool == "issue_refund" && args.amount <= 50 && args.currency == "EUR" && size(args.lines) <= 10';
  return [...others, { id: "refunds", effect: "allow", when: ours, reason: "for the benchmark" }];
}
