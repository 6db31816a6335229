import { logger } from "@/lib/log";
import { StoreUnavailable } from "@/lib/store/failure";

/**
 * Waits parked in this process, without a database connection. A notification, a timer or a poll only ever makes it look
 * again; a wait is released on a row that was read, and on nothing else. However many wait on one id, one read serves all.
 */

/** What a look at some ids saw. An id that is missing is not there. */
export type Looked<Answer> = {
  /** The database's clock at the look. */
  now: Date;
  seen: Map<string, { answer: Answer; decided: boolean; boundary: Date }>;
};
export type Look<Answer> = (ids: string[]) => Promise<Looked<Answer>>;

type Waiter<Answer> = {
  release: (answer: Answer | null) => void;
  fail: (error: unknown) => void;
  holdTimer: NodeJS.Timeout;
  holdIsOver: boolean;
};

type Parked<Answer> = { waiters: Set<Waiter<Answer>>; boundaryTimer?: NodeJS.Timeout };

/** Looks asked for within this span are one read. */
const GATHER_MILLISECONDS = 4;
/** After a look that failed; the waits stay parked meanwhile. */
const LOOK_AGAIN_MILLISECONDS = 500;
/** One read serves at most so many ids, so that no single statement grows without bound. */
const IDS_A_LOOK = 500;
/** A JavaScript timer beyond 2^31-1 ms fires at once; nothing here sleeps longer than this before it looks again. */
const LONGEST_TIMER_MILLISECONDS = 15 * 60 * 1000;

export class ParkedWaits<Answer> {
  #parked = new Map<string, Parked<Answer>>();
  #toLook = new Set<string>();
  #gathering: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(private readonly look: Look<Answer>) {}

  /** How many waits are parked here. */
  get size(): number {
    return this.#waiting;
  }

  /** The ids that somebody waits on. */
  get ids(): string[] {
    return [...this.#parked.keys()];
  }

  /**
   * Waits until the confirmation is decided or the hold is over, and answers with the row as then read; null where it is
   * not there. Parks first and looks then, so that a decision in between is not missed.
   *
   * @throws StoreUnavailable when the hold is over and the row cannot be read
   */
  wait(id: string, holdSeconds: number, dropped?: AbortSignal): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      const parked = this.#parked.get(id) ?? { waiters: new Set() };
      this.#parked.set(id, parked);
      const leave = () => {
        clearTimeout(waiter.holdTimer);
        dropped?.removeEventListener("abort", onDropped);
        if (!parked.waiters.delete(waiter)) return;
        this.#waiting -= 1;
        if (parked.waiters.size === 0) {
          clearTimeout(parked.boundaryTimer);
          if (this.#parked.get(id) === parked) this.#parked.delete(id);
        }
      };
      const onDropped = () => {
        leave();
        resolve(null);
      };
      const waiter: Waiter<Answer> = {
        holdIsOver: false,
        holdTimer: setTimeout(() => {
          waiter.holdIsOver = true;
          this.lookAt([id]);
        }, holdSeconds * 1000),
        release: (answer) => {
          leave();
          resolve(answer);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      parked.waiters.add(waiter);
      this.#waiting += 1;
      if (dropped?.aborted) return onDropped();
      dropped?.addEventListener("abort", onDropped, { once: true });
      this.lookAt([id]);
    });
  }

  /** Something may have changed: look again at those of these ids that somebody waits on. */
  lookAt(ids: Iterable<string>): void {
    for (const id of ids) if (this.#parked.has(id)) this.#toLook.add(id);
    if (this.#toLook.size === 0) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const all = [...this.#toLook];
      this.#toLook.clear();
      for (let from = 0; from < all.length; from += IDS_A_LOOK) void this.#lookNow(all.slice(from, from + IDS_A_LOOK));
    }, GATHER_MILLISECONDS);
  }

  async #lookNow(ids: string[]): Promise<void> {
    let looked: Looked<Answer>;
    try {
      looked = await this.look(ids);
    } catch (error) {
      logger.warn({ err: error, waits: ids.length }, "parked waits could not be read; they stay parked");
      for (const waiter of this.#waitersOf(ids)) {
        if (waiter.holdIsOver)
          waiter.fail(error instanceof StoreUnavailable ? error : new StoreUnavailable(error, { certain: true }));
      }
      setTimeout(() => this.lookAt(ids), LOOK_AGAIN_MILLISECONDS).unref();
      return;
    }
    for (const id of ids) this.#settle(id, looked);
  }

  #settle(id: string, { now, seen }: Looked<Answer>): void {
    const parked = this.#parked.get(id);
    if (!parked) return;
    const row = seen.get(id);
    for (const waiter of [...parked.waiters]) {
      if (!row || row.decided || waiter.holdIsOver) waiter.release(row?.answer ?? null);
    }
    if (!row || parked.waiters.size === 0) return;
    // The timer only wakes us to look; whether the boundary has passed is read from the database's clock.
    clearTimeout(parked.boundaryTimer);
    const untilBoundary = row.boundary.getTime() - now.getTime();
    parked.boundaryTimer = setTimeout(
      () => this.lookAt([id]),
      Math.min(Math.max(untilBoundary, 1), LONGEST_TIMER_MILLISECONDS),
    );
    parked.boundaryTimer.unref();
  }

  #waitersOf(ids: string[]): Waiter<Answer>[] {
    return ids.flatMap((id) => [...(this.#parked.get(id)?.waiters ?? [])]);
  }
}

// Route handlers and instrumentation are bundled apart; the process has one set of parked waits for each way to look.
const globals = globalThis as unknown as { countersignWaits?: Map<string, ParkedWaits<unknown>> };

/** This process's waits that are read in one way, by its name. The first caller says how to look. */
export function parkedWaits<Answer>(name: string, look: Look<Answer>): ParkedWaits<Answer> {
  globals.countersignWaits ??= new Map();
  const waits = globals.countersignWaits.get(name) ?? (new ParkedWaits(look) as ParkedWaits<unknown>);
  globals.countersignWaits.set(name, waits);
  return waits as ParkedWaits<Answer>;
}

/** All of this process's parked waits. */
export const allParkedWaits = {
  get size(): number {
    return sets().reduce((sum, waits) => sum + waits.size, 0);
  },
  get ids(): string[] {
    return [...new Set(sets().flatMap((waits) => waits.ids))];
  },
  /** Something may have changed: look again at those of these ids that somebody waits on. */
  lookAt(ids: Iterable<string>): void {
    const list = [...ids];
    for (const waits of sets()) waits.lookAt(list);
  },
};

function sets(): ParkedWaits<unknown>[] {
  return [...(globals.countersignWaits?.values() ?? [])];
}
