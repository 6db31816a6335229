import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import Provider from "oidc-provider";

export type ProviderAccount = { email: string; email_verified: boolean; name?: string; groups?: string[] };

export type IdentityProvider = {
  /** Who can sign in there, by the name they type; a test changes what is said of them. */
  accounts: Map<string, ProviderAccount>;
  /** Addresses that were asked for authorization, to see what was sent along. */
  asked: URL[];
  stop(): Promise<void>;
};

type Settings = { port: number; clientId: string; clientSecret: string; redirectUri: string };

const PAGE = `<!doctype html><html lang="en"><title>Identity provider</title>
<form method="post"><label>Account <input name="account"></label><button>Continue</button></form></html>`;

/** A real OpenID Connect provider with a page that asks for a name and believes it. Authorization without PKCE is refused. */
export async function startIdentityProvider(settings: Settings): Promise<IdentityProvider> {
  const { port, clientId, clientSecret, redirectUri } = settings;
  const accounts = new Map<string, ProviderAccount>();
  const asked: URL[] = [];
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const origin = `http://localhost:${port}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key for these tests alone"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    // Nobody is asked for consent: it is the same house.
    async loadExistingGrant({ oidc }: { oidc: { session?: { accountId?: string }; client?: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/auth") asked.push(url);
    if (!url.pathname.startsWith("/interaction/")) return callback(request, response);
    if (request.method === "POST") {
      const accountId = new URLSearchParams(await textOf(request)).get("account") ?? "";
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    accounts,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
