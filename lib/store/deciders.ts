import type { AskedGroup } from "@/lib/kernel/tiers-at-submit";
import { type Database, database, PREPARED } from "./database";

/** Which of these groups there are, by name, and how many of their members can decide: reviewers and admins, not disabled. */
export async function decidersOf(
  groupNames: readonly string[],
  db: Database = database(),
): Promise<Map<string, AskedGroup>> {
  const rows = await db.$queryRaw<{ id: string; name: string; deciders: bigint }[]>`${PREPARED}
    SELECT g.id, g.name, count(p.id) AS deciders
    FROM person_group AS g
    LEFT JOIN group_member AS m ON m.group_id = g.id
    LEFT JOIN person AS p ON p.id = m.person_id AND p.disabled_at IS NULL AND p.role IN ('reviewer', 'admin')
    WHERE g.name = ANY(${[...groupNames]}::text[])
    GROUP BY g.id, g.name`;
  return new Map(rows.map(({ id, name, deciders }) => [name, { id, deciders: Number(deciders) }]));
}
