import { hashSecret, newSecret } from "@/lib/auth/secrets";
import type { Confirmation } from "@/lib/kernel/confirmation";
import type { Verdict } from "@/lib/kernel/decision";
import { digestOf } from "@/lib/kernel/exact-json/digest";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { Outcome } from "@/lib/kernel/execution";
import type { AgentPrincipal, PersonPrincipal, Principal, Role } from "@/lib/kernel/principal";
import { logger } from "@/lib/log";
import { query } from "@/lib/ops/testing/database";
import { provideSettings } from "@/lib/settings";
import { addAgent, findAgentByKeyHash } from "@/lib/store/agents";
import { makeDelegation } from "@/lib/store/delegations";
import { createGroup, setMembers } from "@/lib/store/groups";
import { addPerson, findPersonByTokenHash, issuePersonToken } from "@/lib/store/people";
import type { Done, RefusedWith } from "./answer";
import { claimExecution } from "./claim-execution";
import { decideConfirmation } from "./decide-confirmation";
import { reportOutcome } from "./report-outcome";
import { type Submission, submitConfirmation } from "./submit-confirmation";

/** Who and what the tests of flows and of the wire start from: the product never imports this. */

provideSettings({ COUNTERSIGN_RATE_LIMIT: "0", COUNTERSIGN_SECRET: newSecret("csa_") });
logger.level = "silent";

const OPERATOR = { kind: "operator", name: "test" } as const;

export type Agent = AgentPrincipal & { key: string };
export type Person = PersonPrincipal & { token: string };

export async function makeAgent(name: string): Promise<Agent> {
  const { key } = await addAgent(name, OPERATOR);
  const principal = await findAgentByKeyHash(hashSecret(key));
  if (!principal) throw new Error("the agent's key opens nothing");
  return { ...principal, key };
}

export async function makePerson(name: string, role: Role): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`;
  await addPerson({ email, name, role }, OPERATOR);
  const token = await issuePersonToken(email, OPERATOR);
  const principal = await findPersonByTokenHash(hashSecret(token));
  if (!principal) throw new Error("the person's token opens nothing");
  return { ...principal, token };
}

export type Cast = Awaited<ReturnType<typeof makeCast>>;

/** The product's own limits; a test that is about something else must not meet them. */
export const DEFAULT_LIMITS =
  "deny_count = DEFAULT, deny_within_seconds = DEFAULT, pending_per_agent = DEFAULT, pending_total = DEFAULT, resubmit_max = DEFAULT, resubmit_min_interval_seconds = DEFAULT, resubmit_after = DEFAULT";

export async function setLimits(assignments: string): Promise<void> {
  await query(`UPDATE gate_limits SET ${assignments}`);
}

type WrittenRule = { id: string; effect: "allow" | "ask" | "deny"; when: string; reason?: string };

/** Puts these rules in force in place of the present ones; its number. */
export async function putInForce(rules: WrittenRule[]): Promise<number> {
  await query("UPDATE policy_version SET status = 'retired', retired_at = countersign_now() WHERE status = 'active'");
  const document = { rules: rules.map((rule) => ({ reason: `because of ${rule.id}`, ...rule })), tests: [] };
  const [{ number }] = await query<{ number: number }>(
    `INSERT INTO policy_version (number, status, document, source, created_at, created_by_name, activated_at, activated_by_name)
     SELECT max(number) + 1, 'active', $1, 'file', countersign_now(), 'test', countersign_now(), 'test' FROM policy_version
     RETURNING number`,
    [JSON.stringify(document)],
  );
  return number;
}

/** One of each role, a second reviewer and a second agent, and limits that no test meets by chance. */
export async function makeCast() {
  await setLimits("deny_count = 1000, pending_per_agent = 1000000, pending_total = 1000000");
  return {
    agent: await makeAgent("refund-bot"),
    otherAgent: await makeAgent("mail-bot"),
    reviewer: await makePerson("Rita", "reviewer"),
    otherReviewer: await makePerson("Ruben", "reviewer"),
    admin: await makePerson("Ada", "admin"),
    auditor: await makePerson("Odo", "auditor"),
  };
}

export function context<P extends Principal>(principal: P): { caller: P; principal: P; requestId: string } {
  return { caller: principal, principal, requestId: "test" };
}

export function exact(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error(`not an object: ${text}`);
  return read.value;
}

export const ARGUMENTS = '{"order_id":"A-7","amount":40.0}';

type Asking = Partial<Omit<Submission, "arguments" | "request" | "context">> & { arguments?: string };

/** Submits, and answers with the stored confirmation. */
export async function ask(agent: AgentPrincipal, asking: Asking = {}): Promise<Confirmation> {
  const { arguments: text = ARGUMENTS, ...others } = asking;
  const submitted = await submitConfirmation(context(agent), {
    tool: "issue_refund",
    target: null,
    session: null,
    turnGroup: null,
    onBehalfOf: null,
    reasoning: null,
    context: null,
    waitWindowSeconds: null,
    decisionWindowSeconds: null,
    supersedes: null,
    idempotencyKey: null,
    ...others,
    arguments: exact(text),
    request: exact(`{"arguments":${text}}`),
  });
  if (!submitted.ok) throw new Error(`not submitted: ${submitted.refusal.code}`);
  return submitted.stand.confirmation;
}

/** Makes a confirmation one that asks these groups, each so many seconds after it was submitted, or needs several approvals. */
export async function askGroups(
  { id, createdAt }: Pick<Confirmation, "id" | "createdAt">,
  {
    tiers = [],
    approvals = 1,
  }: { tiers?: { groupId: string; afterSeconds?: number; skipped?: boolean }[]; approvals?: number },
): Promise<void> {
  await query("UPDATE confirmation SET tier_count = $2, approvals_needed = $3 WHERE id = $1", [
    id,
    tiers.length,
    approvals,
  ]);
  for (const [position, { groupId, afterSeconds = 0, skipped = false }] of tiers.entries()) {
    await query(
      `INSERT INTO confirmation_tier (confirmation_id, position, group_id, group_name, asks_at, skipped)
       SELECT $1, $2, g.id, g.name, $4, $5 FROM person_group g WHERE g.id = $3`,
      [id, position + 1, groupId, new Date(createdAt.getTime() + afterSeconds * 1_000).toISOString(), skipped],
    );
  }
}

export async function makeGroup(name: string, members: Pick<Person, "id">[]): Promise<string> {
  const made = await createGroup(name, OPERATOR);
  if (!made.ok) throw new Error(made.refusal.detail);
  const ids = members.map(({ id }) => id);
  await setMembers(made.id, ids, OPERATOR);
  return made.id;
}

/** From now on for an hour one decides in the other's place. */
export async function standIn(to: Pick<Person, "id">, from: Pick<Person, "id">): Promise<string> {
  const [{ now }] = await query<{ now: Date }>("SELECT countersign_now() AS now");
  const endsAt = new Date(now.getTime() + 3_600_000);
  const made = await makeDelegation({ fromId: from.id, toId: to.id, startsAt: now, endsAt, reason: null }, OPERATOR);
  if (!made.ok) throw new Error(made.refusal.detail);
  return made.id;
}

export async function own(person: Pick<Person, "id">, agent: Pick<Agent, "id">): Promise<void> {
  await query("UPDATE agent SET owner_id = $2 WHERE id = $1", [agent.id, person.id]);
}

type Answer = Done | RefusedWith;

export function decide(
  person: PersonPrincipal,
  id: string,
  verdict: Verdict,
  more: { reason?: string; edited?: string; seenDigest?: string; breakGlass?: boolean } = {},
): Promise<Answer> {
  return decideConfirmation(context(person), {
    id,
    verdict,
    reason: more.reason ?? (verdict === "deny" ? "wrong customer" : null),
    seenDigest: more.seenDigest ?? null,
    editedArguments: more.edited === undefined ? null : exact(more.edited),
    breakGlass: more.breakGlass,
  });
}

export function claim(
  agent: AgentPrincipal,
  id: string,
  more: { arguments?: string; target?: string; key?: string } = {},
): Promise<Answer> {
  return claimExecution(context(agent), {
    id,
    argumentsDigest: digestOf(exact(more.arguments ?? ARGUMENTS)),
    target: more.target ?? null,
    claimKey: more.key ?? null,
  });
}

export function report(agent: AgentPrincipal, id: string, outcome: Partial<Outcome> = {}): Promise<Answer> {
  return reportOutcome(context(agent), {
    id,
    outcome: { result: "succeeded", phase: null, detail: null, reference: null, ...outcome },
  });
}

/** `done`, `repeated`, or the code of the refusal. */
export function outcomeOf(answer: Answer): string {
  if (answer.ok) return answer.repeated ? "repeated" : "done";
  return answer.refusal.code;
}

/** A confirmation's row as it is stored, past everything that derives from it. */
export async function storedRow(id: string): Promise<Record<string, unknown>> {
  const [row] = await query("SELECT *, xmin::text FROM confirmation WHERE id = $1", [id]);
  return row;
}

/** The kinds of a confirmation's events, oldest first. */
export async function kindsOf(id: string): Promise<string[]> {
  const rows = await query<{ kind: string }>("SELECT kind FROM audit_event WHERE confirmation_id = $1 ORDER BY id", [
    id,
  ]);
  return rows.map(({ kind }) => kind);
}

/** How many rows and events there are: what a call that changes nothing leaves alone. */
export async function countAll(): Promise<{ confirmations: number; events: number }> {
  const [counts] = await query<{ confirmations: number; events: number }>(
    "SELECT (SELECT count(*)::int FROM confirmation) AS confirmations, (SELECT count(*)::int FROM audit_event) AS events",
  );
  return counts;
}
