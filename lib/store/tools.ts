import { requirePlain } from "@/lib/auth/plain-name";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { type ToolSettings, UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database, type Prisma } from "./database";
import { TOOL_COLUMNS, type ToolRow, toToolSettings, writeTiers } from "./tool-row";

/** What is said of a tool; what is left out is as for a tool nobody has described. */
export type Tool = { name: string } & Partial<ToolSettings>;

/**
 * Sets what is known of these tools, all or none; the others stay as they are.
 *
 * @throws Error naming the field, when a name is not plain visible text or comes twice
 */
export async function setTools(list: Tool[], actor: AuditActor): Promise<void> {
  for (const { name } of list) requirePlain("tool name", name);
  if (new Set(list.map(({ name }) => name)).size < list.length) throw new Error("tool name: comes twice in the list");
  if (list.length === 0) return;
  // One order for everybody, so that two who set the same tools cannot block each other.
  const tools = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  await database().$transaction(async (tx) => {
    const now = await readClock(tx);
    for (const tool of tools) {
      const columns = columnsOf({ ...UNKNOWN_TOOL, ...tool });
      await tx.tool.upsert({ where: { name: tool.name }, create: { name: tool.name, ...columns }, update: columns });
    }
    await recordEvents(tx, now, [{ kind: "tools.applied", actor, data: { tools } }], {});
  });
}

/** What is known of a tool; an unknown one's settings where nothing is. */
export async function findTool(name: string, db: Database = database()): Promise<ToolSettings> {
  const [row] = await db.$queryRaw<ToolRow[]>`SELECT ${TOOL_COLUMNS} FROM tool WHERE name = ${name}`;
  return row ? toToolSettings(row) : UNKNOWN_TOOL;
}

function columnsOf({ windows, tiers, ...settings }: ToolSettings): Omit<Prisma.ToolUncheckedCreateInput, "name"> {
  const { description, risk, reversible, idempotent, edits, schema, masked, disabled, approvals, capPerDay } = settings;
  return {
    description,
    risk,
    reversible,
    idempotent,
    edits,
    schema,
    masked,
    disabled,
    approvals,
    tiers: writeTiers(tiers),
    capPerDay,
    decisionWindowSeconds: windows.decisionSeconds,
    startWindowSeconds: windows.startSeconds,
    outcomeWindowSeconds: windows.outcomeSeconds,
  };
}
