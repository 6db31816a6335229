import type { AgentPrincipal, PersonPrincipal, Role } from "@/lib/kernel/principal";
import { Prisma } from "./database";
import { instant } from "./predicates";

/**
 * SQL conditions for the statement that changes something: whoever was let in a moment ago is checked again by the very
 * statement that acts, so a role lost a second ago decides nothing. They see what was committed when that statement began.
 */

/**
 * The person has one of the roles now, is not disabled, and the session or token they came in by still stands.
 *
 * @param now the operation's instant, or the SQL that reads it
 */
export function personStands(person: PersonPrincipal, roles: readonly Role[], now: Date | Prisma.Sql): Prisma.Sql {
  if (roles.length === 0) return Prisma.sql`FALSE`;
  const { kind, id } = person.credential;
  const credential =
    kind === "session"
      ? Prisma.sql`person_session c WHERE c.expires_at > ${now instanceof Date ? instant(now) : now} AND`
      : Prisma.sql`person_token c WHERE`;
  return Prisma.sql`EXISTS (
    SELECT 1 FROM person p
    WHERE p.id = ${person.id}::uuid AND p.disabled_at IS NULL AND p.role IN (${Prisma.join([...roles])})
      AND EXISTS (
        SELECT 1 FROM ${credential} c.id = ${id}::uuid AND c.person_id = p.id AND c.revoked_at IS NULL
      )
  )`;
}

/** The agent is not disabled and the key it came in by is not revoked. */
export function agentStands(agent: AgentPrincipal): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM agent a JOIN agent_key k ON k.agent_id = a.id
    WHERE a.id = ${agent.id}::uuid AND a.disabled_at IS NULL AND k.id = ${agent.keyId}::uuid AND k.revoked_at IS NULL
  )`;
}
