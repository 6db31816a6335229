import * as cancel from "@/app/api/v1/confirmations/[id]/cancel/route";
import * as claim from "@/app/api/v1/confirmations/[id]/claim/route";
import * as decision from "@/app/api/v1/confirmations/[id]/decision/route";
import * as events from "@/app/api/v1/confirmations/[id]/events/route";
import * as outcome from "@/app/api/v1/confirmations/[id]/outcome/route";
import * as one from "@/app/api/v1/confirmations/[id]/route";
import * as all from "@/app/api/v1/confirmations/route";

/** REST without a server, for tests: a call goes to the very route handler that Next.js would hand it to. */

type Handler = (request: Request, context: { params: Promise<{ id?: string }> }) => Promise<Response>;

const BELOW_ONE: Record<string, object> = { "": one, cancel, claim, decision, events, outcome };

export type RestAnswer = {
  status: number;
  headers: Headers;
  /** Exactly what was sent. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape, and says itself what it expects
  json: any;
};

type Call = {
  /** An agent's key or a person's token. */
  as?: string;
  /** A text or bytes as they are; anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** `rest("POST", "/confirmations?wait=1s", { as: agent.key, body: { … } })` */
export async function rest(
  method: string,
  path: string,
  { as, body, headers, signal }: Call = {},
): Promise<RestAnswer> {
  const url = new URL(`http://localhost/api/v1${path}`);
  const [, id, below = ""] = url.pathname.split("/").slice(3);
  const module = id === undefined ? all : BELOW_ONE[below];
  const handler = (module as Record<string, Handler> | undefined)?.[method];
  if (!handler) throw new Error(`no handler for ${method} ${path}`);
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const request = new Request(url, {
    method,
    signal,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
  });
  const response = await handler(request, {
    params: Promise.resolve(id === undefined ? {} : { id: decodeURIComponent(id) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
}
