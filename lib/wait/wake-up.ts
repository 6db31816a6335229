import { hasPassed } from "@/lib/kernel/windows";
import { logger } from "@/lib/log";
import { loadStates } from "@/lib/store/confirmations";
import { listenForDecisions } from "@/lib/store/wake-up-listener";
import { announceChange } from "./change-feed";
import { allParkedWaits } from "./parked-waits";

/** While the channel is down, waits are polled this often; while it is up, a slow poll catches whatever it dropped. */
const POLL_DOWN_MILLISECONDS = 1_000;
const POLL_UP_MILLISECONDS = 15_000;

/** Joins this process's parked waits to the decisions of all processes. */
export function startWakeUp(): { readonly isUp: boolean; stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const listener = listenForDecisions({
    decided: (ids) => {
      allParkedWaits.lookAt(ids);
      announceChange(ids);
    },
    up: () => pollSoon(0),
    down: () => pollSoon(0),
  });

  function pollSoon(pause: number) {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(poll, pause);
  }

  async function poll() {
    const { ids } = allParkedWaits;
    if (ids.length > 0) {
      try {
        const { now, rows } = await loadStates(ids);
        allParkedWaits.lookAt(
          rows.filter((row) => row.state !== "pending" || hasPassed(row.decidableUntil, now)).map((row) => row.id),
        );
      } catch (error) {
        logger.warn({ err: error }, "parked waits could not be polled; they stay parked");
      }
    }
    pollSoon(listener.isUp ? POLL_UP_MILLISECONDS : POLL_DOWN_MILLISECONDS);
  }

  return {
    get isUp() {
      return listener.isUp;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await listener.stop();
    },
  };
}
