import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";

/** One request as it arrived. */
export type Arrived = { method: string; path: string; body: string; idempotencyKey?: string };

/** Answers a request, or leaves it to whatever the handler does with the socket. */
export type Handler = (arrived: Arrived, response: ServerResponse) => void | Promise<void>;

export type StandIn = { url: string; arrived: Arrived[]; stop(): Promise<void> };

/** A little HTTP server for the client's own tests: it keeps what arrived and answers as the test says. */
export async function startStandIn(handler: Handler): Promise<StandIn> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const one: Arrived = {
      method: request.method ?? "",
      path: request.url ?? "",
      body: await bodyOf(request),
      idempotencyKey: request.headers["idempotency-key"]?.toString(),
    };
    arrived.push(one);
    await handler(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
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

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(writeExactJson(body));
}

export function problem(response: ServerResponse, status: number, code: string, detail = code): void {
  response.writeHead(status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ type: "about:blank", status, code, detail }));
}

export function exact(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error(`not an object: ${text}`);
  return read.value;
}

export const AN_ID = "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b";

/** A confirmation as Countersign presents it; `more` replaces or adds members. */
export function confirmationBody(argumentsText: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const proposed = exact(argumentsText);
  return {
    id: AN_ID,
    state: "pending",
    tool: "issue_refund",
    arguments: proposed,
    arguments_digest: digestOf(proposed),
    server_time: "2026-11-30T12:00:00.000Z",
    wait_ends_at: "2026-11-30T12:01:00.000Z",
    decidable_until: "2026-12-01T12:00:00.000Z",
    links: { review: `http://console.example/confirmations/${AN_ID}` },
    ...more,
  };
}

export function decided(state: "approved" | "denied" | "cancelled" | "expired"): Record<string, unknown> {
  const approved = state === "approved";
  return {
    state,
    decision: {
      status: state,
      by: { kind: "reviewer", id: "p1", name: "Rita" },
      reason_code: "reviewer_approved",
      reason: "as discussed",
      at: "2026-11-30T12:00:30.000Z",
      ...(approved && { start_by: "2026-11-30T12:15:30.000Z" }),
    },
    ...(approved && { execution: { state: "planned", attempt: 1 } }),
  };
}

export function granted(argumentsText: string): Record<string, unknown> {
  return {
    ...decided("approved"),
    execution: { state: "submitted", attempt: 1 },
    grant: {
      execution_id: "0193a1b2-0000-7000-8000-000000000001",
      attempt: 1,
      arguments: exact(argumentsText),
      arguments_digest: digestOf(exact(argumentsText)),
      idempotency_key: "0193a1b2-0000-7000-8000-000000000001",
      outcome_due_by: "2026-11-30T12:10:40.000Z",
    },
  };
}
