import type { AgentPrincipal, PersonPrincipal, Principal } from "@/lib/kernel/principal";

/** Who does it, and the request it came with. */
export type AnyContext = { principal: Principal; requestId: string };
export type AgentContext = AnyContext & { principal: AgentPrincipal };
export type PersonContext = AnyContext & { principal: PersonPrincipal };
