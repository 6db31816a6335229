import { Client } from "pg";
import { logger } from "@/lib/log";
import { settings } from "@/lib/settings";
import { WAKE_UP_CHANNEL } from "./wake-up";

/** A connection that only listens says nothing when it dies half-way; it is asked this often. */
const CHECK_MILLISECONDS = 10_000;
const RECONNECT_MILLISECONDS = [200, 500, 1_000, 2_000, 5_000];

export type WakeUpListener = { readonly isUp: boolean; stop(): Promise<void> };

/**
 * Listens for decided confirmations on a connection of its own. When the channel breaks it says so, and goes on trying.
 *
 * @param on.decided ids of rows that left `pending`, from any process
 * @param on.up the channel is (again) there; whatever was sent before may have been missed
 */
export function listenForDecisions(on: {
  decided: (ids: string[]) => void;
  up: () => void;
  down: () => void;
}): WakeUpListener {
  let client: Client | undefined;
  let isUp = false;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const lost = (gone: Client, error: unknown) => {
    if (gone !== client || stopped) return;
    client = undefined;
    clearTimeout(timer);
    gone.end().catch(() => {});
    if (isUp || failures === 0)
      logger.warn({ err: error }, "the wake-up channel is down; waits poll the database until it is back");
    isUp = false;
    on.down();
    const pause = RECONNECT_MILLISECONDS[Math.min(failures++, RECONNECT_MILLISECONDS.length - 1)];
    timer = setTimeout(connect, pause);
  };

  const check = (current: Client) => {
    timer = setTimeout(async () => {
      const tooLate = setTimeout(() => lost(current, new Error("no answer")), CHECK_MILLISECONDS / 2);
      try {
        await current.query("SELECT 1");
        if (current === client) check(current);
      } catch (error) {
        lost(current, error);
      } finally {
        clearTimeout(tooLate);
      }
    }, CHECK_MILLISECONDS);
  };

  const connect = async () => {
    if (stopped) return;
    const current = new Client({
      connectionString: settings().databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "countersign wake-up",
    });
    client = current;
    current.on("error", (error) => lost(current, error));
    current.on("end", () => lost(current, new Error("connection ended")));
    current.on("notification", ({ payload }) => on.decided((payload ?? "").split(",").filter(Boolean)));
    try {
      await current.connect();
      await current.query(`LISTEN ${WAKE_UP_CHANNEL}`);
      if (current !== client) return;
      isUp = true;
      if (failures > 0) logger.info("the wake-up channel is back");
      failures = 0;
      on.up();
      check(current);
    } catch (error) {
      lost(current, error);
    }
  };

  void connect();
  return {
    get isUp() {
      return isUp;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
