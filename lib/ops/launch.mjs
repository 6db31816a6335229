// Where every `npm` command of the product begins: plain Node, so that it runs on a clean clone. It makes the clone
// ready, then runs `lib/ops/<command>.ts` in this same process, so that a signal or an exit code needs no forwarding.
// All it says goes to standard error; standard output belongs to the command.
import { prepare } from "./prepare.mjs";

const COMMANDS = ["start", "dev", "test", "race", "demo", "bench", "shots", "manage"];
const LEAST_NODE = [20, 19];

/** From when TypeScript can be read; what is said before that is all our own. */
let printable = String;

const command = process.argv[2] ?? "";
// What follows is the command's own.
process.argv.splice(2, 1);

try {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    fail(
      `Node ${process.versions.node} is too old: Countersign takes ${LEAST_NODE.join(".")} or later. Nothing was done.`,
    );
  }
  if (!COMMANDS.includes(command)) fail(`There is no command "${command}". There are: ${COMMANDS.join(", ")}.`);
  await prepare();
  const { register } = await import("tsx/esm/api");
  register();
  ({ terminalText: printable } = await import("../kernel/terminal-text.ts"));
  const { default: run } = await import(`./${command}.ts`);
  await run(process.argv.slice(2));
} catch (error) {
  // These are written for the operator. Anything else is a bug, and its stack is what whoever mends it needs.
  const forOperator = ["OperatorError", "SettingsError"].includes(error?.name);
  fail(forOperator ? error.message : (error?.stack ?? String(error)));
}

function fail(message) {
  console.error(printable(message));
  process.exit(1);
}
