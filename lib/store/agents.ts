import { plainName } from "@/lib/auth/plain-name";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { isId, newId } from "@/lib/kernel/id";
import type { AgentPrincipal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Administrator, administer, checked, required } from "./administration";
import { holdSubmissionsOf } from "./admission";
import { checkKey, type MadeKey, makeKey, type NewKey, toldOf } from "./agent-keys";
import { recordEvents } from "./audit";
import { keyStandsSql } from "./authority";
import { NOW } from "./clock";
import { type Database, database, PREPARED, Prisma } from "./database";
import { guardSql } from "./predicates";

const FIRST_KEY: NewKey = { name: "first key", lifetimeSeconds: null, tools: [] };
const GONE = "There is no such agent. Nothing was changed.";

/** A new agent with its first key, which is returned here and kept nowhere. */
export async function createAgent(
  wanted: { name: string; ownerId: string | null; key?: NewKey },
  by: Administrator,
): Promise<(MadeKey & { agent: { id: string; name: string } }) | Refused> {
  const name = checked(() => plainName("name", wanted.name));
  if (!name.ok) return name;
  const firstKey = checkKey(wanted.key ?? FIRST_KEY);
  if (!firstKey.ok) return firstKey;
  return administer(by, async (tx, now, actor) => {
    const owner = await findOwner(tx, wanted.ownerId);
    if ("refusal" in owner) return owner;
    if ((await tx.agent.count({ where: { name: name.value } })) > 0) {
      return refuse("already_exists", `name: an agent named ${name.value} exists already`);
    }
    const agent = { id: newId(now), name: name.value };
    await tx.agent.create({ data: { ...agent, createdAt: now, ownerId: owner.id } });
    const made = await makeKey(tx, now, agent.id, firstKey.value);
    const data = {
      agent_id: agent.id,
      agent_name: agent.name,
      owner_id: owner.id,
      owner: owner.email,
      ...toldOf(made.keyId, now, firstKey.value),
    };
    await recordEvents(tx, now, [{ kind: "agent.added", actor, data }], {});
    return { ...made, agent };
  });
}

/**
 * The same for the operator, who reads errors.
 *
 * @throws Error naming the field, when the name is not plain visible text or is taken
 */
export async function addAgent(
  name: string,
  actor: AuditActor,
): Promise<{ agent: { id: string; name: string }; key: string }> {
  const { agent, key } = required(await createAgent({ name, ownerId: null }, actor));
  return { agent, key };
}

/** Who answers for the agent from now on, and may therefore decide nothing it asks; null: nobody. */
export async function setOwner(
  agentId: string,
  ownerId: string | null,
  by: Administrator,
): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const agent = isId(agentId)
      ? await tx.agent.findUnique({ where: { id: agentId }, include: { owner: { select: { email: true } } } })
      : null;
    if (!agent) return refuse("not_found", GONE);
    const owner = await findOwner(tx, ownerId);
    if ("refusal" in owner) return owner;
    if (agent.ownerId === owner.id) return { ok: true as const };
    await tx.agent.update({ where: { id: agent.id }, data: { ownerId: owner.id } });
    const data = {
      agent_id: agent.id,
      agent_name: agent.name,
      from: agent.owner?.email,
      to: owner.email,
      owner_id: owner.id,
    };
    await recordEvents(tx, now, [{ kind: "agent.owner_changed", actor, data }], {});
    return { ok: true as const };
  });
}

/** The agent that was shut out, and in whose name. */
export type ShutOut = { ok: true; agent: { id: string; name: string }; actor: AuditActor };

/**
 * From the next statement on the agent's keys open nothing, and no submission of its is on its way any more. Doing it
 * again changes and records nothing. What it has pending is settled by `disableAgent`, which calls this.
 */
export async function shutOut(named: { id: string } | { name: string }, by: Administrator): Promise<ShutOut | Refused> {
  return administer(by, async (tx, now, actor) => {
    const agent = await findAgent(tx, named);
    if (!agent) return refuse("not_found", "id" in named ? GONE : `name: no agent is named ${named.name}`);
    await holdSubmissionsOf(agent.id, tx as Prisma.TransactionClient);
    const { count } = await tx.agent.updateMany({
      where: { id: agent.id, disabledAt: null },
      data: { disabledAt: now },
    });
    if (count > 0) {
      // An account that is ever enabled again starts with new keys.
      await tx.agentKey.updateMany({ where: { agentId: agent.id, revokedAt: null }, data: { revokedAt: now } });
      const data = { agent_id: agent.id, agent_name: agent.name };
      await recordEvents(tx, now, [{ kind: "agent.disabled", actor, data }], {});
    }
    return { ok: true as const, agent, actor };
  });
}

/** An agent that was disabled may ask again, by a new key alone. */
export async function enableAgent(agentId: string, wanted: NewKey, by: Administrator): Promise<MadeKey | Refused> {
  const key = checkKey(wanted);
  if (!key.ok) return key;
  return administer(by, async (tx, now, actor) => {
    const agent = await findAgent(tx, { id: agentId });
    if (!agent) return refuse("not_found", GONE);
    const { count } = await tx.agent.updateMany({
      where: { id: agent.id, disabledAt: { not: null } },
      data: { disabledAt: null },
    });
    if (count === 0) return refuse("invalid_request", "The agent is not disabled. Nothing was changed.");
    const made = await makeKey(tx, now, agent.id, key.value);
    const data = { agent_id: agent.id, agent_name: agent.name, ...toldOf(made.keyId, now, key.value) };
    await recordEvents(tx, now, [{ kind: "agent.enabled", actor, data }], {});
    return made;
  });
}

/** Whose key this is, in one query; null where it is unknown, revoked or past its end, or its agent is disabled. */
export async function findAgentByKeyHash(hash: string): Promise<AgentPrincipal | null> {
  const [row] = await database().$queryRaw<{ id: string; name: string; keyId: string; tools: string[] }[]>`${PREPARED}
    SELECT a.id, a.name, k.id AS "keyId", k.tools
    FROM agent_key k JOIN agent a ON a.id = k.agent_id
    WHERE k.key_hash = ${hash} AND ${keyStandsSql(NOW)} AND a.disabled_at IS NULL`;
  return row ? { kind: "agent", ...row } : null;
}

export type AgentRow = {
  id: string;
  name: string;
  createdAt: Date;
  disabledAt: Date | null;
  owner: { id: string; name: string; email: string } | null;
  /** How many of its keys open something now. */
  keys: number;
  lastUsedAt: Date | null;
  /** What can be decided now: a kill switch cancels it. */
  pending: number;
  /** Approvals it could claim now: they can be claimed no more once it is disabled. */
  claimable: number;
  /** Calls it has claimed and not reported on: nothing stops those. */
  running: number;
};

/** The agents, by name; one alone where its id is given. */
export async function listAgents(id?: string, db: Database = database()): Promise<AgentRow[]> {
  if (id !== undefined && !isId(id)) return [];
  type Row = Omit<AgentRow, "owner"> & { ownerId: string | null; ownerName: string; ownerEmail: string };
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.id, a.name, a.created_at AS "createdAt", a.disabled_at AS "disabledAt",
      p.id AS "ownerId", p.name AS "ownerName", p.email AS "ownerEmail",
      (SELECT count(*)::int FROM agent_key k WHERE k.agent_id = a.id AND ${keyStandsSql(NOW)}) AS keys,
      (SELECT max(k.last_used_at) FROM agent_key k WHERE k.agent_id = a.id) AS "lastUsedAt",
      (SELECT count(*)::int FROM confirmation c WHERE c.agent_id = a.id AND ${guardSql("decidable", NOW)}) AS pending,
      (SELECT count(*)::int FROM confirmation c WHERE c.agent_id = a.id AND ${guardSql("claimable", NOW)}) AS claimable,
      (SELECT count(*)::int FROM confirmation c WHERE c.agent_id = a.id AND ${guardSql("running", NOW)}) AS running
    FROM agent a LEFT JOIN person p ON p.id = a.owner_id
    WHERE ${id === undefined ? Prisma.sql`TRUE` : Prisma.sql`a.id = ${id}::uuid`}
    ORDER BY a.disabled_at IS NOT NULL, a.name`;
  return rows.map(({ ownerId, ownerName, ownerEmail, ...row }) => ({
    ...row,
    owner: ownerId ? { id: ownerId, name: ownerName, email: ownerEmail } : null,
  }));
}

export type KeyRow = {
  id: string;
  name: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  tools: string[];
  /** Whether it opens anything now. */
  stands: boolean;
};

/** An agent's keys, the newest first. */
export async function listKeys(agentId: string, db: Database = database()): Promise<KeyRow[]> {
  return db.$queryRaw<KeyRow[]>`
    SELECT k.id, k.name, k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
      k.last_used_at AS "lastUsedAt", k.tools, (${keyStandsSql(NOW)}) AS stands
    FROM agent_key k WHERE k.agent_id = ${agentId}::uuid ORDER BY k.id DESC`;
}

/** Who can be chosen to answer for an agent: everybody who is not disabled, by name. */
export async function listOwners(db: Database = database()): Promise<{ id: string; name: string; email: string }[]> {
  return db.person.findMany({
    where: { disabledAt: null },
    select: { id: true, name: true, email: true },
    orderBy: [{ name: "asc" }, { email: "asc" }],
  });
}

function findAgent(tx: Database, named: { id: string } | { name: string }) {
  const select = { id: true, name: true } as const;
  if ("name" in named) return tx.agent.findUnique({ where: { name: named.name.normalize("NFC") }, select });
  return isId(named.id) ? tx.agent.findUnique({ where: { id: named.id }, select }) : null;
}

async function findOwner(
  tx: Database,
  ownerId: string | null,
): Promise<{ id: string; email: string } | { id: null; email: undefined } | Refused> {
  if (ownerId === null) return { id: null, email: undefined };
  const person = isId(ownerId) ? await tx.person.findUnique({ where: { id: ownerId } }) : null;
  if (!person) return refuse("not_found", "There is no such person. Nothing was changed.");
  if (person.disabledAt) {
    return refuse("invalid_request", `${person.email} is disabled, and can answer for nothing. Nothing was changed.`);
  }
  return { id: person.id, email: person.email };
}
