import { NextRequest } from "next/server";

/** An e-mail, a password, a token and an address to return to; nothing of theirs is longer. */
const BODY_MOST_BYTES = 16 * 1024;

/** What next-auth puts into a redirect unescaped. */
const ERROR_CODE = /^[A-Za-z0-9_:-]{0,64}$/;

/**
 * A request as next-auth can take it: it reads bodies without limit and lets a malformed one fail as an error of ours.
 *
 * @returns the refusal to answer with, where it cannot be passed on
 */
export async function readSignInRequest(request: NextRequest): Promise<NextRequest | Response> {
  if (!ERROR_CODE.test(request.nextUrl.searchParams.get("error") ?? "")) return plain(400, "Malformed request.");
  if (request.method !== "POST") return request;
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return plain(415, "Send the form as application/x-www-form-urlencoded.");
  }
  const text = await readAtMost(request, BODY_MOST_BYTES);
  if (text === null) return plain(413, `The form is larger than ${BODY_MOST_BYTES} bytes.`);
  return new NextRequest(request.url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: text,
  });
}

export function plain(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}

async function readAtMost(request: Request, bytes: number): Promise<string | null> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > bytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
