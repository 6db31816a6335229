import type { AgentCaller, Caller, PersonCaller, PrincipalOf, Role } from "@/lib/kernel/principal";
import { BLANKS } from "@/lib/kernel/self-approval";
import { type Absent, DECIDING_ROLES, NO_REACH, type Reach } from "@/lib/kernel/tiers";
import type { Authority } from "@/lib/kernel/transition";
import { NOW } from "./clock";
import { type Database, database, Prisma } from "./database";
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

/*
 * Who may give a verdict on the row `c`: the twin of the kernel's `placeOf`. The deciding statement, the votes that are
 * counted again and the lists of what somebody may decide are all made from these.
 */

const DECIDING = Prisma.raw(DECIDING_ROLES.map((role) => `'${role}'`).join(", "));

/** The kernel's `addressOf` the subject of `c`. */
const SUBJECT = (() => {
  const blanks = `U&'${[...BLANKS].map((blank) => `\\${blank.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}'`;
  const whole = `lower(btrim(normalize(c.on_behalf_of, NFC), ${blanks}))`;
  const address = `btrim(coalesce(substring(${whole} FROM '<([^<>]*)>$'), ${whole}), ${blanks})`;
  return `btrim(regexp_replace(${address}, '^mailto:([^?]*).*$', '\\1'), ${blanks})`;
})();

/** The person of this alias decides over others' requests, and `c` is not their own. */
function decides(person: "p" | "f"): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(person)}.role IN (${DECIDING}) AND ${notTheirOwn(person)}`;
}

function notTheirOwn(person: "p" | "f"): Prisma.Sql {
  return Prisma.raw(`coalesce(${SUBJECT} <> ${person}.email, TRUE)
    AND NOT EXISTS (SELECT 1 FROM agent AS o WHERE o.id = c.agent_id AND o.owner_id = ${person}.id)`);
}

/** The person of this alias is in a group that `c` asks by now. */
function asked(person: "p" | "f", now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM confirmation_tier AS t JOIN group_member AS m ON m.group_id = t.group_id
    WHERE t.confirmation_id = c.id AND NOT t.skipped AND t.asks_at <= ${now} AND m.person_id = ${Prisma.raw(person)}.id)`;
}

/** The person `p` stands in now for somebody, `f`, who is asked and whose own request it is not. */
function standsIn(now: Prisma.Sql, absent: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM delegation AS d JOIN person AS f ON f.id = d.from_person_id
    WHERE d.to_person_id = p.id AND d.revoked_at IS NULL AND d.starts_at <= ${now} AND d.ends_at > ${now}
      AND f.disabled_at IS NULL AND ${absent} AND ${decides("f")} AND ${asked("f", now)})`;
}

/** The person `p` stands in now for nobody whose own request `c` is. */
function standsInForNobodyInvolved(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT 1 FROM delegation AS d JOIN person AS f ON f.id = d.from_person_id
    WHERE d.to_person_id = p.id AND d.revoked_at IS NULL AND d.starts_at <= ${now} AND d.ends_at > ${now}
      AND f.disabled_at IS NULL AND f.role IN (${DECIDING}) AND NOT (${notTheirOwn("f")}))`;
}

/** The deciding statement's own look: the credential, the role, whose request it is, and who is asked at `now`. */
export function deciderStands(
  { person, place, breakGlass, tiered }: Extract<Authority, { kind: "decider" }>,
  now: Date,
): Prisma.Sql {
  const at = instant(now);
  const may = breakGlass
    ? Prisma.sql`p.role = 'admin' AND ${notTheirOwn("p")} AND ${standsInForNobodyInvolved(at)}`
    : decides("p");
  return Prisma.sql`EXISTS (
    SELECT 1 ${standing(person, now)} AND ${may} AND ${tiered && !breakGlass ? askedInPlace() : ANYBODY})`;

  function askedInPlace(): Prisma.Sql {
    return place ? standsIn(at, Prisma.sql`f.id = ${place.id}::uuid`) : asked("p", at);
  }
}

const ANYBODY = Prisma.raw("TRUE");

/** Whether who gave the vote `v` on `c`, in that place, could give it still; by which door they came in no longer matters. */
export function voteHolds(now: Date): Prisma.Sql {
  const at = instant(now);
  return Prisma.sql`EXISTS (
    SELECT 1 FROM person AS p WHERE p.id = v.person_id AND p.disabled_at IS NULL AND ${decides("p")}
      AND CASE
        WHEN v.for_person_id IS NOT NULL THEN ${standsIn(at, Prisma.raw("f.id = v.for_person_id"))}
        ELSE c.tier_count = 0 OR ${asked("p", at)}
      END)`;
}

/** `c`, which can be decided, can be decided by this person now, and their voice is not among those that stand. */
export function mayDecide(personId: string, now: Date | Prisma.Sql): Prisma.Sql {
  const at = now instanceof Date ? instant(now) : now;
  return Prisma.sql`EXISTS (
    SELECT 1 FROM person AS p WHERE p.id = ${personId}::uuid AND p.disabled_at IS NULL AND ${decides("p")}
      AND (c.tier_count = 0 OR ${asked("p", at)} OR ${standsIn(at, ANYBODY)}))
    AND (c.approvals_needed = 1 OR NOT EXISTS (
      SELECT 1 FROM vote AS v WHERE v.confirmation_id = c.id AND v.voided_at IS NULL
        AND (v.person_id = ${personId}::uuid OR v.for_person_id = ${personId}::uuid)))`;
}

type StoredAbsent = {
  id: string;
  name: string;
  email: string;
  group_ids: string[];
  owned_agent_ids: string[];
  starts_at: string;
  ends_at: string;
};

export type ReachRow = { reach: { group_ids: string[]; owned_agent_ids: string[]; absent: StoredAbsent[] } | null };

/**
 * By what a person may decide, as one JSON value: what is ended is left out, what is still to begin is not.
 *
 * @param owned which of the agents they own matter, by alias `o`
 */
export function reachSql(personId: string, now: Prisma.Sql, owned: Prisma.Sql): Prisma.Sql {
  const groups = (id: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(json_agg(m.group_id), '[]') FROM group_member AS m WHERE m.person_id = ${id})`;
  const agents = (id: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(json_agg(o.id), '[]') FROM agent AS o WHERE o.owner_id = ${id} AND ${owned})`;
  const me = Prisma.sql`${personId}::uuid`;
  const them = Prisma.raw("f.id");
  return Prisma.sql`json_build_object(
    'group_ids', ${groups(me)}, 'owned_agent_ids', ${agents(me)},
    'absent', (
      SELECT coalesce(json_agg(json_build_object(
        'id', f.id, 'name', f.name, 'email', f.email, 'starts_at', d.starts_at, 'ends_at', d.ends_at,
        'group_ids', ${groups(them)}, 'owned_agent_ids', ${agents(them)}) ORDER BY f.name, f.id), '[]')
      FROM delegation AS d JOIN person AS f ON f.id = d.from_person_id
      WHERE d.to_person_id = ${me} AND d.revoked_at IS NULL AND d.ends_at > ${now}
        AND f.disabled_at IS NULL AND f.role IN (${DECIDING})))`;
}

export function toReach({ reach }: ReachRow): Reach {
  if (!reach) return NO_REACH;
  return {
    groupIds: reach.group_ids,
    ownedAgentIds: reach.owned_agent_ids,
    absent: reach.absent.map(
      ({ group_ids, owned_agent_ids, starts_at, ends_at, ...absent }): Absent => ({
        ...absent,
        groupIds: group_ids,
        ownedAgentIds: owned_agent_ids,
        startsAt: new Date(starts_at),
        endsAt: new Date(ends_at),
      }),
    ),
  };
}

/** The clock and by what a person may decide: the first read of a list. */
export async function readReach(personId: string, db: Database = database()): Promise<{ now: Date; reach: Reach }> {
  const [row] = await db.$queryRaw<[ReachRow & { now: Date }]>`
    SELECT t.now, ${reachSql(personId, Prisma.sql`t.now`, Prisma.sql`TRUE`)} AS reach FROM (SELECT ${NOW} AS now) AS t`;
  return { now: row.now, reach: toReach(row) };
}
