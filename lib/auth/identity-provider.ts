import type { Profile, User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { logger } from "@/lib/log";
import { settings } from "@/lib/settings";
import { signInByProvider } from "@/lib/store/provider-sign-in";

/** How sign-in's addresses name the one provider that can be set: `/api/auth/callback/oidc`. */
const PROVIDER_ID = "oidc";

/** A provider that hangs is a refusal within seconds. */
const ANSWER_MILLISECONDS = 10_000;

type Claims = Profile & Record<string, unknown>;

/** The OpenID Connect provider of the settings, for next-auth: code flow with PKCE, state and nonce. */
export function identityProvider(issuer: string): OAuthConfig<Claims> {
  const { oidcName, oidcClientId, oidcClientSecret, oidcScopes } = settings();
  return {
    id: PROVIDER_ID,
    name: oidcName,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    authorization: { params: { scope: oidcScopes } },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    httpOptions: { timeout: ANSWER_MILLISECONDS },
    userinfo: {
      // Some providers put e-mail and groups into the token, others give them on asking. What was signed counts first.
      async request({ client, tokens }) {
        // What is handed on here is the whole set, though it is declared as less.
        const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        // It refuses an answer about another subject than the token's.
        const asked = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(set) : {};
        return { ...asked, ...set.claims() };
      },
    },
    // Next-auth wants no more than an id here; who that is, `providerSignIn` finds out.
    profile: ({ sub }) => ({ id: String(sub), sessionId: "" }),
  };
}

/**
 * Judges what the provider says of whoever came back from it, and opens a session.
 *
 * @param user what next-auth makes the cookie of; gets the person and the session
 * @returns the address to go to instead, where they do not get in
 */
export async function providerSignIn(
  user: User,
  profile: Profile | undefined,
  userAgent: string | undefined,
): Promise<true | string> {
  const claims = (profile ?? {}) as Claims;
  const { url, oidcIssuer, oidcGroupsClaim, oidcRoles } = settings();
  if (typeof claims.sub !== "string" || claims.sub === "") return `${url}/sign-in?error=OAuthCallback`;
  try {
    const done = await signInByProvider(
      {
        issuer: typeof claims.iss === "string" ? claims.iss : (oidcIssuer ?? ""),
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        name: claims.name,
        groups: claims[oidcGroupsClaim],
      },
      oidcRoles,
      userAgent,
    );
    if (!done.ok) return `${url}/sign-in?error=${done.why}`;
    user.id = done.id;
    user.sessionId = done.sessionId;
    return true;
  } catch (error) {
    logger.error({ err: error }, "nobody was signed in: what the provider said could not be looked up");
    return `${url}/sign-in?error=unavailable`;
  }
}
