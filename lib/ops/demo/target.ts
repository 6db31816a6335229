import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One thing that really happened at the target. */
export type Entry = { operation: string; idempotencyKey: string; reference: string; arguments: string };

export type Target = {
  url: string;
  /** Everything that took effect, in order. */
  ledger: readonly Entry[];
  stop(): Promise<void>;
};

const OPERATIONS: Record<string, string> = {
  "/billing/refunds": "refund",
  "/billing/payouts": "payout",
  "/tickets/projects/delete": "deletion",
  "/mail/newsletters": "newsletter",
};

/** Acts, and then loses the answer: the case that nobody can tell from one in which nothing was done. */
const CUT_AFTER_ACTING = "payout";

/**
 * A stand-in for what agents act on: billing, tickets and mail of a shop. It keeps a ledger of what took effect, knows a
 * repeat by its idempotency key, and cuts the connection after a payout.
 */
export async function startTarget(say: (line: string) => void): Promise<Target> {
  const ledger: Entry[] = [];
  const server = createServer(async (request, response) => {
    const operation = OPERATIONS[request.url ?? ""];
    if (request.method !== "POST" || !operation) return answer(response, 404, { error: "no such operation" });
    const text = await bodyOf(request);
    const idempotencyKey = request.headers["idempotency-key"]?.toString() ?? "";
    const before = ledger.find((entry) => entry.idempotencyKey === idempotencyKey);
    const entry = before ?? {
      operation,
      idempotencyKey,
      reference: `${operation}-${ledger.length + 1}`,
      arguments: text,
    };
    if (!before) {
      ledger.push(entry);
      say(`target   ${entry.reference} took effect: ${text}`);
    }
    if (operation === CUT_AFTER_ACTING && !before) {
      say(`target   the answer about ${entry.reference} is lost: the connection is cut`);
      response.socket?.destroy();
      return;
    }
    answer(response, 200, { reference: entry.reference });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}
