import { type Edit, judgeVerdict, type Verdict } from "@/lib/kernel/decision";
import { changesBetween, changesText, effectiveArguments } from "@/lib/kernel/exact-json/changes";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { unmaskEdit } from "@/lib/kernel/masking";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { type Found, loadForCaller } from "@/lib/store/confirmations";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import { faultsAgainstSchema } from "./check-arguments";
import type { PersonCall } from "./context";
import { readStoredObject } from "./stored-json";

export type DecideRequest = {
  id: string;
  verdict: Verdict;
  reason: string | null;
  seenDigest: string | null;
  /** Approve only: the whole edited object; masked values may still bear their mask. */
  editedArguments: ExactObject | null;
};

/** A person decides. Every way a person has of deciding comes through here. */
export async function decideConfirmation(
  { caller, requestId }: PersonCall,
  { id, verdict, reason, seenDigest, editedArguments }: DecideRequest,
): Promise<Done | RefusedWith | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!found) return notFound();
  const edited = editedArguments ? editOf(found, editedArguments) : ({ ok: true, edit: null } as const);
  return carryOut({
    found,
    now,
    requestId,
    judge: (facts) => {
      const edit = edited.ok ? edited.edit : null;
      const judgement = judgeVerdict({ facts, now, person: principal, verdict, reason, seenDigest, edit });
      return edited.ok || judgement.kind === "refused" ? judgement : { kind: "refused", refusal: edited.refusal };
    },
    onRefusal: (code) => ({ kind: "decision.refused", actor: personActor(principal), data: { verdict, code } }),
  });
}

/** What an edit comes to, with every untouched value as the agent wrote it; null when nothing was changed. */
function editOf({ confirmation, tool }: Found, edited: ExactObject): { ok: true; edit: Edit } | Refused {
  const proposed = readStoredObject(confirmation.arguments);
  const unmasked = unmaskEdit(proposed, edited, tool.masked);
  if (!unmasked.ok) {
    return refuse(
      "arguments_invalid",
      "Some masked values have no certain original. Nothing was decided; type them anew.",
      {
        errors: unmasked.paths.map((path) => ({
          path,
          message: "is a mask without a certain original; type the value",
          why: { code: "mask" },
        })),
      },
    );
  }
  const effective = effectiveArguments(proposed, unmasked.value);
  const changes = changesBetween(proposed, effective);
  if (changes.length === 0) return { ok: true, edit: null };
  if (!tool.edits) {
    return refuse(
      "arguments_invalid",
      `The arguments of ${confirmation.tool} may not be edited. Nothing was decided; approve them as they are, or deny.`,
    );
  }
  const faults = faultsAgainstSchema(tool.schema, effective);
  if (faults.length > 0) {
    return refuse("arguments_invalid", "The edited arguments do not fit the tool's schema. Nothing was decided.", {
      errors: faults,
    });
  }
  return {
    ok: true,
    edit: { argumentsText: effective.text, digest: digestOf(effective), changesText: changesText(changes) },
  };
}
