/** Every kind of event the audit can hold. Closed: a new kind is added here first, with the sentence it stands for. */
export const AUDIT_KINDS = {
  "confirmation.submitted": "asked",
  "confirmation.approved": "approved",
  "confirmation.denied": "denied",
  "confirmation.cancelled": "withdrew it",
  "confirmation.timed_out": "recorded that nobody decided in time",
  "execution.skipped": "recorded that the call was not run",
  "escalation.tier_skipped": "passed over a tier that has nobody who can decide",
  "escalation.tier_asked": "asked a tier as well",
  "escalation.required": "handed it to people, because nobody decided",
  "escalation.notified": "told the admins that nobody decided",
  "escalation.acknowledged": "acknowledged that nobody decided",
  "alert.acknowledged": "acknowledged an alert",
  "decision.refused": "tried to decide, and was refused",
  "decision.break_glass": "decided past tiers and approvals",
  "vote.given": "gave one of the approvals needed",
  "vote.voided": "made an approval count no longer",
  "cancel.refused": "tried to withdraw it, and was refused",
  "execution.claimed": "claimed the approval to run the call",
  "claim.refused": "tried to claim it, and was refused",
  "execution.succeeded": "reported that it succeeded",
  "execution.failed": "reported that it failed, with evidence that nothing took effect",
  "execution.outcome_unknown": "recorded that the outcome is unknown",
  "outcome.refused": "reported an outcome, and was refused",
  "reconciliation.happened": "settled it: it happened",
  "reconciliation.did_not_happen": "settled it: it did not happen",
  "reconciliation.set_aside": "set it aside",
  "reconciliation.retry_allowed": "allowed one retry",
  "reconciliation.refused": "tried to settle it, and was refused",
  "secret.revealed": "looked at a masked value in clear",
  "person.signed_in": "signed in",
  "person.sign_in_refused": "was refused at sign-in",
  "person.signed_out": "signed out",
  "person.added": "added a person",
  "person.disabled": "disabled a person",
  "person.role_changed": "changed a person's role",
  "person.token_issued": "issued a reviewer's token",
  "person.token_revoked": "revoked a reviewer's token",
  "person.enabled": "enabled a person again",
  "person.invited": "invited a person",
  "person.reset_offered": "made a link to set a person's password anew",
  "person.password_set": "set a password by a link",
  "person.session_ended": "ended a session",
  "person.linked": "was linked to the identity provider",
  "group.created": "created a group",
  "group.renamed": "renamed a group",
  "group.deleted": "deleted a group",
  "group.members_changed": "changed a group's members",
  "delegation.made": "let somebody decide in another's place for a while",
  "delegation.ended": "ended a delegation early",
  "agent.added": "added an agent",
  "agent.disabled": "disabled an agent",
  "agent.enabled": "enabled an agent again, with a new key",
  "agent.owner_changed": "changed who answers for an agent",
  "agent.key_added": "gave an agent one more key",
  "agent.key_rotated": "gave an agent a new key in an old one's place",
  "agent.key_revoked": "revoked an agent's key",
  "tools.applied": "applied the tools' settings",
  "policy.drafted": "began a draft of the policy",
  "policy.saved": "saved a draft of the policy",
  "policy.proposed": "proposed a version of the policy",
  "policy.activated": "brought a version of the policy into force",
  "policy.discarded": "discarded a draft of the policy",
  "tools.removed": "took a tool off the registry",
  "limits.applied": "applied the gate's limits",
  "configuration.applied": "applied a file of settings",
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;

/** Who an event names. There is always one: a person, an agent, a policy, the gate, a named job, or the operator. */
export type AuditActor = {
  kind: "person" | "agent" | "policy" | "gate" | "job" | "operator";
  id?: string;
  name: string;
};

/** An event before it has a place in the log. `data` is JSON and never holds a secret. */
export type AuditDraft = {
  kind: AuditKind;
  actor: AuditActor;
  data: Record<string, unknown>;
};
