import { requirePlain } from "@/lib/auth/plain-name";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database } from "./database";

/** What is known of a tool beyond its name. `idempotent`: its target takes an idempotency key. */
export type Tool = { name: string; idempotent: boolean };

/**
 * Sets what is known of these tools, all or none; the others stay as they are.
 *
 * @throws Error naming the field, when a name is not plain visible text or comes twice
 */
export async function setTools(list: Tool[], actor: AuditActor): Promise<void> {
  const tools = list.map(({ name, idempotent }) => ({ name, idempotent }));
  for (const { name } of tools) requirePlain("tool name", name);
  if (new Set(tools.map(({ name }) => name)).size < tools.length) throw new Error("tool name: comes twice in the list");
  if (tools.length === 0) return;
  // One order for everybody, so that two who set the same tools cannot block each other.
  tools.sort((a, b) => (a.name < b.name ? -1 : 1));
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    for (const { name, idempotent } of tools) {
      await tx.tool.upsert({ where: { name }, create: { name, idempotent }, update: { idempotent } });
    }
    await recordEvents(tx, now, [{ kind: "tools.applied", actor, data: { tools } }], {});
  });
}

/** Null for a tool of which nothing is known: a person is asked, and nothing is assumed. */
export async function findTool(name: string, db: Database = database()): Promise<Tool | null> {
  return db.tool.findUnique({ where: { name } });
}
