import { randomUUID } from "node:crypto";
import { authenticate } from "@/lib/auth/authenticate";
import { subscribeToChanges } from "@/lib/wait/change-feed";
import { problemResponse } from "@/lib/wire/native/problem";
import { failure } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** Keeps proxies from closing a silent stream. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** A stream ends after this long and the page opens another, which asks again who is signed in. */
const LIFE_MILLISECONDS = 10 * 60 * 1000;

/**
 * Server-sent events that tell an open page which confirmations to read again. They carry ids and nothing else, so a
 * page can show nothing that it did not read with its own session.
 */
export async function GET(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const caller = await authenticate(request, { cookie: true });
    if (!caller.ok) return problemResponse(caller.refusal, requestId);
    if (caller.principal.kind !== "person") {
      return problemResponse(
        { code: "forbidden", detail: "The stream is for people; an agent follows with ?wait=." },
        requestId,
      );
    }
  } catch (error) {
    return failure(error, requestId);
  }
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          end();
        }
      };
      const unsubscribe = subscribeToChanges((ids) => send(`event: change\ndata: ${JSON.stringify({ ids })}\n\n`));
      const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MILLISECONDS);
      const life = setTimeout(() => end(), LIFE_MILLISECONDS);
      let ended = false;
      end = () => {
        if (ended) return;
        ended = true;
        unsubscribe();
        clearInterval(heartbeat);
        clearTimeout(life);
        try {
          controller.close();
        } catch {
          // The page has closed it already.
        }
      };
      request.signal.addEventListener("abort", () => end(), { once: true });
      send("retry: 2000\nevent: hello\ndata: {}\n\n");
    },
    cancel() {
      end();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      "X-Request-ID": requestId,
    },
  });
}
