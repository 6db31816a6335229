/** Any origin will do to resolve against: what comes out must still be on it. */
const HERE = "http://here.invalid";

/**
 * Where to go after signing in: a path of this console, resolved as a browser would resolve it, so that no spelling of
 * another host (`//evil`, `/\evil`, tabs between) gets through. Everything else is the inbox.
 */
export function destinationOf(callbackUrl: string | string[] | undefined): string {
  if (typeof callbackUrl !== "string" || !callbackUrl.startsWith("/") || !URL.canParse(callbackUrl, HERE))
    return "/inbox";
  const target = new URL(callbackUrl, HERE);
  if (target.origin !== HERE) return "/inbox";
  const path = target.pathname + target.search + target.hash;
  // Resolving can shorten a path to one that begins with two slashes, which a browser reads as a host.
  return path.startsWith("//") || target.pathname === "/sign-in" ? "/inbox" : path;
}
