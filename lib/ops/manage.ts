import { oneTerminalLine, terminalText } from "@/lib/kernel/terminal-text";
import { settings } from "@/lib/settings";
import { openDatabase } from "./data-dir";
import { verbs } from "./manage-verbs";
import { migrate, pending } from "./migrate";
import { OperatorError } from "./operator-error";

const note = (line: string) => console.error(line);

/** `npm run --silent manage -- …`: the result alone is the last line of standard output, everything else is an error. */
export default async function manage(args: string[]): Promise<void> {
  // Every argument is read before anything is started, so that a misspelt one costs nothing.
  const command = parseCommand(args);
  const embedded = !settings().databaseUrl;
  const database = await openDatabase(note);
  try {
    if (command.name === "migrate") {
      console.log(JSON.stringify(await migrate(database.url)));
      return;
    }
    // The embedded database is nobody else's; another's is migrated only when told to.
    if (embedded) await migrate(database.url);
    else await refuseUnmigrated(database.url);
    const result = await run(command.work);
    // The exported file has to come back as it was; it holds what admins and operators wrote, and nothing of agents.
    console.log(command.name === "export" ? result : terminalText(result));
  } finally {
    await database.stop();
  }
}

type Command = { name: string; work: () => Promise<string> };

function parseCommand(args: string[]): Command {
  for (const { words, usage, parse } of verbs) {
    if (!words.every((word, at) => args[at] === word)) continue;
    try {
      return { name: words.join(" "), work: parse(args.slice(words.length)) };
    } catch (error) {
      throw new OperatorError(`${(error as Error).message}. Nothing was done. Usage: manage ${usage}`);
    }
  }
  const usages = verbs.map(({ usage }) => `  manage ${usage}`).join("\n");
  throw new OperatorError(
    `${args.length === 0 ? "Say what to do" : `There is no "${oneTerminalLine(args.join(" "))}"`}. Nothing was done. There are:\n${usages}`,
  );
}

async function refuseUnmigrated(url: string): Promise<void> {
  const missing = await pending(url);
  if (missing.length === 0) return;
  throw new OperatorError(
    `The database lacks ${missing.join(", ")}. Nothing was done. Run \`npm run manage -- migrate\` first, or npm start.`,
  );
}

/** What the store refuses it says in words for the operator; a bug keeps its stack. */
async function run(work: () => Promise<string>): Promise<string> {
  const { disconnect } = await import("@/lib/store/database");
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "Error" || !/^[a-z ]+: /.test(message)) throw error;
    throw new OperatorError(`${oneTerminalLine(message)}. Nothing was changed.`);
  } finally {
    await disconnect();
  }
}
