"use server";

import { randomUUID } from "node:crypto";
import { currentPerson } from "@/lib/auth/current-person";
import type { PersonPrincipal, Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { settings } from "@/lib/settings";
import { offerLink as offer } from "@/lib/store/account-links";
import { endDelegation as endOne, makeDelegation as makeOne } from "@/lib/store/delegations";
import {
  createGroup as createOne,
  deleteGroup as deleteOne,
  renameGroup as renameOne,
  setMembers as setThem,
} from "@/lib/store/groups";
import {
  changeRole as changeIt,
  disableAccount,
  enableAccount,
  invitePerson as inviteOne,
  issueToken as issueOne,
  revokeToken as revokeOne,
} from "@/lib/store/people";
import { endSession as endIt } from "@/lib/store/sessions";
import { actionAnswer } from "@/lib/wire/console/action-answer";
import { linkYield } from "@/lib/wire/console/people-views";
import type { LinkYield, PeopleAnswer } from "@/lib/wire/console/types";

/*
 * How people change accounts, groups and delegations, their own and others'. Each action reads the session anew; whether
 * this person may, the store looks up once more inside the transaction of the change.
 */

/** Adds a person, with a link for them to set name and password by; the answer alone holds it. */
export async function invitePerson(given: { email: string; role: Role }): Promise<PeopleAnswer<{ link?: LinkYield }>> {
  return asPerson(async (person) => {
    const { url, passwordSignIn } = settings();
    const done = await inviteOne(
      { email: text(given?.email), role: text(given?.role) as Role },
      passwordSignIn,
      person,
    );
    if (!done.ok) return done;
    return { ok: true as const, link: done.link && linkYield("invitation", done.link, url) };
  });
}

/** A link to set a password anew, or the invitation again. */
export async function offerLink(personId: string): Promise<PeopleAnswer<{ link: LinkYield }>> {
  return asPerson(async (person) => {
    const { url, passwordSignIn } = settings();
    if (!passwordSignIn) return refuse("forbidden", "Nobody signs in by password here. No link was made.");
    const done = await offer(text(personId), person);
    return done.ok ? { ok: true as const, link: linkYield(done.purpose, done.link, url) } : done;
  });
}

export async function changeRole(personId: string, role: Role): Promise<PeopleAnswer> {
  return asPerson((person) => changeIt(text(personId), text(role) as Role, person));
}

export async function disablePerson(personId: string): Promise<PeopleAnswer> {
  return asPerson((person) => disableAccount(text(personId), person));
}

export async function enablePerson(personId: string): Promise<PeopleAnswer> {
  return asPerson((person) => enableAccount(text(personId), person));
}

/** An API token; the answer alone holds it. */
export async function issueToken(personId: string): Promise<PeopleAnswer<{ token: string }>> {
  return asPerson((person) => issueOne(text(personId), person));
}

export async function revokeToken(tokenId: string): Promise<PeopleAnswer> {
  return asPerson((person) => revokeOne(text(tokenId), person));
}

export async function endSession(sessionId: string): Promise<PeopleAnswer> {
  return asPerson((person) => endIt(text(sessionId), person));
}

export async function createGroup(name: string): Promise<PeopleAnswer> {
  return asPerson((person) => createOne(text(name), person));
}

export async function renameGroup(groupId: string, name: string): Promise<PeopleAnswer> {
  return asPerson((person) => renameOne(text(groupId), text(name), person));
}

export async function deleteGroup(groupId: string): Promise<PeopleAnswer> {
  return asPerson((person) => deleteOne(text(groupId), person));
}

export async function setMembers(groupId: string, personIds: string[]): Promise<PeopleAnswer> {
  return asPerson((person) => setThem(text(groupId), Array.isArray(personIds) ? personIds.map(text) : [""], person));
}

type DelegationInput = { from: string; to: string; starts_at: string; ends_at: string; reason?: string };

/** Times as RFC 3339, because the browser alone knows the person's zone. */
export async function makeDelegation(given: DelegationInput): Promise<PeopleAnswer> {
  return asPerson((person) =>
    makeOne(
      {
        fromId: text(given?.from),
        toId: text(given?.to),
        startsAt: new Date(text(given?.starts_at)),
        endsAt: new Date(text(given?.ends_at)),
        reason: text(given?.reason) || null,
      },
      person,
    ),
  );
}

export async function endDelegation(delegationId: string): Promise<PeopleAnswer> {
  return asPerson((person) => endOne(text(delegationId), person));
}

async function asPerson<T extends { ok: true }>(
  act: (person: PersonPrincipal) => Promise<T | Refused>,
): Promise<PeopleAnswer<Omit<T, "ok">>> {
  try {
    const person = await currentPerson();
    const done = person
      ? await act(person)
      : refuse("unauthenticated", "Your session is over. Nothing was changed; sign in and try again.");
    if ("refusal" in done) {
      const { code, detail, errors } = done.refusal;
      return { ok: false, code, message: detail, errors };
    }
    return done;
  } catch (error) {
    const failed = actionAnswer.failed(error, randomUUID());
    return failed.ok
      ? { ok: false, code: "internal", message: "" }
      : { ok: false, code: failed.code, message: failed.message };
  }
}

/** An action can be called with anything: what is no text is the empty one, which opens and names nothing. */
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
