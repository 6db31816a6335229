import { mayReveal } from "@/lib/kernel/decision";
import { valueAt } from "@/lib/kernel/exact-json/pointer";
import { maskSecrets } from "@/lib/kernel/masking";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { personActor } from "@/lib/kernel/transition";
import { recordEvents } from "@/lib/store/audit";
import { loadForCaller } from "@/lib/store/confirmations";
import { database } from "@/lib/store/database";
import { accessEnded, notFound } from "./answer";
import type { PersonCall } from "./context";
import { readStoredObject } from "./stored-json";

/**
 * Shows one masked value in clear, after the audit has kept that it was. If that cannot be kept, nothing is shown.
 *
 * @param pointer one of the view's `masked` pointers
 */
export async function revealSecret(
  { caller, requestId }: PersonCall,
  { id, pointer }: { id: string; pointer: string },
): Promise<{ ok: true; valueText: string } | Refused> {
  const { now, principal, found } = await loadForCaller(id, caller);
  if (!principal) return accessEnded();
  if (!mayReveal(principal)) return refuse("forbidden", "An auditor sees masked values as masked. Nothing was shown.");
  if (!found) return notFound();
  const { confirmation, tool } = found;
  const [effective, proposed] = [confirmation.effectiveArguments ?? confirmation.arguments, confirmation.arguments];
  for (const text of [effective, proposed]) {
    const object = readStoredObject(text);
    const value = valueAt(object, pointer);
    if (!value || !maskSecrets(object, tool.masked).masked.includes(pointer)) continue;
    const event = { kind: "secret.revealed", actor: personActor(principal), data: { pointer } } as const;
    await recordEvents(database(), now, [event], { confirmationId: id, requestId });
    return { ok: true, valueText: value.text };
  }
  return refuse("not_found", "There is no masked value at this place. Nothing was shown.");
}
