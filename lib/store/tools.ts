import { requirePlain } from "@/lib/auth/plain-name";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import type { ConfiguredTool } from "@/lib/kernel/configuration";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type ToolSettings, UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { type Administrator, administer } from "./administration";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database, type Prisma } from "./database";
import { TOOL_COLUMNS, type ToolRow, toToolSettings, writeTiers } from "./tool-row";

/** What is said of a tool; what is left out is as for a tool nobody has described. */
export type Tool = { name: string } & Partial<ToolSettings>;

/**
 * Sets what is known of these tools, all or none; the others stay as they are. What is said already is not recorded.
 *
 * @param source which way the change came
 * @param within the transaction and the instant of a larger change
 * @throws Error naming the field, when a name is not plain visible text or comes twice
 */
export async function setTools(
  list: Tool[],
  actor: AuditActor,
  source: "page" | "file" = "file",
  within?: { tx: Database; now: Date },
): Promise<void> {
  for (const { name } of list) requirePlain("tool name", name);
  if (new Set(list.map(({ name }) => name)).size < list.length) throw new Error("tool name: comes twice in the list");
  if (list.length === 0) return;
  if (within) return write(list, actor, source, within.tx, within.now);
  await database().$transaction(async (tx) => write(list, actor, source, tx, await readClock(tx)));
}

async function write(list: Tool[], actor: AuditActor, source: string, tx: Database, now: Date): Promise<void> {
  const known = new Map((await listTools(tx)).map((tool) => [tool.name, tool]));
  // One order for everybody, so that two who set the same tools cannot block each other.
  const tools = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  const changed: Tool[] = [];
  for (const tool of tools) {
    const whole = { ...UNKNOWN_TOOL, ...tool };
    const standing = known.get(tool.name);
    if (standing && sameText(standing) === sameText(whole)) continue;
    const columns = columnsOf(whole);
    await tx.tool.upsert({ where: { name: tool.name }, create: { name: tool.name, ...columns }, update: columns });
    changed.push(tool);
  }
  if (changed.length === 0) return;
  await recordEvents(tx, now, [{ kind: "tools.applied", actor, data: { tools: changed, source } }], {});
}

/** From now on it is a tool nobody has described: a person is asked about it, and nothing is assumed. */
export async function removeTool(name: string, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const { count } = await tx.tool.deleteMany({ where: { name } });
    if (count === 0) return refuse("not_found", "There is no such tool. Nothing was changed.");
    await recordEvents(tx, now, [{ kind: "tools.removed", actor, data: { name, source: "page" } }], {});
    return { ok: true as const };
  });
}

/** What is known of a tool; an unknown one's settings where nothing is. */
export async function findTool(name: string, db: Database = database()): Promise<ToolSettings> {
  const [row] = await db.$queryRaw<ToolRow[]>`SELECT ${TOOL_COLUMNS} FROM tool WHERE name = ${name}`;
  return row ? toToolSettings(row) : UNKNOWN_TOOL;
}

/** Every tool somebody has described, by name. */
export async function listTools(db: Database = database()): Promise<ConfiguredTool[]> {
  const rows = await db.$queryRaw<(ToolRow & { tool_name: string })[]>`
    SELECT ${TOOL_COLUMNS} FROM tool ORDER BY name COLLATE "C"`;
  return rows.map((row) => ({ name: row.tool_name, ...toToolSettings(row) }));
}

/** The same text for the same settings, in whatever order their members come. */
function sameText(tool: ConfiguredTool): string {
  return JSON.stringify({ ...columnsOf(tool), name: tool.name });
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
