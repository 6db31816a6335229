import { randomUUID } from "node:crypto";
import { currentPerson } from "@/lib/auth/current-person";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { actionAnswer } from "@/lib/wire/console/action-answer";
import type { PeopleAnswer } from "@/lib/wire/console/types";

/**
 * A change that a signed-in person asks for by a server action. The session is read anew; whether this person may, the
 * store looks up once more inside the transaction of the change.
 */
export async function changeAsPerson<T extends { ok: true }>(
  act: (person: PersonPrincipal, requestId: string) => Promise<T | Refused>,
): Promise<PeopleAnswer<Omit<T, "ok">>> {
  const requestId = randomUUID();
  try {
    const person = await currentPerson();
    const done = person
      ? await act(person, requestId)
      : refuse("unauthenticated", "Your session is over. Nothing was changed; sign in and try again.");
    if ("refusal" in done) {
      const { code, detail, errors } = done.refusal;
      return { ok: false, code, message: detail, errors };
    }
    return done;
  } catch (error) {
    const failed = actionAnswer.failed(error, requestId);
    return failed.ok
      ? { ok: false, code: "internal", message: "" }
      : { ok: false, code: failed.code, message: failed.message };
  }
}

/** An action can be called with anything: what is no text is the empty one, which opens and names nothing. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
