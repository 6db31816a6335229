import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * Stands between a server and its database, and can lose an answer: the statement is carried out, nobody hears of it. It
 * can also be away, as a database is that was stopped: what is connected breaks off, and nothing connects.
 */
export type CuttingProxy = {
  url: string;
  /** The next statement that holds this text is passed on, and its connection cut when the database has answered. */
  loseNextAnswerTo(text: string, then?: "goAway"): void;
  /** How many answers were lost. */
  readonly lost: number;
  goAway(): void;
  comeBack(): void;
  stop(): Promise<void>;
};

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let cutAt: string | undefined;
  let thenAway = false;
  let lost = 0;
  let away = false;

  function goAway() {
    away = true;
    for (const client of open) client.destroy();
  }

  const proxy: Server = createServer((client) => {
    if (away) {
      client.destroy();
      return;
    }
    const database = connect(Number(port), hostname);
    let cutting = false;
    const end = () => {
      client.destroy();
      database.destroy();
      open.delete(client);
    };
    open.add(client);
    for (const socket of [client, database]) socket.on("error", end).on("close", end);
    const prepared = new Map<string, string>();
    client.on("data", (sent) => {
      const statements = statementsOf(sent, prepared);
      if (cutAt !== undefined && statements.some((text) => cutAt !== undefined && text.includes(cutAt))) {
        cutAt = undefined;
        cutting = true;
      }
      database.write(sent);
    });
    database.on("data", (answered) => {
      if (!cutting) return client.write(answered);
      lost += 1;
      if (thenAway) goAway();
      return end();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const url = Object.assign(new URL(databaseUrl), { port: String(address.port) }).href;
  return {
    url,
    get lost() {
      return lost;
    },
    loseNextAnswerTo(text, then) {
      cutAt = text;
      thenAway = then === "goAway";
    },
    goAway,
    comeBack() {
      away = false;
    },
    async stop() {
      for (const client of open) client.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const PARSE = 0x50;
const BIND = 0x42;

/**
 * The statements that a connection is told to carry out, by their texts. A prepared one is sent with its text once and is
 * called by its name from then on.
 *
 * @param prepared the names this connection has given so far, and their texts; added to
 */
function statementsOf(sent: Buffer, prepared: Map<string, string>): string[] {
  const texts: string[] = [];
  // A message is one letter, its length without the letter, and what it says; the first of a connection has no letter.
  for (let at = 0; at + 5 <= sent.length && sent[at] !== 0; at += 1 + sent.readUInt32BE(at + 1)) {
    const [first = "", second = ""] = sent.toString("utf8", at + 5, at + 1 + sent.readUInt32BE(at + 1)).split("\0");
    if (sent[at] === PARSE) prepared.set(first, second);
    if (sent[at] === BIND) texts.push(prepared.get(second) ?? "");
  }
  return texts;
}
