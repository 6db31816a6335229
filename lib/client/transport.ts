import { setTimeout as pause } from "node:timers/promises";
import { readBytes } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { RequestRefused } from "./errors";

export type Fetch = typeof globalThis.fetch;

/** One call's fate, told apart by what the caller may make of it. */
export type Sent =
  /** Status 200 or 201, JSON, an object. The only kind that can hold an approval. */
  | { kind: "answer"; status: 200 | 201; body: ExactObject }
  /** Countersign refused, in its own words. */
  | { kind: "refused"; refusal: RequestRefused }
  /** No answer, or one that says to come back. The call may have had its effect; the same one may be sent again. */
  | { kind: "no_answer"; why: string; cause?: unknown; retryAfterSeconds?: number }
  /** An answer, but none that Countersign gives: a proxy's page, a redirect. Sending again would not help. */
  | { kind: "unreadable"; why: string };

export type Call = {
  method: "GET" | "POST";
  /** Below `/api/v1`. */
  path: string;
  body?: string;
  idempotencyKey?: string;
  /** How long the server may hold its answer. */
  holdSeconds?: number;
  signal?: AbortSignal;
};

/** An answer may hold arguments, a context, the edited arguments and the changes, each at its limit. */
const ANSWER_LIMITS = { maxDepth: 100, maxMembers: 200_000 };

/** Beyond the hold, an answer that takes longer is taken for lost. */
const ANSWER_WITHIN_SECONDS = 15;

/** Pauses before the same call is sent again. */
const SEND_AGAIN_SECONDS = [0.2, 0.8, 2, 5];

/** No longer than this, whatever a server asks for. */
const LONGEST_PAUSE_SECONDS = 30;

/** Sends calls and sorts their answers. Follows no redirect: a key belongs to one server only. */
export class Transport {
  readonly #base: string;
  readonly #key: string;
  readonly #fetch: Fetch;

  constructor(url: string, key: string, fetch: Fetch) {
    this.#base = `${url.replace(/\/+$/, "")}/api/v1`;
    this.#key = key;
    this.#fetch = fetch;
  }

  async send({ method, path, body, idempotencyKey, holdSeconds = 0, signal }: Call): Promise<Sent> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}`, Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
    const late = AbortSignal.timeout((holdSeconds + ANSWER_WITHIN_SECONDS) * 1000);
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await this.#fetch(`${this.#base}${path}`, {
        method,
        headers,
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      return { kind: "no_answer", why: `the connection gave no answer (${wordsOf(cause)})`, cause };
    }
    return sort(response, bytes);
  }

  /** The same call again and again while there is no answer, a few times. The caller makes sure that this is harmless. */
  async sendUntilAnswered(call: Call): Promise<Sent> {
    for (const seconds of SEND_AGAIN_SECONDS) {
      const sent = await this.send(call);
      if (sent.kind !== "no_answer") return sent;
      const wanted = Math.max(seconds, sent.retryAfterSeconds ?? 0);
      await pause(Math.min(wanted, LONGEST_PAUSE_SECONDS) * 1000, undefined, { signal: call.signal });
    }
    return this.send(call);
  }
}

function sort(response: Response, bytes: Uint8Array): Sent {
  const { status } = response;
  const type = response.headers.get("content-type") ?? "";
  const said = `HTTP ${status}${type ? ` with ${type.split(";")[0]}` : ""}`;
  const body = /^application\/(json|problem\+json)\s*(;|$)/i.test(type) ? readObject(bytes) : null;
  if (status === 408 || status === 429 || status >= 500) {
    const wanted = Number(response.headers.get("retry-after") ?? Number.NaN);
    const detail = body ? textOf(body, "detail") : undefined;
    return {
      kind: "no_answer",
      why: `the server answered ${said}${detail ? `: ${detail}` : ""}`,
      retryAfterSeconds: Number.isFinite(wanted) ? wanted : undefined,
    };
  }
  if (response.redirected) return { kind: "unreadable", why: "the answer came from another address, by a redirect" };
  if ((status === 200 || status === 201) && body && /^application\/json/i.test(type)) {
    return { kind: "answer", status, body };
  }
  const code = body ? textOf(body, "code") : undefined;
  if (status >= 400 && body && code) {
    return { kind: "refused", refusal: new RequestRefused(status, code, textOf(body, "detail") ?? code) };
  }
  return { kind: "unreadable", why: `the server answered ${said}, which is no answer of Countersign's` };
}

function readObject(bytes: Uint8Array): ExactObject | null {
  const read = readBytes(bytes, ANSWER_LIMITS);
  return read.ok && read.value.kind === "object" ? read.value : null;
}

function textOf(body: ExactObject, name: string): string | undefined {
  const value = body.members.get(name);
  return value?.kind === "string" ? value.value : undefined;
}

/** undici says "fetch failed" and keeps the reason in `cause`. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  return inner.message || inner.name;
}
