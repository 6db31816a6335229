import { Agent, request } from "node:http";

/** One request of the load. */
export type Shot = { method: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };

export type Answered = { status: number; body: string; milliseconds: number };

export type Volley = {
  /** Requests a second, from the first sent to the last answered. */
  rate: number;
  answers: Answered[];
};

/** A load generator over a fixed number of kept-alive connections; each sends its next request when it was answered. */
export class Connections {
  readonly #agent: Agent;
  readonly #base: URL;

  constructor(
    baseUrl: string,
    readonly count: number,
  ) {
    this.#base = new URL(baseUrl);
    this.#agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  }

  /**
   * Sends every shot once.
   *
   * @throws Error when an answer has another status than the expected one: a rate of refusals would mean nothing
   */
  async fire(shots: readonly Shot[], expected: number): Promise<Volley> {
    const answers: Answered[] = [];
    let next = 0;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: Math.min(this.count, shots.length) }, async () => {
        for (let shot = shots[next++]; shot; shot = shots[next++]) {
          const answer = await this.send(shot);
          if (answer.status !== expected) {
            throw new Error(`${shot.method} ${shot.path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
          }
          answers.push(answer);
        }
      }),
    );
    return { rate: shots.length / ((performance.now() - started) / 1000), answers };
  }

  send({ method, path, headers = {}, body }: Shot): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const sent = request(
        {
          agent: this.#agent,
          host: this.#base.hostname,
          port: this.#base.port,
          method,
          path,
          headers:
            body === undefined
              ? headers
              : { ...headers, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              milliseconds: performance.now() - started,
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Runs `work` for each item, so many at a time, and returns the rate. */
export async function rateOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      while (next < items.length) {
        const item = items[next++];
        if (item !== undefined) await work(item);
      }
    }),
  );
  return items.length / ((performance.now() - started) / 1000);
}
