"use server";

import { randomUUID } from "node:crypto";
import { currentPerson } from "@/lib/auth/current-person";
import { acknowledgeAlert as acknowledgeOne } from "@/lib/flow/acknowledge-alert";
import { type AcknowledgeAnswer, acknowledgeEscalation } from "@/lib/flow/acknowledge-escalation";
import type { PersonContext } from "@/lib/flow/context";
import { refuse } from "@/lib/kernel/refusal";
import { actionAnswer } from "@/lib/wire/console/action-answer";
import type { PeopleAnswer } from "@/lib/wire/console/types";

/** An admin has looked at what expired undecided. */
export async function acknowledgeExpired(id: string): Promise<PeopleAnswer> {
  return asPerson((context) =>
    acknowledgeEscalation({ caller: context.principal, requestId: context.requestId }, { id: text(id) }),
  );
}

/** An admin has looked at an alert. */
export async function acknowledgeAlert(id: string): Promise<PeopleAnswer> {
  return asPerson((context) => acknowledgeOne(context, { id: text(id) }));
}

async function asPerson(act: (context: PersonContext) => Promise<AcknowledgeAnswer>): Promise<PeopleAnswer> {
  const requestId = randomUUID();
  try {
    const principal = await currentPerson();
    const done = principal
      ? await act({ principal, requestId })
      : refuse("unauthenticated", "Your session is over. Nothing was changed; sign in and try again.");
    return done.ok ? { ok: true } : { ok: false, code: done.refusal.code, message: done.refusal.detail };
  } catch (error) {
    const failed = actionAnswer.failed(error, requestId);
    return failed.ok
      ? { ok: false, code: "internal", message: "" }
      : { ok: false, code: failed.code, message: failed.message };
  }
}

/** An action can be called with anything: what is no text is the empty one, which names nothing. */
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
