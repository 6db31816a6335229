import type { AgentCaller, Caller, PersonCaller, PrincipalOf, Role } from "@/lib/kernel/principal";
import { Prisma } from "./database";
import { instant } from "./predicates";

/**
 * Who may, as SQL: read with an operation's first read, and asked again by the very statement that acts, so a role lost a
 * second ago decides nothing. A statement sees what was committed when it began.
 */

type Now = Date | Prisma.Sql;

/** `FROM … WHERE`: the caller's account, `p`, while it is not disabled and what the caller came in by still stands. */
function standing(caller: Caller, now: Now): Prisma.Sql {
  const at = now instanceof Date ? instant(now) : now;
  if (caller.kind === "agent") {
    return Prisma.sql`FROM agent p JOIN agent_key k ON k.agent_id = p.id
      WHERE p.id = ${caller.id}::uuid AND p.disabled_at IS NULL AND k.id = ${caller.keyId}::uuid AND ${keyStandsSql(at)}`;
  }
  const { kind, id } = caller.credential;
  const [table, inTime] = kind === "session" ? [SESSION, Prisma.sql`AND k.expires_at > ${at}`] : [TOKEN, Prisma.empty];
  return Prisma.sql`FROM person p JOIN ${table} k ON k.person_id = p.id
    WHERE p.id = ${caller.id}::uuid AND p.disabled_at IS NULL AND k.id = ${id}::uuid AND k.revoked_at IS NULL ${inTime}`;
}

const SESSION = Prisma.raw("person_session");
const TOKEN = Prisma.raw("person_token");

/**
 * The person has one of the roles now, is not disabled, and the session or token they came in by still stands.
 *
 * @param now the operation's instant, or the SQL that reads it
 */
export function personStands(person: PersonCaller, roles: readonly Role[], now: Now): Prisma.Sql {
  if (roles.length === 0) return Prisma.sql`FALSE`;
  return Prisma.sql`EXISTS (
    SELECT 1 ${standing(person, now)} AND p.role IN (${Prisma.join([...roles])})
  )`;
}

/**
 * The agent is not disabled, and the key it came in by is neither revoked nor past its end.
 *
 * @param now the operation's instant, or the SQL that reads it
 * @param tool what it asks for or claims, where the key's scope matters
 */
export function agentStands(agent: AgentCaller, now: Now, tool?: string): Prisma.Sql {
  const inScope = tool === undefined ? Prisma.empty : Prisma.sql`AND (k.tools = '{}' OR ${tool}::text = ANY(k.tools))`;
  return Prisma.sql`EXISTS (
    SELECT 1 ${standing(agent, now)} ${inScope}
  )`;
}

/** An agent's key, `k`, opens something at this instant. */
export function keyStandsSql(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${at})`;
}

/** What an operation's first read says of its caller; nulls where the caller opens nothing any more. */
export type CallerRow = {
  caller_name: string | null;
  caller_email?: string | null;
  caller_role?: Role | null;
  caller_tools?: string[] | null;
};

/**
 * Joins the caller to an operation's first read, so that knowing who asks costs no query of its own.
 *
 * @param now the SQL of the instant that is being read
 * @returns the columns of a `CallerRow`, and the join that gives them
 */
export function callerSql(caller: Caller, now: Prisma.Sql): { columns: Prisma.Sql; join: Prisma.Sql } {
  return {
    columns: caller.kind === "agent" ? AGENT_ALIASES : PERSON_ALIASES,
    join: Prisma.sql`LEFT JOIN LATERAL (SELECT ${caller.kind === "agent" ? AGENT_COLUMNS : PERSON_COLUMNS} ${standing(caller, now)}) AS caller ON TRUE`,
  };
}

const AGENT_COLUMNS = Prisma.raw("p.name AS caller_name, k.tools AS caller_tools");
const AGENT_ALIASES = Prisma.raw("caller.caller_name, caller.caller_tools");
const PERSON_COLUMNS = Prisma.raw("p.name AS caller_name, p.email AS caller_email, p.role AS caller_role");
const PERSON_ALIASES = Prisma.raw("caller.caller_name, caller.caller_email, caller.caller_role");

/** The caller as it is now; null where it may do nothing any more. */
export function principalOf<C extends Caller>(caller: C, row: CallerRow): PrincipalOf<C> | null {
  const { caller_name: name, caller_email: email, caller_role: role, caller_tools: tools } = row;
  if (name === null) return null;
  const principal = caller.kind === "agent" ? { ...caller, name, tools } : { ...caller, name, email, role };
  return principal as unknown as PrincipalOf<C>;
}
