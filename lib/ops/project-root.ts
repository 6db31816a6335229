import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that package.json is in, wherever a command was started from. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
