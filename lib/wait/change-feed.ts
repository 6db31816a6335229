import { logger } from "@/lib/log";
import { changesSince, newestEventId } from "@/lib/store/audit";

/**
 * Tells open pages which confirmations to look at again. Only a hint: what a page shows it always reads. Decisions
 * arrive by the wake-up channel at once; everything else is noticed by one small read a second, made only while a page
 * is open, so that filing a confirmation costs no notification.
 */

const POLL_MILLISECONDS = 1_000;
const EVENTS_A_POLL = 500;
/** An event's id is given before its commit, so a lower one may appear later; this many are read again. */
const OVERLAP = 200n;

type Subscriber = (ids: string[]) => void;
type Feed = {
  subscribers: Set<Subscriber>;
  timer?: NodeJS.Timeout;
  readUpTo?: bigint;
  lately: Set<bigint>;
  /** The last poll failed. */
  failing?: boolean;
};

const globals = globalThis as unknown as { countersignFeed?: Feed };

function feed(): Feed {
  globals.countersignFeed ??= { subscribers: new Set(), lately: new Set() };
  return globals.countersignFeed;
}

/** @returns a function that ends the subscription */
export function subscribeToChanges(subscriber: Subscriber): () => void {
  const { subscribers } = feed();
  subscribers.add(subscriber);
  if (subscribers.size === 1) schedule();
  return () => {
    subscribers.delete(subscriber);
  };
}

export function announceChange(ids: string[]): void {
  if (ids.length > 0) for (const subscriber of feed().subscribers) subscriber(ids);
}

/** How many pages listen in this process. */
export function subscriberCount(): number {
  return feed().subscribers.size;
}

function schedule(): void {
  const current = feed();
  clearTimeout(current.timer);
  current.timer = setTimeout(poll, POLL_MILLISECONDS);
  current.timer.unref();
}

async function poll(): Promise<void> {
  const current = feed();
  if (current.subscribers.size === 0) {
    // Nobody looks: the next page starts from what is then the newest.
    current.readUpTo = undefined;
    current.lately.clear();
    return;
  }
  try {
    if (current.readUpTo === undefined) {
      current.readUpTo = await newestEventId();
    } else {
      announceChange(await newChanges(current, current.readUpTo));
    }
    if (current.failing) lookAgain(current, false);
  } catch (error) {
    logger.warn({ err: error }, "changes could not be read; open pages poll meanwhile");
    if (!current.failing) lookAgain(current, true);
  }
  schedule();
}

/**
 * A hint without ids, once when the store goes away and once when it is back: a page that looks again finds out itself,
 * says so, and polls as long as it lasts.
 */
function lookAgain(current: Feed, failing: boolean): void {
  current.failing = failing;
  for (const subscriber of current.subscribers) subscriber([]);
}

async function newChanges(current: Feed, readUpTo: bigint): Promise<string[]> {
  const from = readUpTo > OVERLAP ? readUpTo - OVERLAP : 0n;
  const events = (await changesSince(from, EVENTS_A_POLL + Number(OVERLAP))).filter(
    ({ id }) => !current.lately.has(id),
  );
  // On the first poll the overlap is old news: announcing it once is harmless.
  for (const { id } of events) {
    current.lately.add(id);
    if (id > (current.readUpTo ?? 0n)) current.readUpTo = id;
  }
  const floor = (current.readUpTo ?? 0n) - OVERLAP;
  for (const id of current.lately) if (id <= floor) current.lately.delete(id);
  return [...new Set(events.flatMap(({ confirmation_id }) => (confirmation_id ? [confirmation_id] : [])))];
}
