/** The part of oidc-provider that the tests use; it brings no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Session = { accountId?: string };
  type Client = { clientId: string };
  type Context = { oidc: { session?: Session; client?: Client; provider: Provider } };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    Grant: new (facts: {
      accountId?: string;
      clientId?: string;
    }) => { addOIDCScope(scopes: string): void; save(): Promise<string> };
  }
}
