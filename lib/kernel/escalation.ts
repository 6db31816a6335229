import type { PersonPrincipal } from "./principal";
import { type Change, GATE, personActor } from "./transition";

/** The admins are told of what expired undecided, once. It decides nothing: the end stands. */
export const EXPIRY_TOLD: Change = {
  guard: "unnotified",
  authority: { kind: "system" },
  set: { escalation: "notified" },
  events: [{ kind: "escalation.notified", actor: GATE, data: {} }],
  tells: "admins",
};

/** An admin has looked at what expired undecided. Told of it or not: where telling is switched off, they may as well. */
export function acknowledgement(person: PersonPrincipal): Change {
  return {
    guard: "unacknowledged",
    authority: { kind: "person", person, roles: ["admin"] },
    set: { escalation: "acknowledged" },
    events: [{ kind: "escalation.acknowledged", actor: personActor(person), data: {} }],
  };
}
