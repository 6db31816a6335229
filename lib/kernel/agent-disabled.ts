import type { AuditActor } from "./audit-kinds";
import type { Change } from "./transition";

/**
 * What a disabled agent has pending is withdrawn by whoever disabled it. Who may do that was settled in the transaction
 * that shut the agent out; half of a kill switch is none, so it is carried through whatever becomes of them since.
 */
export function agentDisabled(actor: AuditActor, now: Date): Change {
  return {
    guard: "decidable",
    authority: { kind: "system" },
    set: {
      state: "cancelled",
      decidedAt: now,
      // The operator is no person the console knows: it acts as the product itself, by name.
      decidedByKind: actor.kind === "person" ? "admin" : "gate",
      decidedById: actor.kind === "person" ? (actor.id ?? null) : null,
      decidedByName: actor.name,
      reasonCode: "agent_disabled",
    },
    events: [{ kind: "confirmation.cancelled", actor, data: { reason_code: "agent_disabled" } }],
  };
}
