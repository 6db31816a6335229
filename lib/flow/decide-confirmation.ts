import { type Edit, judgeVerdict, type Verdict } from "@/lib/kernel/decision";
import { changesBetween, changesText, effectiveArguments } from "@/lib/kernel/exact-json/changes";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { unmaskEdit } from "@/lib/kernel/masking";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { loadConfirmation } from "@/lib/store/confirmations";
import { type Done, notFound, type RefusedWith } from "./answer";
import { carryOut } from "./carry-out";
import type { PersonContext } from "./context";
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
  { principal, requestId }: PersonContext,
  { id, verdict, reason, seenDigest, editedArguments }: DecideRequest,
): Promise<Done | RefusedWith | Refused> {
  const { now, found } = await loadConfirmation(id);
  if (!found) return notFound();
  const edited = editedArguments ? editOf(found.confirmation.arguments, editedArguments) : null;
  if (edited && !edited.ok) return { ...edited, stand: { ...found, now } };
  const edit = edited?.edit ?? null;
  return carryOut({
    found,
    now,
    requestId,
    judge: (facts) => judgeVerdict({ facts, now, person: principal, verdict, reason, seenDigest, edit }),
    onRefusal: (code) => ({ kind: "decision.refused", actor: personActor(principal), data: { verdict, code } }),
  });
}

/** What an edit comes to, with every untouched value as the agent wrote it; null when nothing was changed. */
function editOf(proposedText: string, edited: ExactObject): { ok: true; edit: Edit } | Refused {
  const proposed = readStoredObject(proposedText);
  const unmasked = unmaskEdit(proposed, edited);
  if (!unmasked.ok) {
    return refuse(
      "arguments_invalid",
      "Some masked values have no certain original. Nothing was decided; type them anew.",
      {
        errors: unmasked.paths.map((path) => ({
          path,
          message: "is a mask without a certain original; type the value",
        })),
      },
    );
  }
  const effective = effectiveArguments(proposed, unmasked.value);
  const changes = changesBetween(proposed, effective);
  if (changes.length === 0) return { ok: true, edit: null };
  return {
    ok: true,
    edit: { argumentsText: effective.text, digest: digestOf(effective), changesText: changesText(changes) },
  };
}
