import { plainName } from "@/lib/auth/plain-name";
import { hashSecret, newSecret } from "@/lib/auth/secrets";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { newId } from "@/lib/kernel/id";
import type { AgentPrincipal } from "@/lib/kernel/principal";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { database, PREPARED } from "./database";

/**
 * Adds an agent with its key, which is returned here and kept nowhere.
 *
 * @throws Error naming the field, when the name is not plain visible text or is taken
 */
export async function addAgent(
  name: string,
  actor: AuditActor,
): Promise<{ agent: { id: string; name: string }; key: string }> {
  const plain = plainName("name", name);
  const key = newSecret("csa_");
  const agent = await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const [id, keyId] = [newId(now), newId(now)];
    const added = await tx.agent.createMany({ data: [{ id, name: plain, createdAt: now }], skipDuplicates: true });
    if (added.count === 0) throw new Error(`name: an agent named ${plain} exists already`);
    await tx.agentKey.create({ data: { id: keyId, agentId: id, keyHash: hashSecret(key), createdAt: now } });
    await recordEvents(
      tx,
      now,
      [{ kind: "agent.added", actor, data: { agent_id: id, agent_name: plain, key_id: keyId } }],
      {},
    );
    return { id, name: plain };
  });
  return { agent, key };
}

/**
 * From the next statement on the agent's keys open nothing. Disabling it again changes and records nothing.
 *
 * @throws Error naming the field, when there is no such agent
 */
export async function disableAgent(name: string, actor: AuditActor): Promise<void> {
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    const plain = name.normalize("NFC");
    const [agent] = await tx.agent.updateManyAndReturn({
      where: { name: plain, disabledAt: null },
      data: { disabledAt: now },
      select: { id: true },
    });
    if (!agent) {
      if ((await tx.agent.count({ where: { name: plain } })) === 0) throw new Error(`name: no agent is named ${name}`);
      return;
    }
    // An account that is ever enabled again starts with new keys.
    await tx.agentKey.updateMany({ where: { agentId: agent.id, revokedAt: null }, data: { revokedAt: now } });
    await recordEvents(
      tx,
      now,
      [{ kind: "agent.disabled", actor, data: { agent_id: agent.id, agent_name: plain } }],
      {},
    );
  });
}

/** Whose key this is, in one query; null where it is unknown or revoked, or its agent is disabled. */
export async function findAgentByKeyHash(hash: string): Promise<AgentPrincipal | null> {
  const [row] = await database().$queryRaw<{ id: string; name: string; keyId: string }[]>`${PREPARED}
    SELECT a.id, a.name, k.id AS "keyId"
    FROM agent_key k JOIN agent a ON a.id = k.agent_id
    WHERE k.key_hash = ${hash} AND k.revoked_at IS NULL AND a.disabled_at IS NULL`;
  return row ? { kind: "agent", ...row } : null;
}
