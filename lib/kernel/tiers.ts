import type { Confirmation } from "./confirmation";
import type { PersonPrincipal, Role } from "./principal";
import { type Involved, ownRequest } from "./self-approval";
import { hasPassed } from "./windows";

/** One of the groups a confirmation asks, as it was fixed when it was submitted. */
export type ConfirmationTier = {
  position: number;
  /** Null once the group was deleted. */
  groupId: string | null;
  groupName: string;
  /** From here on its members may decide, whether or not anybody has written that down. */
  asksAt: Date;
  askedAt: Date | null;
  /** Nobody in it could decide when it was submitted, so it asks nobody. */
  skipped: boolean;
};

/** The tiers that are asked by now; each joins the ones before it. */
export function tiersAskedAt(tiers: readonly ConfirmationTier[], now: Date): ConfirmationTier[] {
  return tiers.filter(({ skipped, asksAt }) => !skipped && hasPassed(asksAt, now));
}

/** By what a person may decide: their groups, the agents they own, and those they stand in for. */
export type Reach = Omit<Involved, "email"> & {
  groupIds: readonly string[];
  absent: readonly Absent[];
};

/** Somebody who has let another decide in their place for a while. */
export type Absent = Involved & {
  id: string;
  name: string;
  groupIds: readonly string[];
  startsAt: Date;
  endsAt: Date;
};

export const NO_REACH: Reach = { groupIds: [], ownedAgentIds: [], absent: [] };

/** Who may give a verdict at all. */
export const DECIDING_ROLES = ["reviewer", "admin"] as const satisfies readonly Role[];

export function mayDecideAtAll({ role }: { role: Role }): boolean {
  return (DECIDING_ROLES as readonly Role[]).includes(role);
}

/** In whose place a verdict is given; null: the person's own. */
export type Place = { id: string; name: string } | null;

export type Bar = { code: "not_a_reviewer" | "self_approval" | "not_in_tier" | "forbidden"; detail: string };

type Asking = {
  facts: Pick<Confirmation, "onBehalfOf" | "agentId" | "tierCount">;
  tiers: readonly ConfirmationTier[];
  now: Date;
  person: Pick<PersonPrincipal, "id" | "email" | "role">;
  reach: Reach;
};

/**
 * Whether a person may give a verdict now, and in whose place. A person's own right comes before anybody else's.
 *
 * @param given those in whose name a vote stands already; somebody else is stood in for where there is a choice
 */
export function placeOf(
  { facts, tiers, now, person, reach }: Asking,
  given: ReadonlySet<string> = new Set(),
): { place: Place; bar: null } | { place: null; bar: Bar } {
  const bar = barOfPerson(facts, person, reach);
  if (bar) return { place: null, bar };
  if (facts.tierCount === 0) return { place: null, bar: null };
  const asked = new Set(tiersAskedAt(tiers, now).map(({ groupId }) => groupId));
  const isAsked = ({ groupIds }: Pick<Reach, "groupIds">) => groupIds.some((id) => asked.has(id));
  if (isAsked(reach)) return { place: null, bar: null };
  const absent = reach.absent.filter((each) => isAway(each, now) && isAsked(each));
  const others = absent.filter((each) => ownRequest(facts, each) === null);
  const chosen = others.find(({ id }) => !given.has(id)) ?? others[0];
  if (chosen) return { place: { id: chosen.id, name: chosen.name }, bar: null };
  return { place: null, bar: absent[0] ? selfApproval("absent") : NOT_IN_TIER };
}

/** Whether this admin may decide past tiers and approvals. Never over what is their own, or of one they stand in for. */
export function barredFromBreakingGlass({ facts, now, person, reach }: Omit<Asking, "tiers">): Bar | null {
  const bar = barOfPerson(facts, person, reach);
  if (bar) return bar;
  if (person.role !== "admin") {
    return { code: "forbidden", detail: "Only an admin breaks the glass. Nothing was decided." };
  }
  const own = reach.absent.some((each) => isAway(each, now) && ownRequest(facts, each) !== null);
  return own ? selfApproval("absent") : null;
}

function isAway({ startsAt, endsAt }: Absent, now: Date): boolean {
  return hasPassed(startsAt, now) && !hasPassed(endsAt, now);
}

function barOfPerson(facts: Asking["facts"], person: Asking["person"], reach: Reach): Bar | null {
  if (!mayDecideAtAll(person)) {
    return { code: "not_a_reviewer", detail: "An auditor reads everything and decides nothing. Nothing was decided." };
  }
  const own = ownRequest(facts, { email: person.email, ownedAgentIds: reach.ownedAgentIds });
  return own && selfApproval(own);
}

const NOT_IN_TIER: Bar = {
  code: "not_in_tier",
  detail:
    "You are not in a group that is asked now, and stand in for nobody who is. Nothing was decided; the groups that are asked decide.",
};

function selfApproval(why: "subject" | "owner" | "absent"): Bar {
  const because = {
    subject: "The call is made on your behalf",
    owner: "The call is made by an agent you own",
    absent: "The call is made on behalf of somebody you stand in for, or by an agent of theirs",
  }[why];
  return { code: "self_approval", detail: `${because}, so another person has to decide. Nothing was decided.` };
}
