import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hashSecret } from "@/lib/auth/secrets";
import { settings } from "@/lib/settings";
import { openDatabase } from "../data-dir";
import { OperatorError } from "../operator-error";
import { projectRoot } from "../project-root";

/** Who plays in the demo. */
export type Cast = {
  /** The key of the agent of this name. */
  keyOf(name: string): Promise<string>;
  /** The demo's reviewer; only where the demo decides itself. */
  reviewer: Reviewer | null;
  stop(): Promise<void>;
};

export type Reviewer = { email: string; token: string };

/** Secrets are shown once and kept as hashes, so the demo keeps its own, to come back as the same agents. */
type Kept = { agents: Record<string, string>; reviewerToken?: string };

const OPERATOR = { kind: "operator", name: "npm run demo" } as const;
const REVIEWER_EMAIL = "demo-reviewer@example.org";
/** Names that were taken before the demo came get a number behind. */
const MOST_NAMESAKES = 100;

/**
 * Finds or adds the demo's agents, and its reviewer where one is needed, in the store of the data folder, as `manage`
 * does. With COUNTERSIGN_AGENT_KEY set, that agent plays all parts, and no store is opened for agents.
 */
export async function assembleCast(wanted: { reviewer: boolean; tools: string[] }): Promise<Cast> {
  const given = process.env.COUNTERSIGN_AGENT_KEY?.trim();
  if (given && !wanted.reviewer) return { keyOf: async () => given, reviewer: null, stop: async () => {} };

  const { databaseUrl, dataDir } = settings();
  const folder = resolve(projectRoot, dataDir);
  if (!databaseUrl && !existsSync(folder)) throw new OperatorError(elsewhere());
  const database = await openDatabase(() => {});
  const { disconnect } = await import("@/lib/store/database");
  const stop = async () => {
    await disconnect();
    await database.stop();
  };
  try {
    const file = join(folder, "demo.json");
    const kept: Kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { agents: {} };
    const keep = () => writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    const { setTools } = await import("@/lib/store/tools");
    await setTools(
      wanted.tools.map((name) => ({ name, idempotent: true })),
      OPERATOR,
    );
    let reviewer: Reviewer | null = null;
    if (wanted.reviewer) {
      kept.reviewerToken = await reviewerToken(kept.reviewerToken);
      keep();
      reviewer = { email: REVIEWER_EMAIL, token: kept.reviewerToken };
    }
    const keyOf = async (name: string) => {
      if (given) return given;
      const key = await agentKey(name, kept.agents[name]);
      kept.agents[name] = key;
      keep();
      return key;
    };
    return { keyOf, reviewer, stop };
  } catch (error) {
    await stop();
    // 42P01: the tables are not there, so this is no database that a console runs on.
    if (/42P01|does not exist/.test(String((error as Error).message))) throw new OperatorError(elsewhere());
    throw error;
  }
}

/** The console runs on other data than this command looks at. */
export function elsewhere(): string {
  const { url } = settings();
  return `The console at ${url} does not run on the data that this command looks at, so the demo's agents would open nothing there. Nothing was filed. Give this command the same COUNTERSIGN_DATA_DIR or DATABASE_URL as the console, or an agent's key in COUNTERSIGN_AGENT_KEY.`;
}

async function agentKey(name: string, kept: string | undefined): Promise<string> {
  const { addAgent, findAgentByKeyHash } = await import("@/lib/store/agents");
  if (kept && (await findAgentByKeyHash(hashSecret(kept)))) return kept;
  for (let number = 1; ; number++) {
    try {
      return (await addAgent(number === 1 ? name : `${name}-${number}`, OPERATOR)).key;
    } catch (error) {
      if (number >= MOST_NAMESAKES || !/exists already/.test((error as Error).message)) throw error;
    }
  }
}

async function reviewerToken(kept: string | undefined): Promise<string> {
  const { addPerson, findPersonByTokenHash, issuePersonToken } = await import("@/lib/store/people");
  if (kept && (await findPersonByTokenHash(hashSecret(kept)))) return kept;
  try {
    await addPerson({ email: REVIEWER_EMAIL, name: "Demo reviewer", role: "reviewer" }, OPERATOR);
  } catch (error) {
    if (!/exists already/.test((error as Error).message)) throw error;
  }
  return issuePersonToken(REVIEWER_EMAIL, OPERATOR);
}
