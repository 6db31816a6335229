import { randomUUID } from "node:crypto";
import { problemResponse } from "@/lib/wire/native/problem";

export const dynamic = "force-dynamic";

async function notFound(): Promise<Response> {
  const requestId = randomUUID();
  const response = problemResponse(
    { code: "not_found", detail: "There is no such path; /api/openapi.json lists them. Nothing was done." },
    requestId,
  );
  response.headers.set("X-Request-ID", requestId);
  return response;
}

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
