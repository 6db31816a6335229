import { pino } from "pino";

/**
 * The process's log, one JSON object a line. Never holds arguments, reasons or secrets: those are in the store, behind
 * its masks. pino escapes control characters, so nothing in a log line can move a terminal's cursor.
 */
export const logger = pino({
  level: process.env.COUNTERSIGN_LOG_LEVEL ?? "info",
  base: undefined,
  redact: ["req.headers.authorization", "req.headers.cookie"],
});
