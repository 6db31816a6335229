import { isAlive, parentOf } from "./process-facts";

const LOOK_MS = 1_000;

/** What was started, to be stopped in the opposite order: by Ctrl-C, by SIGTERM, or when the command itself gives up. */
export class Shutdown {
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #controller = new AbortController();
  #done: Promise<void> | undefined;

  /** Aborts as soon as stopping begins: for work that should not go on. */
  readonly signal = this.#controller.signal;

  constructor(private readonly say: (line: string) => void) {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(name, () => {
        // A second Ctrl-C waits for nobody; the database is still stopped in order, by its keeper.
        if (this.#done && name === "SIGINT") process.exit(130);
        void this.exit(0);
      });
    }
    this.#watchNpm();
  }

  /** Adds what is to be stopped. Where stopping has begun meanwhile, it is stopped at once. */
  async add(stop: () => Promise<void>): Promise<void> {
    if (this.#done) await stop();
    else this.#stops.push(stop);
  }

  async exit(code: number): Promise<never> {
    if (!this.#done) {
      this.#controller.abort();
      if (this.#stops.length > 0) this.say("Stopping …");
      this.#done = this.#stopAll();
    }
    await this.#done;
    process.exit(code);
  }

  async #stopAll(): Promise<void> {
    for (const stop of this.#stops.reverse()) {
      await stop().catch((error: unknown) => this.say(`Something did not stop in order: ${error}`));
    }
  }

  /** npm forwards what it can; killed by force it cannot, and this process would go on without anybody knowing. */
  #watchNpm(): void {
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    // Between npm and us there may be a shell, which does not end with npm.
    const npm = parentOf(parent);
    setInterval(() => {
      if (process.ppid !== parent || (npm && !isAlive(npm))) void this.exit(0);
    }, LOOK_MS).unref();
  }
}
