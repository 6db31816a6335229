import { isDeepStrictEqual, parseArgs } from "node:util";
import { terminalText } from "@/lib/kernel/terminal-text";
import { settings } from "@/lib/settings";
import { assembleCast, type Cast, elsewhere } from "./demo/cast";
import { leavePending } from "./demo/left-pending";
import { type Ended, IDEMPOTENT_TOOLS, play, stories } from "./demo/stories";
import { startTarget, type Target } from "./demo/target";
import { OperatorError } from "./operator-error";

const USAGE = "Usage: npm run demo [-- --auto]";

/** What agents sent and people typed is told here too. */
const say = (line: string) => console.log(terminalText(line));

/**
 * `npm run demo`: four agents file confirmations against the running console, wait, claim, act on a local stand-in
 * target, and report. A person decides in the browser; with `--auto` the demo's own reviewer does.
 */
export default async function demo(args: string[]): Promise<void> {
  const auto = parseAuto(args);
  const { url } = settings();
  await requireConsole(url);
  const target = await startTarget(say);
  let cast: Cast | undefined;
  try {
    cast = await assembleCast({ reviewer: auto, tools: IDEMPOTENT_TOOLS });
    await requireOwnConsole(url, cast);
    const left = await leavePending(cast);
    say(`${left} requests wait in the inbox for you to look at: ${url}/inbox\n`);
    say(
      auto
        ? `Four stories follow; ${cast.reviewer?.email} decides them over REST.\n`
        : `Four stories follow. Sign in at ${url}/inbox and do with each what is said below it.\n`,
    );
    const ended: Ended[] = [];
    const stage = { cast, target, say };
    await Promise.all(stories(auto).map(async (story) => ended.push(await play(story, stage))));
    ended.sort((a, b) => order(a) - order(b));
    const asTold = conclude(ended, target, auto);
    if (auto && !asTold) process.exitCode = 1;
  } finally {
    await cast?.stop();
    await target.stop();
  }
}

function parseAuto(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { auto: { type: "boolean" } } }).values.auto ?? false;
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}. Nothing was done. ${USAGE}`);
  }
}

async function requireConsole(url: string): Promise<void> {
  try {
    const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(10_000) });
    if (response.ok) return;
  } catch {
    // Said below.
  }
  throw new OperatorError(
    `No console is ready at ${url}. Nothing was filed. Run npm start in another terminal first, or say where the console runs with COUNTERSIGN_URL or PORT.`,
  );
}

/** The key that the demo uses must open something at this console, or its data is another's. */
async function requireOwnConsole(url: string, cast: Cast): Promise<void> {
  const [first] = stories(true);
  const key = await cast.keyOf(first?.agent ?? "");
  const response = await fetch(`${url}/api/v1/confirmations?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
  if (response.status !== 401) return;
  if (process.env.COUNTERSIGN_AGENT_KEY) {
    throw new OperatorError(`The key in COUNTERSIGN_AGENT_KEY opens nothing at ${url}. Nothing was filed.`);
  }
  throw new OperatorError(elsewhere());
}

function order({ story }: Ended): number {
  return stories(true).findIndex(({ name }) => name === story.name);
}

/** Prints what became of each story, and whether it is what was told. */
function conclude(ended: Ended[], target: Target, auto: boolean): boolean {
  const rows = ended.map(({ story, read }) => {
    const { told } = story;
    const same = isDeepStrictEqual(read, told);
    return [story.name, story.agent, read.decision, read.execution, String(read.ran), same ? "as told" : "NOT as told"];
  });
  say("");
  for (const line of table([["story", "agent", "decision", "execution", "took effect", ""], ...rows])) say(line);
  say(`\nThe target's ledger, all of it:`);
  for (const entry of target.ledger) say(`  ${entry.reference}  ${entry.idempotencyKey}  ${entry.arguments}`);
  if (target.ledger.length === 0) say("  nothing took effect");
  say("");
  for (const { story, link } of ended) say(`${story.agent.padEnd(18)} ${link}`);
  const unsettled = ended.filter(({ read }) => read.execution === "outcome_unknown");
  if (unsettled.length > 0 && !auto) say(`\nStill to do: settle the unknown outcome at ${settings().url}/reconcile`);
  return rows.every((row) => row.at(-1) === "as told");
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
