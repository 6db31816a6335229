/** Who is asking, once a key, a token or a session has been checked. */
export type AgentPrincipal = { kind: "agent"; id: string; name: string; keyId: string };

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
