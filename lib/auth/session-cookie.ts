import { getToken } from "next-auth/jwt";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { settings } from "@/lib/settings";
import { findSession } from "@/lib/store/sessions";
import { usesSecureCookies } from "./options";

/**
 * Who a browser's cookies speak for, read from the database on every call.
 *
 * @returns null without a cookie of ours, or where its session or its person no longer stands
 */
export async function personOfCookies(cookies: Record<string, string>): Promise<PersonPrincipal | null> {
  const token = await getToken({
    // No headers: next-auth would take a bearer token for a cookie.
    req: { cookies, headers: {} } as unknown as Parameters<typeof getToken>[0]["req"],
    secret: settings().secret,
    secureCookie: usesSecureCookies(),
  });
  return token?.sessionId ? findSession(token.sessionId) : null;
}

/** A Cookie header as name and value. Ours hold no character that would have been escaped. */
export function readCookies(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(";").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}
