import { type Edit, judgeVerdict, type Verdict } from "@/lib/kernel/decision";
import { changesBetween, changesText, effectiveArguments } from "@/lib/kernel/exact-json/changes";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { unmaskEdit } from "@/lib/kernel/masking";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { NO_REACH } from "@/lib/kernel/tiers";
import { type Judgement, personActor } from "@/lib/kernel/transition";
import { type Found, loadForCaller } from "@/lib/store/confirmations";
import type { Database } from "@/lib/store/database";
import { lostVotes } from "@/lib/store/votes";
import { accessEnded, type Done, notFound, type RefusedWith } from "./answer";
import { carryOut, carryOutLocked } from "./carry-out";
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
  /** An admin decides past tiers and approvals. */
  breakGlass?: boolean;
};

/** A person decides. Every way a person has of deciding comes through here. */
export async function decideConfirmation(
  { caller, requestId }: PersonCall,
  request: DecideRequest,
): Promise<Done | RefusedWith | Refused> {
  const { id, verdict, breakGlass } = request;
  const first = await loadForCaller(id, caller);
  if (!first.principal) return accessEnded();
  if (!first.found) return notFound();
  let [now, person] = [first.now, first.principal];
  const judge = (_: unknown, found: Found) => judged(request, found, now, person);
  const onRefusal = (code: string) => ({
    kind: "decision.refused" as const,
    actor: personActor(person),
    data: { verdict, code, ...(breakGlass && { break_glass: true }) },
  });
  if (first.found.confirmation.approvalsNeeded > 1) {
    const done = await carryOutLocked({ id, requestId, judge, onRefusal, load });
    return done ?? accessEnded();
  }
  // Read again with who asks as they are then, so that what was lost at that moment is called by its name.
  const again = async () => {
    const loaded = await loadForCaller(id, caller);
    if (loaded.principal) person = loaded.principal;
    return loaded.found;
  };
  return carryOut({ found: first.found, now, requestId, judge, onRefusal, again });

  async function load(db: Database) {
    const loaded = await loadForCaller(id, caller, db);
    if (!loaded.principal || !loaded.found) return null;
    [now, person] = [loaded.now, loaded.principal];
    const lost = await lostVotes(id, now, db);
    const votes = loaded.found.votes.map((vote) => ({ ...vote, holds: !lost.has(vote.id) }));
    return { now, found: { ...loaded.found, votes } };
  }
}

function judged(
  { verdict, reason, seenDigest, editedArguments, breakGlass = false }: DecideRequest,
  found: Found,
  now: Date,
  person: PersonPrincipal,
): Judgement {
  const { confirmation: facts, tiers, votes, reach = NO_REACH } = found;
  const edited = editedArguments ? editOf(found, editedArguments) : ({ ok: true, edit: null } as const);
  const edit = edited.ok ? edited.edit : null;
  const said = { verdict, reason, seenDigest, edit, breakGlass };
  const judgement = judgeVerdict({ facts, tiers, votes, now, person, reach, ...said });
  return edited.ok || judgement.kind === "refused" ? judgement : { kind: "refused", refusal: edited.refusal };
}

/** What an edit comes to, with every untouched value as the agent wrote it; null when nothing was changed. */
function editOf({ confirmation, tool }: Found, edited: ExactObject): { ok: true; edit: Edit } | Refused {
  const proposed = readStoredObject(confirmation.arguments);
  // Masks stand for what was on the screen: what another of several approvers has made of it, while it is pending.
  const pending = confirmation.state === "pending" ? confirmation.effectiveArguments : null;
  const unmasked = unmaskEdit(pending === null ? proposed : readStoredObject(pending), edited, tool.masked);
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
  if (changes.length === 0 && pending === null) return { ok: true, edit: null };
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
