import { diffSummary } from "@/lib/kernel/policy/change";
import { diffPolicies } from "@/lib/kernel/policy/diff";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import { draftRuleFrom } from "@/lib/kernel/policy/draft";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { loadConfirmation } from "@/lib/store/confirmations";
import { changingPolicies, findActivePolicy, insertDraft } from "@/lib/store/policies";
import { notFound } from "../answer";
import type { PersonContext } from "../context";
import { readStoredObject } from "../stored-json";
import { documentOf, lostAccess, type PolicyDone, refuseOthers } from "./open-draft";

/** What a draft begins with: the version in force, nothing, or that and one rule for exactly one confirmation's case. */
export type Beginning = { from: "active" } | { from: "nothing" } | { from: "confirmation"; id: string };

type Added = { rule?: string; confirmationId?: string; leftOut?: string[] };

/** An admin begins a draft. It changes nothing until it is proposed and brought into force. */
export async function beginDraft(
  { principal, requestId }: PersonContext,
  beginning: Beginning,
): Promise<PolicyDone | Refused> {
  const forbidden = refuseOthers(principal);
  if (forbidden) return forbidden;
  const source = beginning.from === "confirmation" ? await loadConfirmation(beginning.id) : null;
  if (beginning.from === "confirmation" && !source) return notFound();

  return changingPolicies(async (tx, now) => {
    const active = await findActivePolicy(tx);
    const inForce = documentOf(active);
    let document: PolicyDocument = beginning.from === "nothing" ? { rules: [], tests: [] } : inForce;
    const added: Added = {};
    if (source) {
      const { confirmation, tool } = source;
      const facts = {
        id: confirmation.id,
        tool: confirmation.tool,
        target: confirmation.target,
        arguments: readStoredObject(confirmation.arguments),
        masked: tool.masked,
      };
      const made = draftRuleFrom(
        facts,
        inForce.rules.map(({ id }) => id),
      );
      if (!made.ok) return refuse("policy_invalid", `${made.message}. No draft was begun.`);
      const { rule, test } = made;
      document = { rules: [...document.rules, rule], tests: test ? [...document.tests, test] : document.tests };
      Object.assign(added, { rule: rule.id, confirmationId: confirmation.id, leftOut: made.leftOut });
    }
    const draft = { document: writePolicyDocument(document), basedOn: active.number, source: "page" as const };
    const number = await insertDraft(tx, now, { ...draft, actor: principal });
    if (number === null) return lostAccess();
    const data = {
      number,
      based_on: active.number,
      from: beginning.from,
      ...(added.rule !== undefined && { rule: added.rule, secrets_left_out: added.leftOut }),
      ...diffSummary(diffPolicies(inForce, document)),
    };
    const event = { kind: "policy.drafted", actor: personActor(principal), data } as const;
    await recordEvents(tx, now, [event], { requestId, confirmationId: added.confirmationId });
    return { ok: true, number };
  });
}
