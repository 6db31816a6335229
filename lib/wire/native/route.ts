import { randomUUID } from "node:crypto";
import { authenticate, presume } from "@/lib/auth/authenticate";
import { noteUse } from "@/lib/auth/key-use";
import { takeOne } from "@/lib/auth/rate-limit";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import { isId } from "@/lib/kernel/id";
import type { AgentCaller, Caller, PersonCaller, PrincipalOf } from "@/lib/kernel/principal";
import { type Refusal, type Refused, refuse } from "@/lib/kernel/refusal";
import { logger } from "@/lib/log";
import { observeRequest } from "@/lib/metrics";
import { isStoreFailure, StoreUnavailable } from "@/lib/store/failure";
import type { Parsed } from "./parse";
import { problemResponse } from "./problem";

/** Who may make a call. A browser's cookie opens only what changes nothing. */
type Who = "agent" | "person" | "any";
type CallerFor<W extends Who> = W extends "agent" ? AgentCaller : W extends "person" ? PersonCaller : Caller;

type Asked = {
  request: Request;
  requestId: string;
  /** The `{id}` of the path, where it has one: a well-formed id. */
  id: string;
};

export type Call<W extends Who> = Asked & { url: URL; principal: PrincipalOf<CallerFor<W>> };

/** Here the operation's first read says whether the caller still stands, and who that is. */
export type Operation<W extends Who> = Asked & { caller: CallerFor<W> };

/** What a handler answers: JSON with a status, a file of comma-separated values, or a refusal, for a lost race with what stands. */
export type Reply =
  | { status: 200 | 201; body: unknown; retryAfterSeconds?: number }
  | { csv: string; filename: string }
  | { refusal: Refusal; confirmation?: unknown };

type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/**
 * A REST call as a route handler: authenticated, rate-limited, answered as JSON or as a problem, never with a stack
 * trace, and always with `X-Request-ID`.
 */
export function route<W extends Who>(name: string, who: W, handle: (call: Call<W>) => Promise<Reply>) {
  return observed(name, async (request, context, requestId) => {
    const known = await authenticate(request, { cookie: request.method === "GET" });
    if (!known.ok) return problemResponse(known.refusal, requestId);
    const { principal } = known;
    const asked = await admit(who, principal, request, context, requestId);
    if (!asked.ok) return problemResponse(asked.refusal, requestId);
    return replyResponse(
      await handle({ ...asked.value, url: new URL(request.url), principal: principal as Call<W>["principal"] }),
      requestId,
    );
  });
}

/**
 * The same for a call whose flow reads its caller together with its first read, which saves a query. `read` takes the
 * whole request in and asks no store; `act` calls the flow. Whoever may not call at all is told so before anything else,
 * so what is refused without that first read is refused only after the credential was checked.
 */
export function operation<W extends Who, Value>(
  name: string,
  who: W,
  read: (request: Request) => Promise<Parsed<Value> | Refused>,
  act: (operation: Operation<W>, value: Value) => Promise<Reply>,
) {
  return observed(name, async (request, context, requestId) => {
    const authenticated = () => authenticate(request, { cookie: request.method === "GET" });
    const presumed = presume(request);
    const known = presumed ? { ok: true as const, principal: presumed } : await authenticated();
    if (!known.ok) return problemResponse(known.refusal, requestId);
    const caller: Caller = known.principal;
    const refused = async (refusal: Refusal) => {
      const checked = presumed ? await authenticated() : known;
      return problemResponse(checked.ok ? refusal : checked.refusal, requestId);
    };
    const asked = await admit(who, caller, request, context, requestId);
    if (!asked.ok) return refused(asked.refusal);
    const value = await read(request);
    if (!value.ok) return refused(value.refusal);
    const reply = await act({ ...asked.value, caller: caller as CallerFor<W> }, value.value);
    if ("refusal" in reply && reply.refusal.code === "unauthenticated") return refused(reply.refusal);
    return replyResponse(reply, requestId);
  });
}

function observed(
  name: string,
  answer: (request: Request, context: RouteContext, requestId: string) => Promise<Response>,
) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = randomUUID();
    const started = performance.now();
    let response: Response;
    try {
      response = await answer(request, context, requestId);
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

/** The rate limit, the kind of caller, and the path. */
async function admit(
  who: Who,
  caller: Caller,
  request: Request,
  context: RouteContext,
  requestId: string,
): Promise<{ ok: true; value: Asked } | Refused> {
  const taken = await takeOne(caller.kind === "agent" ? caller.keyId : caller.credential.id);
  if (!taken.ok) {
    const { retryAfterSeconds } = taken;
    const detail = `Too many requests with this key. Nothing was done; try again in ${retryAfterSeconds} s.`;
    return refuse("rate_limited", detail, { retryAfterSeconds });
  }
  if (caller.kind === "agent") noteUse(caller.keyId);
  const wrongKind = whoElse(who, caller);
  if (wrongKind) return wrongKind;
  const { id } = (await context.params) ?? {};
  if (id !== undefined && (typeof id !== "string" || !isId(id))) {
    return refuse("not_found", "There is no such confirmation.");
  }
  return { ok: true, value: { request, requestId, id: typeof id === "string" ? id.toLowerCase() : "" } };
}

function replyResponse(reply: Reply, requestId: string): Response {
  if ("refusal" in reply) return problemResponse(reply.refusal, requestId, reply.confirmation);
  if ("csv" in reply) return csvResponse(reply.csv, reply.filename);
  const response = jsonResponse(reply.status, reply.body);
  if (reply.retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(reply.retryAfterSeconds));
  return response;
}

function whoElse(who: Who, caller: Caller): Refused | null {
  if (who === "agent" && caller.kind !== "agent") {
    return refuse("not_an_agent", "Only an agent does this, with its own key. Nothing was changed.");
  }
  if (who === "person" && caller.kind !== "person") {
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
