/** Who is asking, once a key, a token or a session has been checked. */
export type AgentPrincipal = {
  kind: "agent";
  id: string;
  name: string;
  keyId: string;
  /** The tools its key may ask for and claim, by exact name; empty: all. */
  tools: readonly string[];
};

export type Role = "admin" | "reviewer" | "auditor";

export const ROLES: readonly Role[] = ["admin", "reviewer", "auditor"];

export type PersonPrincipal = {
  kind: "person";
  id: string;
  name: string;
  email: string;
  role: Role;
  /** By what the person came in: a browser session or an API token. Checked again inside the deciding statement. */
  credential: { kind: "session" | "token"; id: string };
};

export type Principal = AgentPrincipal | PersonPrincipal;

/**
 * Who asks, as far as it never changes: whose a key, a token or a session is. It grants nothing. An operation's first
 * read answers the principal: the name and the role as they are then, or that the credential opens nothing any more.
 */
export type AgentCaller = Pick<AgentPrincipal, "kind" | "id" | "keyId">;
export type PersonCaller = Pick<PersonPrincipal, "kind" | "id" | "credential">;
export type Caller = AgentCaller | PersonCaller;

/** What a caller is once it was read. */
export type PrincipalOf<C extends Caller> = C extends AgentCaller ? AgentPrincipal : PersonPrincipal;
