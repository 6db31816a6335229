"use server";

import { randomUUID } from "node:crypto";
import { currentPerson } from "@/lib/auth/current-person";
import { cancelConfirmation as cancelFlow } from "@/lib/flow/cancel-confirmation";
import { decideConfirmation } from "@/lib/flow/decide-confirmation";
import { reconcileExecution } from "@/lib/flow/reconcile-execution";
import { revealSecret as revealFlow } from "@/lib/flow/reveal-secret";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { ExactLiteral, type ExactValue, exactObject, exactString } from "@/lib/kernel/exact-json/value";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { actionAnswer, answerAction } from "@/lib/wire/console/action-answer";
import type {
  ActionAnswer,
  DecideInput,
  DecideManyAnswer,
  DecideManyInput,
  ReconcileInput,
  RevealAnswer,
  RevealInput,
} from "@/lib/wire/console/types";
import { parseBody } from "@/lib/wire/native/parse";
import { CancelAction, DecideAction, ReconcileBody, RevealBody } from "@/lib/wire/native/schemas";

/*
 * How people write. Each action checks what came in by the schemas of REST and calls the same flow; the session is read
 * anew, and its authority once more inside the deciding statement.
 */

/** A person's verdict on one confirmation. */
export async function decide(input: DecideInput): Promise<ActionAnswer> {
  return asPerson((principal, requestId) => decideOne(principal, requestId, input));
}

/** At most so many at once: what a person can have looked at. */
const MOST_AT_ONCE = 100;

/** One verdict on several, by explicit ids with the digests seen; each is decided and answered on its own. */
export async function decideMany(input: DecideManyInput): Promise<DecideManyAnswer> {
  const items = Array.isArray(input?.items) ? input.items : [];
  if (items.length === 0 || items.length > MOST_AT_ONCE) {
    return { ok: false, code: "invalid_request", message: `Choose from 1 to ${MOST_AT_ONCE}. Nothing was decided.` };
  }
  const results: { id: string; answer: ActionAnswer }[] = [];
  for (const item of items) {
    const { verdict, reason } = input;
    const one = { id: item?.id, seen_digest: item?.seen_digest, verdict, reason };
    results.push({
      id: String(item?.id),
      answer: await asPerson((principal, requestId) => decideOne(principal, requestId, one)),
    });
  }
  return { ok: true, results };
}

/** One masked value in clear; the audit keeps that it was looked at. */
export async function revealSecret(input: RevealInput): Promise<RevealAnswer> {
  const requestId = randomUUID();
  try {
    const person = await currentPerson();
    if (!person) return { ok: false, code: "unauthenticated", message: "Your session is over. Sign in and try again." };
    const parsed = parseBody(RevealBody, exactObject(fieldsOf(input, ["id", "pointer"])));
    if (!parsed.ok) return { ok: false, code: parsed.refusal.code, message: parsed.refusal.detail };
    const shown = await revealFlow({ caller: person, requestId }, parsed.value);
    return shown.ok
      ? { ok: true, value_text: shown.valueText }
      : { ok: false, code: shown.refusal.code, message: shown.refusal.detail };
  } catch (error) {
    const failed = actionAnswer.failed(error, requestId);
    return failed.ok
      ? { ok: false, code: "internal", message: "" }
      : { ok: false, code: failed.code, message: failed.message };
  }
}

/** A person settles an unknown outcome. */
export async function reconcile(input: ReconcileInput): Promise<ActionAnswer> {
  return asPerson(async (principal, requestId) => {
    const parsed = parseBody(ReconcileBody, exactObject(fieldsOf(input, ["id", "act", "reason"])));
    if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
    return answerAction(await reconcileExecution({ caller: principal, requestId }, parsed.value), principal);
  });
}

/** An admin withdraws a confirmation. */
export async function cancelConfirmation(input: { id: string; reason?: string }): Promise<ActionAnswer> {
  return asPerson(async (principal, requestId) => {
    const parsed = parseBody(CancelAction, exactObject(fieldsOf(input, ["id", "reason"])));
    if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
    const { id, reason } = parsed.value;
    return answerAction(await cancelFlow({ caller: principal, requestId }, { id, reason: reason ?? null }), principal);
  });
}

async function decideOne(principal: PersonPrincipal, requestId: string, input: DecideInput): Promise<ActionAnswer> {
  const fields = fieldsOf(input, ["id", "verdict", "reason", "seen_digest"]);
  if (typeof input?.arguments_text === "string") {
    const read = readExactJson(input.arguments_text);
    if (!read.ok) {
      const { message, line, column, path } = read.fault;
      const place = `${message} (line ${line}, column ${column})`;
      return actionAnswer.refused("arguments_invalid", `${place}. Nothing was decided.`, [{ path, message: place }]);
    }
    fields.set("arguments", read.value);
  }
  if (input?.break_glass === true) fields.set("break_glass", new ExactLiteral("true"));
  const parsed = parseBody(DecideAction, exactObject(fields));
  if (!parsed.ok) return actionAnswer.refusal(parsed.refusal);
  const { id, verdict, reason, seen_digest, arguments: edited, break_glass } = parsed.value;
  const done = await decideConfirmation(
    { caller: principal, requestId },
    {
      id,
      verdict,
      reason: reason ?? null,
      seenDigest: seen_digest,
      editedArguments: edited ?? null,
      breakGlass: break_glass,
    },
  );
  return answerAction(done, principal);
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
