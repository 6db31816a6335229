import type { NextRequest } from "next/server";
import nextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { plain, readSignInRequest } from "@/lib/auth/sign-in-request";
import { logger } from "@/lib/log";

async function handle(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const readable = await readSignInRequest(request);
  if (readable instanceof Response) return readable;

  let stillSignedIn = false;
  const options = authOptions((error) => {
    stillSignedIn = true;
    logger.error({ err: error }, "nobody was signed out: the session could not be ended");
  }, request.headers.get("user-agent") ?? undefined);
  const response: Response = await nextAuth(readable, context, options);

  // The cookie is kept, so that signing out can be tried again: a cookie thrown away leaves a session that still opens.
  if (stillSignedIn) return plain(503, "You are still signed in: the session could not be ended. Try again.");
  // Next-auth answers what it cannot make sense of as an error of its configuration, which was checked at the start.
  return response.status >= 500 ? plain(400, "This is not a request that sign-in understands.") : response;
}

export { handle as GET, handle as POST };
