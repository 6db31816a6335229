import type {
  AgentCaller,
  AgentPrincipal,
  Caller,
  PersonCaller,
  PersonPrincipal,
  Principal,
} from "@/lib/kernel/principal";

/** Who does it, and the request it came with. */
export type AnyContext = { principal: Principal; requestId: string };
export type AgentContext = AnyContext & { principal: AgentPrincipal };
export type PersonContext = AnyContext & { principal: PersonPrincipal };

/** Whoever asks, and the request it came with. Who they are now is what the flow's first read says. */
export type AnyCall = { caller: Caller; requestId: string };
export type AgentCall = AnyCall & { caller: AgentCaller };
export type PersonCall = AnyCall & { caller: PersonCaller };
