import { randomUUID } from "node:crypto";

/** Answers a method that a path does not have. Nothing submitted is ever rewritten or deleted. */
export function notAllowed(allowed: string) {
  return async (): Promise<Response> => {
    const requestId = randomUUID();
    const body = {
      type: "urn:countersign:problem:method_not_allowed",
      title: "Method not allowed",
      status: 405,
      detail: `This path takes ${allowed}. Nothing was changed.`,
      code: "method_not_allowed",
      request_id: requestId,
    };
    return new Response(JSON.stringify(body), {
      status: 405,
      headers: { "Content-Type": "application/problem+json", Allow: allowed, "X-Request-ID": requestId },
    });
  };
}
