import { join } from "node:path";
import { ensureBuild } from "./build";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";
import { node } from "./test-parts";

const ROUNDS = "500";

/** `npm run race`, or `npm run race -- <rounds> [seed]`: what `npm test` does of `e2e/http/race.test.ts`, at length. */
export default async function race([rounds = ROUNDS, seed]: string[]): Promise<void> {
  for (const number of [rounds, seed ?? "1"]) {
    if (!/^[1-9][0-9]{0,5}$/.test(number)) {
      throw new OperatorError(`"${number}" is not a whole number. Say: npm run race -- <rounds> [seed]`);
    }
  }
  await ensureBuild((line) => console.log(line));
  const vitest = join(projectRoot, "node_modules", "vitest", "vitest.mjs");
  process.exitCode = await node([vitest, "run", "--project=http", "e2e/http/race.test.ts"], {
    COUNTERSIGN_RACE_ROUNDS: rounds,
    ...(seed && { COUNTERSIGN_RACE_SEED: seed }),
  });
}
