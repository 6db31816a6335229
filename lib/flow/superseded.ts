import type { Superseded } from "@/lib/kernel/limits";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { stateOf } from "@/lib/kernel/state";
import type { BeforeSubmission } from "@/lib/store/before-submission";
import { loadConfirmation } from "@/lib/store/confirmations";
import { settleDue } from "./settle-due";

/**
 * What a request says it replaces: one of the agent's own, ended or still pending; null where it says nothing. One that is
 * due is written down first, because a decision that began in time could still overtake an expiry that is only derived.
 */
export async function supersededBy(
  supersedes: string | null,
  { superseded, now }: Pick<BeforeSubmission, "superseded" | "now">,
  requestId: string,
): Promise<{ ok: true; ended: Superseded | null } | Refused> {
  if (supersedes === null) return { ok: true, ended: null };
  if (!superseded) return notReplaceable("is not one of this agent's confirmations");
  let standing = endedOf(superseded, now);
  if (superseded.state === "pending" && standing.state === "expired") {
    const found = await loadConfirmation(superseded.id);
    if (found) standing = endedOf((await settleDue(found, now, { requestId })).confirmation, now);
  }
  return { ok: true, ended: standing };
}

function endedOf(facts: Omit<NonNullable<BeforeSubmission["superseded"]>, "made">, now: Date): Superseded {
  const { id, originId, decidedAt, decidableUntil } = facts;
  return { id, originId, state: stateOf(facts, now), endedAt: decidedAt ?? decidableUntil };
}

function notReplaceable(message: string): Refused {
  return refuse("invalid_request", `supersedes: it ${message}. Nothing was submitted.`, {
    errors: [{ path: "/supersedes", message }],
  });
}
