import { Prisma } from "./database";
import { instant } from "./predicates";

/*
 * Notices: that a person was told of a confirmation, once for each cause. Made in the statement of what they tell of.
 */

/** One notice for each active admin and each row of `moved`, as a common table expression named `told`. */
export function adminsTold(now: Date): Prisma.Sql {
  return Prisma.sql`
    told AS (
      INSERT INTO notice (person_id, confirmation_id, kind, position, at)
      SELECT p.id, moved.id, 'expired', 0, ${instant(now)}
      FROM moved CROSS JOIN person AS p WHERE p.role = 'admin' AND p.disabled_at IS NULL
      ON CONFLICT DO NOTHING
    )`;
}

/**
 * One notice for each row of `asked` (a tier) and each person who can decide by it, as a common table expression named
 * `told`: its active members, and whoever stands in for one of them now.
 */
export function tierTold(now: Date): Prisma.Sql {
  const at = instant(now);
  return Prisma.sql`
    told AS (
      INSERT INTO notice (person_id, confirmation_id, kind, position, at)
      SELECT DISTINCT whom.id, asked.confirmation_id, 'tier_asked', asked.position, ${at}
      FROM asked
      JOIN group_member AS m ON m.group_id = asked.group_id
      JOIN person AS p ON p.id = m.person_id AND ${canDecide("p")}
      CROSS JOIN LATERAL (
        SELECT p.id
        UNION
        SELECT s.id FROM delegation AS d JOIN person AS s ON s.id = d.to_person_id AND ${canDecide("s")}
        WHERE d.from_person_id = p.id AND d.revoked_at IS NULL AND d.starts_at <= ${at} AND d.ends_at > ${at}
      ) AS whom
      ON CONFLICT DO NOTHING
    )`;
}

/** The person of this alias is active and has a role that decides. */
export function canDecide(alias: "p" | "s"): Prisma.Sql {
  return Prisma.raw(`${alias}.disabled_at IS NULL AND ${alias}.role IN ('reviewer', 'admin')`);
}
