import { type NextRequest, NextResponse } from "next/server";

/** What opens REST opens no action of a page, whatever else comes with it. Any other header may be a proxy's own. */
const KEY_OR_TOKEN = /^Bearer +cs[ar]_/i;

/**
 * Every page's headers. Scripts run by a nonce of this very request, or not at all; nothing is loaded from another
 * origin and nothing is sent to one. It asks no database: who is signed in, each page looks up itself.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.method === "POST" && KEY_OR_TOKEN.test(request.headers.get("authorization") ?? "")) {
    return NextResponse.json(
      { code: "unauthenticated", detail: "A page takes no key and no token: people act here by their session." },
      { status: 401, headers: { "Cache-Control": "no-store" } },
    );
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next.js reads the nonce from here and gives it to the scripts and styles it writes.
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  // Only where the console is reached by https: on localhost it would bind every other server there, for a year.
  if (process.env.COUNTERSIGN_URL?.startsWith("https:")) {
    response.headers.set("Strict-Transport-Security", "max-age=31536000");
  }
  return response;
}

export function contentSecurityPolicy(nonce: string, development = process.env.NODE_ENV === "development"): string {
  return [
    "default-src 'self'",
    // React's development build evaluates text to rebuild the server's stack traces; production never does.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The development server puts styles in by script.
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // An attribute can place and size one element and load nothing; the windows bar and virtual rows are placed so.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  // Answers of the API are no pages and have a policy of their own (next.config.js); built files need none.
  matcher: ["/((?!api/|_next/static/|_next/image).*)"],
};
