"use server";

import { randomUUID } from "node:crypto";
import { currentPerson } from "@/lib/auth/current-person";
import { cancelConfirmation as cancelFlow } from "@/lib/flow/cancel-confirmation";
import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { reconcileExecution } from "@/lib/flow/reconcile-execution";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { type ExactValue, exactObject, exactString } from "@/lib/kernel/exact-json/value";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { actionAnswer, answerAction } from "@/lib/wire/console/action-answer";
import type { ActionAnswer, DecideInput, ReconcileInput } from "@/lib/wire/console/types";
import { parseBody } from "@/lib/wire/native/parse";
import { CancelAction, DecideAction, ReconcileBody } from "@/lib/wire/native/schemas";

/*
 * How people write. Each action checks what came in by the schemas of REST and calls the same flow; the session is read
 * anew, and its authority once more inside the deciding statement.
 */

/** A person's verdict on one confirmation. */
export async function decide(input: DecideInput): Promise<ActionAnswer> {
  return asPerson(async (principal, requestId) => {
    const fields = fieldsOf(input, ["id", "verdict", "reason", "seen_digest"]);
    if (typeof input?.arguments_text === "string") {
      const read = readExactJson(input.arguments_text);
      if (!read.ok) {
        const { message, line, column, path } = read.fault;
        return actionAnswer.refused(
          "arguments_invalid",
          `${message} (line ${line}, column ${column}). Nothing was decided.`,
          [{ path, message: `${message} (line ${line}, column ${column})` }],
        );
      }
      fields.set("arguments", read.value);
    }
    const parsed = parseBody(DecideAction, exactObject(fields));
    if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
    const { id, verdict, reason, seen_digest, arguments: edited } = parsed.value;
    const done = await decideConfirmation(
      { principal, requestId },
      { id, verdict, reason: reason ?? null, seenDigest: seen_digest, editedArguments: edited ?? null },
    );
    return answerAction(done, principal);
  });
}

/** A person settles an unknown outcome. */
export async function reconcile(input: ReconcileInput): Promise<ActionAnswer> {
  return asPerson(async (principal, requestId) => {
    const parsed = parseBody(ReconcileBody, exactObject(fieldsOf(input, ["id", "act", "reason"])));
    if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
    return answerAction(await reconcileExecution({ principal, requestId }, parsed.value), principal);
  });
}

/** An admin withdraws a confirmation. */
export async function cancelConfirmation(input: { id: string; reason?: string }): Promise<ActionAnswer> {
  return asPerson(async (principal, requestId) => {
    const parsed = parseBody(CancelAction, exactObject(fieldsOf(input, ["id", "reason"])));
    if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
    const { id, reason } = parsed.value;
    return answerAction(await cancelFlow({ principal, requestId }, { id, reason: reason ?? null }), principal);
  });
}

async function asPerson(
  act: (person: PersonPrincipal, requestId: string) => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  const requestId = randomUUID();
  try {
    const person = await currentPerson();
    if (!person) {
      return actionAnswer.refused(
        "unauthenticated",
        "Your session is over. Nothing was decided; sign in and try again.",
      );
    }
    return await act(person, requestId);
  } catch (error) {
    return actionAnswer.failed(error, requestId);
  }
}

/** An action can be called with anything; only known members that are texts go on, and the schema judges them. */
function fieldsOf(input: unknown, names: string[]): Map<string, ExactValue> {
  const fields = new Map<string, ExactValue>();
  if (typeof input !== "object" || input === null) return fields;
  for (const name of names) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === "string") fields.set(name, exactString(value));
  }
  return fields;
}
