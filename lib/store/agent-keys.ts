import { plainName, requirePlain } from "@/lib/auth/plain-name";
import { hashSecret, newSecret } from "@/lib/auth/secrets";
import { OVERLAP_MOST_SECONDS, USE_NOTED_EVERY_MS } from "@/lib/kernel/agent-key";
import { isId, newId } from "@/lib/kernel/id";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { hasPassed, keyEndsAt } from "@/lib/kernel/windows";
import { type Administrator, administer, checked } from "./administration";
import { recordEvents } from "./audit";
import { keyStandsSql } from "./authority";
import { NOW } from "./clock";
import { type Database, database } from "./database";

/** What is said of a new key. */
export type NewKey = {
  name: string;
  /** How long it opens anything, seconds; null: until it is revoked. */
  lifetimeSeconds: number | null;
  /** The tools it may ask for and claim, by exact name; empty: all. */
  tools: readonly string[];
};

/** A key as it is shown and kept nowhere, with its id. */
export type MadeKey = { ok: true; keyId: string; key: string };

const GONE = "There is no such key, or agent. Nothing was changed.";

/** One more key of an agent that is not disabled; it is returned here and kept nowhere. */
export async function addKey(agentId: string, wanted: NewKey, by: Administrator): Promise<MadeKey | Refused> {
  const checkedKey = checkKey(wanted);
  if (!checkedKey.ok) return checkedKey;
  return administer(by, async (tx, now, actor) => {
    const agent = isId(agentId) ? await tx.agent.findUnique({ where: { id: agentId } }) : null;
    if (!agent) return refuse("not_found", GONE);
    if (agent.disabledAt) return refuse("agent_disabled", DISABLED);
    const made = await makeKey(tx, now, agent.id, checkedKey.value);
    const data = { agent_id: agent.id, agent_name: agent.name, ...toldOf(made.keyId, now, checkedKey.value) };
    await recordEvents(tx, now, [{ kind: "agent.key_added", actor, data }], {});
    return made;
  });
}

/**
 * A new key in a key's place, for the same tools and under the same name. The old one goes on for the overlap, so that
 * the agent can change over without a gap; it never ends later than it would have.
 */
export async function rotateKey(
  keyId: string,
  overlapSeconds: number,
  lifetimeSeconds: number | null,
  by: Administrator,
): Promise<MadeKey | Refused> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > OVERLAP_MOST_SECONDS) {
    return refuse("invalid_request", `An overlap is from 0 to ${OVERLAP_MOST_SECONDS} seconds. Nothing was changed.`);
  }
  return administer(by, async (tx, now, actor) => {
    const old = await findKey(tx, keyId);
    if (!old) return refuse("not_found", GONE);
    if (old.agent.disabledAt) return refuse("agent_disabled", DISABLED);
    if (old.revokedAt || (old.expiresAt && hasPassed(old.expiresAt, now))) {
      return refuse("key_ended", "This key has ended already. Nothing was changed; make a new one.");
    }
    const wanted = { name: old.name, lifetimeSeconds, tools: old.tools };
    const made = await makeKey(tx, now, old.agentId, wanted);
    const until = keyEndsAt(now, overlapSeconds);
    const endsAt = old.expiresAt && old.expiresAt < until ? old.expiresAt : until;
    await tx.agentKey.update({ where: { id: old.id }, data: { expiresAt: endsAt } });
    const data = {
      agent_id: old.agentId,
      agent_name: old.agent.name,
      ...toldOf(made.keyId, now, wanted),
      old_key_id: old.id,
      old_key_ends_at: endsAt,
    };
    await recordEvents(tx, now, [{ kind: "agent.key_rotated", actor, data }], {});
    return made;
  });
}

/** From the next statement on it opens nothing. Revoking it again changes and records nothing. */
export async function revokeKey(keyId: string, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const key = await findKey(tx, keyId);
    if (!key) return refuse("not_found", GONE);
    const { count } = await tx.agentKey.updateMany({
      where: { id: key.id, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) return { ok: true as const };
    const data = { agent_id: key.agentId, agent_name: key.agent.name, key_id: key.id, key_name: key.name };
    await recordEvents(tx, now, [{ kind: "agent.key_revoked", actor, data }], {});
    return { ok: true as const };
  });
}

/** Writes down that a key that still opens something was used, unless that was written down within the last minute. */
export async function noteKeyUse(keyId: string, db: Database = database()): Promise<void> {
  await db.$executeRaw`
    UPDATE agent_key AS k SET last_used_at = ${NOW}
    WHERE k.id = ${keyId}::uuid AND ${keyStandsSql(NOW)}
      AND (k.last_used_at IS NULL OR k.last_used_at <= ${NOW} - ${USE_NOTED_EVERY_MS}::integer * interval '1 millisecond')`;
}

/** What must hold of a new key before anything is written. */
export function checkKey(wanted: NewKey): { ok: true; value: NewKey } | Refused {
  return checked(() => {
    const name = plainName("key name", wanted.name);
    const tools = [...new Set(wanted.tools)];
    for (const tool of tools) requirePlain("tool name", tool);
    const { lifetimeSeconds } = wanted;
    if (lifetimeSeconds !== null && !(Number.isInteger(lifetimeSeconds) && lifetimeSeconds > 0)) {
      throw new Error("lifetime: must be a duration such as 90d");
    }
    return { name, lifetimeSeconds, tools };
  });
}

/** Adds a key that `checkKey` found good; its event is the caller's. */
export async function makeKey(tx: Database, now: Date, agentId: string, wanted: NewKey): Promise<MadeKey> {
  const key = newSecret("csa_");
  const keyId = newId(now);
  await tx.agentKey.create({
    data: {
      id: keyId,
      agentId,
      keyHash: hashSecret(key),
      createdAt: now,
      name: wanted.name,
      expiresAt: endOf(now, wanted),
      tools: [...wanted.tools],
    },
  });
  return { ok: true, keyId, key };
}

/** What an event says of a key: never the key itself. */
export function toldOf(keyId: string, now: Date, wanted: NewKey): Record<string, unknown> {
  return { key_id: keyId, key_name: wanted.name, expires_at: endOf(now, wanted), tools: wanted.tools };
}

function endOf(now: Date, { lifetimeSeconds }: NewKey): Date | null {
  return lifetimeSeconds === null ? null : keyEndsAt(now, lifetimeSeconds);
}

function findKey(tx: Database, keyId: string) {
  return isId(keyId) ? tx.agentKey.findUnique({ where: { id: keyId }, include: { agent: true } }) : null;
}

const DISABLED = "The agent is disabled. Nothing was changed; enabling it gives it a new key.";
