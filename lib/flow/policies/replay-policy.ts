import type { PolicyEffect, State } from "@/lib/kernel/confirmation";
import { type CompiledPolicy, compilePolicy } from "@/lib/kernel/policy/compile";
import { evaluatePolicy } from "@/lib/kernel/policy/evaluate";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { readClock } from "@/lib/store/clock";
import { confirmationsToReplay, findPolicy, type Replayed } from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { readStoredObject } from "../stored-json";
import { digestOfVersion, documentOf, noSuchVersion } from "./open-draft";

/** One confirmation that would be decided otherwise. */
export type Differing = {
  id: string;
  tool: string;
  agentName: string;
  createdAt: Date;
  state: State;
  before: { effect: PolicyEffect; rule: string | null; version: number };
  after: { effect: PolicyEffect; rule: string | null; error: boolean };
};

export type ReplayPart = {
  ok: true;
  at: Date;
  /** What the version said when this part was replayed; another one means that it was saved meanwhile. */
  digest: string;
  examined: number;
  /** Denied by a limit or a disabled tool before any policy was asked, so that none would change it. */
  passedOver: number;
  counts: { before: PolicyEffect; after: PolicyEffect; count: number }[];
  differing: Differing[];
  nextCursor: string | null;
};

/** Other requests of this process get their turn between so many. */
const AT_A_STRETCH = 100;

/**
 * What a version would have said of stored confirmations, the newest first, each at the instant it was asked. Nothing is
 * written, and nothing that was decided changes.
 *
 * @param cursor where the part before ended
 */
export async function replayPolicy(
  _: PersonContext,
  { number, cursor, limit }: { number: number; cursor: string | null; limit: number },
): Promise<ReplayPart | Refused> {
  const [at, version] = await Promise.all([readClock(), findPolicy(number)]);
  if (!version) return noSuchVersion(number);
  const compiled = compilePolicy(documentOf(version));
  if (!compiled.ok) return refuse("policy_invalid", "The rules have faults, so nothing can be replayed under them.");
  const rows = await confirmationsToReplay(cursor, limit);
  const counts = new Map<string, ReplayPart["counts"][number]>();
  const differing: Differing[] = [];
  let passedOver = 0;
  for (const [index, row] of rows.entries()) {
    if (index % AT_A_STRETCH === AT_A_STRETCH - 1) await new Promise((resolve) => setImmediate(resolve));
    if (endedByTheGate(row)) {
      passedOver += 1;
      continue;
    }
    // Until there was a policy, a person was asked about everything.
    const before = row.policyEffect ?? "ask";
    const after = verdictOn(compiled.policy, row);
    const key = `${before} ${after.effect}`;
    const known = counts.get(key)?.count ?? 0;
    counts.set(key, { before, after: after.effect, count: known + 1 });
    if (before === after.effect) continue;
    const { id, tool, agentName, createdAt, state } = row;
    const was = { effect: before, rule: row.policyRule, version: row.policyVersion };
    differing.push({ id, tool, agentName, createdAt, state, before: was, after });
  }
  return {
    ok: true,
    at,
    digest: digestOfVersion(version),
    examined: rows.length,
    passedOver,
    counts: [...counts.values()],
    differing,
    nextCursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

function endedByTheGate({ policyEffect, reasonCode }: Replayed): boolean {
  switch (reasonCode) {
    case "deny_limit":
    case "queue_full":
    case "resubmission_limit":
    case "daily_cap":
    case "tool_disabled":
      return policyEffect === null;
    default:
      return false;
  }
}

function verdictOn(policy: CompiledPolicy, row: Replayed): Differing["after"] {
  const { effect, rule, errors } = evaluatePolicy(policy, {
    tool: row.tool,
    target: row.target,
    arguments: readStoredObject(row.arguments),
    agent: { name: row.agentName },
    subject: row.onBehalfOf,
    session: row.session,
    risk: row.risk,
    reversible: row.reversible,
    now: row.createdAt,
  });
  return { effect, rule, error: errors.length > 0 };
}
