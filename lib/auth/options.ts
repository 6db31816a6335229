import type { AuthOptions } from "next-auth";
import credentials from "next-auth/providers/credentials";
import { logger } from "@/lib/log";
import { provideSettings, settings } from "@/lib/settings";
import { revokeSession } from "@/lib/store/sessions";
import { identityProvider, providerSignIn } from "./identity-provider";
import { ownDestination } from "./own-destination";
import { signIn } from "./sign-in";

/** Longer than any session, because only the session's row may end it, by the database's clock and not this process's. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** What the sign-in page reads after a sign-in that could not be looked at. Nothing else an error says gets out. */
const UNAVAILABLE = "unavailable";

/** Over plain http a cookie marked secure would never come back; over https none may travel without. */
export function usesSecureCookies(): boolean {
  return settings().url.startsWith("https:");
}

/**
 * Next-auth's settings for one request.
 *
 * @param onSignOutFailed told when the session could not be ended; next-auth itself would say that all went well
 * @param userAgent what the browser says of itself, to tell sessions apart
 */
export function authOptions(onSignOutFailed: (error: unknown) => void = () => {}, userAgent?: string): AuthOptions {
  const { secret, url, passwordSignIn, oidcIssuer } = settings();
  if (!secret) throw new Error("COUNTERSIGN_SECRET is not set in this process; start the product with `npm start`.");
  // Next-auth takes its own address from this variable alone; without it, it would believe the Host header.
  if (process.env.NEXTAUTH_URL !== url) provideSettings({ NEXTAUTH_URL: url });
  return {
    secret,
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    // Its defaults are httpOnly and sameSite lax; the test of this file holds them to it.
    useSecureCookies: usesSecureCookies(),
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      ...(passwordSignIn ? [byPassword(userAgent)] : []),
      ...(oidcIssuer ? [identityProvider(oidcIssuer)] : []),
    ],
    callbacks: {
      // A password was checked by then; what the provider says of a person is judged here.
      signIn: ({ user, account, profile }) =>
        account?.type === "oauth" ? providerSignIn(user, profile, userAgent) : true,
      jwt: ({ token, user }) => (user ? { sessionId: user.sessionId } : { sessionId: token.sessionId }),
      // The browser's scripts are told nothing about who is signed in; pages are rendered knowing it.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url: target }) => ownDestination(target, url),
    },
    events: {
      async signOut({ token }) {
        try {
          if (token?.sessionId) await revokeSession(token.sessionId);
        } catch (error) {
          onSignOutFailed(error);
        }
      },
    },
  };
}

function byPassword(userAgent: string | undefined) {
  return credentials({
    credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    async authorize(given, request) {
      const { email, password } = given ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      try {
        return await signIn({ email, password, forwardedFor: request.headers?.["x-forwarded-for"], userAgent });
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("throttled:")) throw error;
        logger.error({ err: error }, "nobody was signed in: the attempt could not be checked");
        throw new Error(UNAVAILABLE);
      }
    },
  });
}
