import { pino } from "pino";
import { settings } from "@/lib/settings";

/**
 * The process's log, one JSON object a line. Never holds arguments, reasons or secrets: those are in the store, behind
 * its masks. pino escapes control characters, so nothing in a log line can move a terminal's cursor.
 */
export const logger = pino({
  level: settings().logLevel,
  base: undefined,
  redact: ["req.headers.authorization", "req.headers.cookie"],
});
