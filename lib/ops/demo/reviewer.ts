import { randomUUID } from "node:crypto";
import { hashSecret } from "@/lib/auth/secrets";
import type { Confirmation } from "@/lib/client/confirmation";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import { settings } from "@/lib/settings";
import type { Reviewer } from "./cast";

/** The demo reviewer decides over REST, as any script of a reviewer's would. */
export async function decide(
  reviewer: Reviewer,
  confirmation: Confirmation,
  verdict: "approve" | "deny",
  reason: string,
): Promise<void> {
  const response = await fetch(`${settings().url}/api/v1/confirmations/${confirmation.id}/decision`, {
    method: "POST",
    headers: { Authorization: `Bearer ${reviewer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ verdict, reason, seen_digest: digestOf(confirmation.proposedArguments) }),
  });
  if (!response.ok) throw new Error(`The reviewer's decision was refused: ${response.status} ${await response.text()}`);
}

/** The demo reviewer settles an unknown outcome, by the same flow as the console's Reconcile page. */
export async function reconcile(reviewer: Reviewer, id: string, happened: boolean, reason: string): Promise<void> {
  const { findPersonByTokenHash } = await import("@/lib/store/people");
  const { reconcileExecution } = await import("@/lib/flow/reconcile-execution");
  const principal = await findPersonByTokenHash(hashSecret(reviewer.token));
  if (!principal) throw new Error("The demo reviewer's token opens nothing any more.");
  const act = happened ? "it_happened" : "it_did_not";
  const done = await reconcileExecution({ caller: principal, requestId: randomUUID() }, { id, act, reason });
  if (!done.ok) throw new Error(`The outcome was not settled: ${done.refusal.detail}`);
}
