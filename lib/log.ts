import { type Logger, pino } from "pino";
import { terminalText } from "@/lib/kernel/terminal-text";
import { settings } from "@/lib/settings";

/**
 * The process's log, one JSON object a line. Never holds arguments, reasons or secrets: those are in the store, behind
 * its masks. What an error quotes may still be somebody's text, so nothing in a line can move a terminal's cursor, begin
 * another line or turn the text around.
 */
export const logger = makeLogger(pino.destination({ dest: 1, sync: true }));

/** @param out takes whole lines; a test's own */
export function makeLogger(out: { write(line: string): unknown }): Logger {
  return pino(
    {
      level: settings().logLevel,
      base: undefined,
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
    {
      // pino escapes the lower control block alone; the upper one moves cursors too.
      write: (line) => out.write(terminalText(line)),
    },
  );
}
