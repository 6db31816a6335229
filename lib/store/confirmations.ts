import type { Confirmation, State } from "@/lib/kernel/confirmation";
import type { Caller, PrincipalOf } from "@/lib/kernel/principal";
import type { Vote } from "@/lib/kernel/quorum";
import { comparable } from "@/lib/kernel/search-text";
import type { ConfirmationTier, Reach } from "@/lib/kernel/tiers";
import { RISKS, riskRank, type ToolSettings } from "@/lib/kernel/tool";
import { type CallerRow, callerSql, mayDecide, principalOf, type ReachRow, reachSql, toReach } from "./authority";
import { NOW } from "./clock";
import { type ConfirmationRow, columnOf, FACTS, readWholeRow, toConfirmation, WHOLE_ROW } from "./confirmation-row";
import { type Database, database, PREPARED, Prisma } from "./database";
import { guardSql, instant, stateSql, toSettleSql } from "./predicates";
import { readToolRow, TOOL_COLUMNS, TOOL_ROW, type ToolRow, toToolSettings } from "./tool-row";
import { TIERS_AND_VOTES, type TiersAndVotesRow, toTiers, toVotes } from "./votes";

/** A confirmation with what its presentation needs beside it. */
export type Found = {
  confirmation: Confirmation;
  agentName: string;
  tool: ToolSettings;
  /** The groups it asks, in their order; none where anybody who decides may. */
  tiers: ConfirmationTier[];
  /** The votes that are not voided, oldest first; none where one approval is enough. */
  votes: Vote[];
  /** By what the person may decide for whom it was read; absent where it was read for nobody. */
  reach?: Reach;
};

/** `found` is null where there is no such row, or not for this agent. */
export type Loaded = { now: Date; found: Found | null };

/** A confirmation, its agent's name, its tool, its tiers and its votes; nulls where there is none. */
type WholeRow = TiersAndVotesRow & { confirmation: string | null; agent_name: string; tool: string };
const WHOLE = Prisma.sql`${WHOLE_ROW} AS confirmation, a.name AS agent_name, ${TOOL_ROW} AS tool, ${TIERS_AND_VOTES}`;

type ListedRow = ConfirmationRow & ToolRow & TiersAndVotesRow & { agent_name: string };

/**
 * The first read of an operation on one confirmation: the row, `now`, who asks, and which policy is in force, together. Another agent's
 * confirmation is not there for an agent.
 */
export async function loadForCaller<C extends Caller>(
  id: string,
  caller: C,
  db: Database = database(),
): Promise<Loaded & { principal: PrincipalOf<C> | null; policyVersion: number | null }> {
  const own = caller.kind === "agent" ? Prisma.sql`AND c.agent_id = ${caller.id}::uuid` : Prisma.empty;
  const asking = callerSql(caller, Prisma.sql`t.now`);
  const reach = caller.kind === "person" ? Prisma.sql`, ${reachOverC(caller.id)} AS reach` : Prisma.empty;
  type Row = WholeRow & CallerRow & ReachRow & { now: Date; policy_number: number | null };
  const [row] = await db.$queryRaw<[Row]>`${PREPARED}
    SELECT t.now, ${asking.columns}, ${WHOLE},
      (SELECT p.number FROM policy_version AS p WHERE p.status = 'active') AS policy_number ${reach}
    FROM (SELECT ${NOW} AS now) AS t
    ${asking.join}
    LEFT JOIN confirmation AS c ON c.id = ${id}::uuid ${own}
    LEFT JOIN agent AS a ON a.id = c.agent_id
    LEFT JOIN tool ON tool.name = c.tool`;
  const found = readWhole(row);
  if (found && caller.kind === "person") found.reach = toReach(row);
  return { now: row.now, principal: principalOf(caller, row), found, policyVersion: row.policy_number };
}

/** By what a person may decide on `c`, by agent `a`; read only where there is something to it. */
function reachOverC(personId: string): Prisma.Sql {
  const whole = reachSql(personId, Prisma.sql`t.now`, Prisma.sql`o.id = c.agent_id`);
  return Prisma.sql`CASE WHEN c.tier_count > 0 OR a.owner_id = ${personId}::uuid
    OR EXISTS (SELECT 1 FROM delegation AS d WHERE d.to_person_id = ${personId}::uuid AND d.revoked_at IS NULL)
    THEN ${whole} END`;
}

/** The row again, within an operation that knows its `now` and its caller. */
export async function loadConfirmation(id: string, db: Database = database()): Promise<Found | null> {
  const [row] = await db.$queryRaw<WholeRow[]>`${PREPARED}
    SELECT ${WHOLE}
    FROM confirmation AS c
    JOIN agent AS a ON a.id = c.agent_id
    LEFT JOIN tool ON tool.name = c.tool
    WHERE c.id = ${id}::uuid`;
  return row ? readWhole(row) : null;
}

/** Several at once, and the clock; ids that are not there are left out. */
export async function loadConfirmations(
  ids: string[],
  db: Database = database(),
): Promise<{ now: Date; found: Found[] }> {
  const rows = await db.$queryRaw<[WholeRow & { now: Date }, ...WholeRow[]]>`
    SELECT t.now, ${WHOLE}
    FROM (SELECT ${NOW} AS now) AS t
    LEFT JOIN confirmation AS c ON c.id = ANY(${ids}::uuid[])
    LEFT JOIN agent AS a ON a.id = c.agent_id
    LEFT JOIN tool ON tool.name = c.tool`;
  return { now: rows[0].now, found: rows.flatMap((row) => readWhole(row) ?? []) };
}

/** The parked waits' poll: whether each of these ids is still undecided, without reading the rows whole. */
export async function loadStates(
  ids: string[],
  db: Database = database(),
): Promise<{ now: Date; rows: { id: string; state: State; decidableUntil: Date }[] }> {
  const rows = await db.$queryRaw<{ now: Date; id: string | null; state: State; decidable_until: Date }[]>`
    SELECT t.now, c.id, c.state, c.decidable_until
    FROM (SELECT ${NOW} AS now) AS t LEFT JOIN confirmation AS c ON c.id = ANY(${ids}::uuid[])`;
  const now = rows[0]?.now;
  if (!now) throw new Error("The clock did not answer.");
  return {
    now,
    rows: rows.flatMap((row) =>
      row.id ? [{ id: row.id, state: row.state, decidableUntil: row.decidable_until }] : [],
    ),
  };
}

/** Where a page of a list ended; the next begins strictly after it, so that nothing is shown twice or skipped. */
export type Cursor =
  | { sort: "newest"; id: string }
  | { sort: "closes"; decidableUntil: Date; id: string }
  /**
   * The gravest first, by `riskRank`; among equals what closes first. `order` tells under which risks of the tools: under
   * others this place is none, and a page after it would pass rows over. Then the list is read from its beginning.
   */
  | { sort: "risk"; rank: number; decidableUntil: Date; id: string; order: string };

export type ListFilter = {
  /** As `stateOf` has it: what is due counts as expired, swept or not. */
  state?: State;
  /** Only executions a person may have to settle. */
  unsettled?: boolean;
  /** Only what this person may decide now, by id. */
  mayDecide?: string;
  tool?: string;
  agentId?: string;
  agentName?: string;
  session?: string;
  target?: string;
  onBehalfOf?: string;
  turnGroup?: string;
  /** Only these. */
  ids?: string[];
  /** Literal text. */
  text?: string;
  sort: Cursor["sort"];
  after?: Cursor;
  limit: number;
};

/** What a list shows: everything but the long texts. */
const LONG_FACTS = ["arguments", "context", "effectiveArguments", "changes", "searchText", "reasoning"] as const;
export type ListedFound = Omit<Found, "confirmation"> & {
  confirmation: Omit<Confirmation, (typeof LONG_FACTS)[number]>;
  /** Where a list is sorted by risk: which risks of the tools its order is made of. */
  riskOrder?: string;
};

/** A page of whole confirmations, as agents and API clients read them. */
export async function listConfirmations(filter: ListFilter, now: Date, db: Database = database()): Promise<Found[]> {
  const rows = await db.$queryRaw<WholeRow[]>`
    SELECT ${WHOLE} ${fromWhere(filter, now)}`;
  return rows.flatMap((row) => readWhole(row) ?? []);
}

/** A page of a list without the long texts, as the console reads it. */
export async function listRows(filter: ListFilter, now: Date, db: Database = database()): Promise<ListedFound[]> {
  const order = filter.sort === "risk" ? Prisma.sql`, ${RISK_ORDER} AS risk_order` : Prisma.empty;
  const rows = await db.$queryRaw<(ListedRow & { risk_order?: string })[]>`
    SELECT ${SHORT_COLUMNS}, a.name AS agent_name, ${TOOL_COLUMNS}, ${TIERS_AND_VOTES} ${order} ${fromWhere(filter, now)}`;
  return rows.map((row) => ({ ...toListed(row), riskOrder: row.risk_order }));
}

/**
 * How many can be decided now, and how many outcomes wait to be settled.
 *
 * @param decider counts only what this person may decide
 */
export async function countWaiting(
  decider: string | null = null,
  db: Database = database(),
): Promise<{ now: Date; pending: number; outcomeUnknown: number }> {
  const now = (await db.$queryRaw<[{ now: Date }]>`SELECT ${NOW} AS now`)[0].now;
  const theirs = decider ? Prisma.sql`AND ${mayDecide(decider, now)}` : Prisma.empty;
  const [counts] = await db.$queryRaw<[{ pending: bigint; outcome_unknown: bigint }]>`
    SELECT (SELECT count(*) FROM confirmation AS c WHERE ${guardSql("decidable", now)} ${theirs}) AS pending,
           (SELECT count(*) FROM confirmation AS c WHERE ${toSettleSql(now)}) AS outcome_unknown`;
  return { now, pending: Number(counts.pending), outcomeUnknown: Number(counts.outcome_unknown) };
}

function fromWhere(filter: ListFilter, now: Date): Prisma.Sql {
  const where = [Prisma.sql`TRUE`];
  if (filter.state) where.push(stateSql(filter.state, now));
  if (filter.unsettled) where.push(toSettleSql(now));
  if (filter.mayDecide) where.push(guardSql("decidable", now), mayDecide(filter.mayDecide, now));
  if (filter.tool) where.push(Prisma.sql`c.tool = ${filter.tool}`);
  if (filter.agentId) where.push(Prisma.sql`c.agent_id = ${filter.agentId}::uuid`);
  if (filter.agentName) where.push(Prisma.sql`a.name = ${filter.agentName}`);
  if (filter.session) where.push(Prisma.sql`c.session = ${filter.session}`);
  if (filter.target) where.push(Prisma.sql`c.target = ${filter.target}`);
  if (filter.onBehalfOf) where.push(Prisma.sql`c.on_behalf_of = ${filter.onBehalfOf}`);
  if (filter.turnGroup) where.push(Prisma.sql`c.turn_group = ${filter.turnGroup}`);
  if (filter.ids) where.push(Prisma.sql`c.id = ANY(${filter.ids}::uuid[])`);
  // position() knows no wildcards: what is searched for is what is found.
  if (filter.text) where.push(Prisma.sql`position(${comparable(filter.text)} IN c.search_text) > 0`);
  if (filter.after) where.push(afterSql(filter.after));
  return Prisma.sql`
    FROM confirmation AS c
    JOIN agent AS a ON a.id = c.agent_id
    LEFT JOIN tool ON tool.name = c.tool
    WHERE ${Prisma.join(where, " AND ")} ORDER BY ${ORDERS[filter.sort]} LIMIT ${filter.limit}::integer`;
}

function afterSql(cursor: Cursor): Prisma.Sql {
  switch (cursor.sort) {
    case "newest":
      return Prisma.sql`c.id < ${cursor.id}::uuid`;
    case "closes":
      return Prisma.sql`(c.decidable_until, c.id) > (${instant(cursor.decidableUntil)}, ${cursor.id}::uuid)`;
    case "risk":
      return Prisma.sql`(${RISK_ORDER} <> ${cursor.order} OR (${RISK_RANK}, c.decidable_until, c.id)
        > (${cursor.rank}::integer, ${instant(cursor.decidableUntil)}, ${cursor.id}::uuid))`;
    default:
      return cursor satisfies never;
  }
}

/** The kernel's `riskRank`, as SQL; a tool nobody has described has no row. */
const RISK_RANK = Prisma.sql`(CASE ${Prisma.join(
  RISKS.map((risk) => Prisma.sql`WHEN tool.risk = ${risk} THEN ${riskRank(risk)}::integer`),
  " ",
)} ELSE ${riskRank(null)}::integer END)`;

/** Tells two settings of the tools' risks apart; read with the rows, so that it is the one they are sorted by. */
const RISK_ORDER = Prisma.sql`(SELECT coalesce(md5(string_agg(risky.name || ' ' || risky.risk, ',' ORDER BY risky.name)), '-')
  FROM tool AS risky WHERE risky.risk IS NOT NULL)`;

const ORDERS: Record<Cursor["sort"], Prisma.Sql> = {
  newest: Prisma.sql`c.id DESC`,
  closes: Prisma.sql`c.decidable_until, c.id`,
  risk: Prisma.sql`${RISK_RANK}, c.decidable_until, c.id`,
};

function readWhole(row: WholeRow): Found | null {
  if (row.confirmation === null) return null;
  return {
    confirmation: readWholeRow(row.confirmation),
    agentName: row.agent_name,
    tool: readToolRow(row.tool),
    tiers: toTiers(row),
    votes: toVotes(row),
  };
}

function toListed(row: ListedRow): ListedFound {
  return {
    confirmation: toConfirmation(row),
    agentName: row.agent_name,
    tool: toToolSettings(row),
    tiers: toTiers(row),
    votes: toVotes(row),
  };
}

const SHORT_COLUMNS = Prisma.join(shortFacts().map((fact) => Prisma.sql`c.${columnOf(fact)}`));

function shortFacts(): (keyof Confirmation)[] {
  return FACTS.filter((fact) => !(LONG_FACTS as readonly string[]).includes(fact));
}
