import { randomUUID } from "node:crypto";
import { authenticate } from "@/lib/auth/authenticate";
import { takeOne } from "@/lib/auth/rate-limit";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import { isId } from "@/lib/kernel/id";
import type { AgentPrincipal, PersonPrincipal, Principal } from "@/lib/kernel/principal";
import { type Refusal, type Refused, refuse } from "@/lib/kernel/refusal";
import { logger } from "@/lib/log";
import { observeRequest } from "@/lib/metrics";
import { isStoreFailure, StoreUnavailable } from "@/lib/store/failure";
import { problemResponse } from "./problem";

/** Who may make a call. A browser's cookie opens only what changes nothing. */
type Who = "agent" | "person" | "any";
type PrincipalOf<W extends Who> = W extends "agent" ? AgentPrincipal : W extends "person" ? PersonPrincipal : Principal;

export type Call<W extends Who> = {
  request: Request;
  url: URL;
  principal: PrincipalOf<W>;
  requestId: string;
  /** The `{id}` of the path, where it has one: a well-formed id. */
  id: string;
};

/** What a handler answers: JSON with a status, a file of comma-separated values, or a refusal, for a lost race with what stands. */
export type Reply =
  | { status: 200 | 201; body: unknown }
  | { csv: string; filename: string }
  | { refusal: Refusal; confirmation?: unknown };

type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/**
 * A REST call as a route handler: authenticated, rate-limited, answered as JSON or as a problem, never with a stack
 * trace, and always with `X-Request-ID`.
 */
export function route<W extends Who>(name: string, who: W, handle: (call: Call<W>) => Promise<Reply>) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = randomUUID();
    const started = performance.now();
    let response: Response;
    try {
      response = await answer(who, handle, request, context, requestId);
    } catch (error) {
      response = failure(error, requestId);
    }
    response.headers.set("X-Request-ID", requestId);
    observeRequest(name, request.method, response.status, (performance.now() - started) / 1000);
    return response;
  };
}

/** A call that anybody may make and that reads no confirmation: the same care without the question who asks. */
export function openRoute(handle: (requestId: string) => Response | Promise<Response>) {
  return async (): Promise<Response> => {
    const requestId = randomUUID();
    let response: Response;
    try {
      response = await handle(requestId);
    } catch (error) {
      response = failure(error, requestId);
    }
    response.headers.set("X-Request-ID", requestId);
    return response;
  };
}

async function answer<W extends Who>(
  who: W,
  handle: (call: Call<W>) => Promise<Reply>,
  request: Request,
  context: RouteContext,
  requestId: string,
): Promise<Response> {
  const caller = await authenticate(request, { cookie: request.method === "GET" });
  if (!caller.ok) return problemResponse(caller.refusal, requestId);
  const { principal } = caller;
  const taken = await takeOne(principal.kind === "agent" ? principal.keyId : principal.credential.id);
  if (!taken.ok) {
    const { retryAfterSeconds } = taken;
    const detail = `Too many requests with this key. Nothing was done; try again in ${retryAfterSeconds} s.`;
    return problemResponse({ code: "rate_limited", detail, retryAfterSeconds }, requestId);
  }
  const wrongKind = whoElse(who, principal);
  if (wrongKind) return problemResponse(wrongKind.refusal, requestId);
  const { id } = (await context.params) ?? {};
  if (id !== undefined && (typeof id !== "string" || !isId(id))) {
    return problemResponse({ code: "not_found", detail: "There is no such confirmation." }, requestId);
  }
  const reply = await handle({
    request,
    url: new URL(request.url),
    principal: principal as PrincipalOf<W>,
    requestId,
    id: typeof id === "string" ? id.toLowerCase() : "",
  });
  if ("refusal" in reply) return problemResponse(reply.refusal, requestId, reply.confirmation);
  return "csv" in reply ? csvResponse(reply.csv, reply.filename) : jsonResponse(reply.status, reply.body);
}

function whoElse(who: Who, principal: Principal): Refused | null {
  if (who === "agent" && principal.kind !== "agent") {
    return refuse("not_an_agent", "Only an agent does this, with its own key. Nothing was changed.");
  }
  if (who === "person" && principal.kind !== "person") {
    return refuse("not_a_reviewer", "Nobody decides by an agent's key. Nothing was decided.");
  }
  return null;
}

export function jsonResponse(status: number, body: unknown): Response {
  return new Response(writeExactJson(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** Seconds after which a store that was away is worth asking again. */
const STORE_RETRY_SECONDS = 2;

function csvResponse(csv: string, filename: string): Response {
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** What an exception says outside: that the store is away, or that it is our fault; never what it was. */
export function failure(error: unknown, requestId: string): Response {
  if (isStoreFailure(error)) {
    logger.error({ err: error, request_id: requestId }, "the store refused or was away");
    return problemResponse(storeUnavailable(error), requestId);
  }
  logger.error({ err: error, request_id: requestId }, "unexpected failure");
  const body = {
    type: "about:blank",
    title: "Unexpected failure",
    status: 500,
    detail:
      "Something in Countersign itself went wrong. Nothing is known to have been decided; look at the confirmation before trying again.",
    code: "internal",
    request_id: requestId,
  };
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  });
}

/** The refusal for a store that is away; it says whether anything can have been decided. */
export function storeUnavailable(error: unknown): Refusal {
  const uncertain = error instanceof StoreUnavailable && !error.certain;
  return {
    code: "store_unavailable",
    detail: uncertain
      ? "The store's answer was lost, so it is not known whether this was recorded. Look at the confirmation before anything else; sending the same again is safe."
      : "The store could not be reached or refused to write. Nothing was decided and nothing was changed; try again.",
    retryAfterSeconds: STORE_RETRY_SECONDS,
  };
}
