import { startTestPostgres } from "./postgres";

/** Vitest's global set-up: one server for the run, whoever started the run. What is returned takes it down. */
export default () => startTestPostgres();
