"use server";

import { disableAgent as disableFlow } from "@/lib/flow/agents/disable-agent";
import { refuse } from "@/lib/kernel/refusal";
import { parseDurationSeconds } from "@/lib/kernel/windows";
import { addKey as addOne, type NewKey, revokeKey as revokeOne, rotateKey as rotateOne } from "@/lib/store/agent-keys";
import { createAgent, enableAgent as enableOne, setOwner as setIt } from "@/lib/store/agents";
import type { PeopleAnswer } from "@/lib/wire/console/types";
import { changeAsPerson, textOf } from "../change-as-person";

/* How admins change agents and their keys. A key is in the answer that makes it, and nowhere else. */

/** `lifetime`: a duration, or "" for a key that stands until it is revoked. */
export type KeyInput = { name: string; lifetime: string; tools: string[] };

export async function addAgent(given: {
  name: string;
  owner_id: string;
  key: KeyInput;
}): Promise<PeopleAnswer<{ key: string }>> {
  return changeAsPerson(async (person) => {
    const ownerId = textOf(given?.owner_id) || null;
    const done = await createAgent({ name: textOf(given?.name), ownerId, key: keyOf(given?.key) }, person);
    return done.ok ? { ok: true as const, key: done.key } : done;
  });
}

export async function setOwner(agentId: string, ownerId: string): Promise<PeopleAnswer> {
  return changeAsPerson((person) => setIt(textOf(agentId), textOf(ownerId) || null, person));
}

export async function addKey(agentId: string, key: KeyInput): Promise<PeopleAnswer<{ key: string }>> {
  return changeAsPerson(async (person) => {
    const done = await addOne(textOf(agentId), keyOf(key), person);
    return done.ok ? { ok: true as const, key: done.key } : done;
  });
}

/** `overlap`: how long the old key goes on, a duration; "" ends it at once. */
export async function rotateKey(
  keyId: string,
  given: { overlap: string; lifetime: string },
): Promise<PeopleAnswer<{ key: string }>> {
  return changeAsPerson(async (person) => {
    const overlap = textOf(given?.overlap);
    const seconds = overlap === "" ? 0 : parseDurationSeconds(overlap);
    if (seconds === null) return refuse("invalid_request", "overlap: must be a duration such as 1h");
    const done = await rotateOne(textOf(keyId), seconds, lifetimeOf(given?.lifetime), person);
    return done.ok ? { ok: true as const, key: done.key } : done;
  });
}

export async function revokeKey(keyId: string): Promise<PeopleAnswer> {
  return changeAsPerson((person) => revokeOne(textOf(keyId), person));
}

/** The kill switch. */
export async function disableAgent(agentId: string): Promise<PeopleAnswer<{ cancelled: number }>> {
  return changeAsPerson(async (person, requestId) => {
    const done = await disableFlow({ id: textOf(agentId) }, person, { requestId });
    return done.ok ? { ok: true as const, cancelled: done.cancelled } : done;
  });
}

export async function enableAgent(agentId: string, key: KeyInput): Promise<PeopleAnswer<{ key: string }>> {
  return changeAsPerson(async (person) => {
    const done = await enableOne(textOf(agentId), keyOf(key), person);
    return done.ok ? { ok: true as const, key: done.key } : done;
  });
}

function keyOf(given: KeyInput | undefined): NewKey {
  return {
    name: textOf(given?.name),
    lifetimeSeconds: lifetimeOf(given?.lifetime),
    tools: Array.isArray(given?.tools) ? given.tools.map(textOf) : [],
  };
}

/** What is no duration is one that the store refuses. */
function lifetimeOf(given: unknown): number | null {
  const text = textOf(given);
  return text === "" ? null : (parseDurationSeconds(text) ?? 0);
}
