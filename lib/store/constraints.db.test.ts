import { beforeAll, describe, expect, test } from "vitest";
import { type Agent, makeAgent } from "@/lib/flow/fixtures";
import type { Confirmation } from "@/lib/kernel/confirmation";
import { newId } from "@/lib/kernel/id";
import {
  approvedFacts,
  CREATED_AT,
  claimedFacts,
  endedFacts,
  later,
  pendingFacts,
} from "@/lib/kernel/sample-confirmation";
import { query } from "@/lib/ops/testing/database";
import { insertConfirmation } from "./insert-confirmation";

/* DESIGN §9: named CHECKs make bad rows impossible, whoever writes them. */

let agent: Agent;
beforeAll(async () => {
  agent = await makeAgent("refund-bot");
});

const unknownFacts = () => claimedFacts({ executionState: "outcome_unknown", outcomeAt: later(CREATED_AT, 3_000) });
const BASES = {
  pending: pendingFacts,
  denied: () => endedFacts("denied"),
  cancelled: () => endedFacts("cancelled"),
  expired: () => endedFacts("expired"),
  planned: approvedFacts,
  submitted: claimedFacts,
  unknown: unknownFacts,
  succeeded: () => ({ ...unknownFacts(), executionState: "succeeded" as const }),
} satisfies Record<string, () => Confirmation>;

async function insert(base: keyof typeof BASES): Promise<string> {
  const id = newId(CREATED_AT);
  await insertConfirmation({ ...BASES[base](), id, agentId: agent.id }, agent, [SUBMITTED], {});
  return id;
}
const SUBMITTED = {
  kind: "confirmation.submitted",
  actor: { kind: "agent", id: "a", name: "refund-bot" },
  data: {},
} as const;

/** The constraint that refuses a change, or "taken". */
async function refusedBy(id: string, set: string): Promise<string> {
  try {
    await query(`UPDATE confirmation SET ${set} WHERE id = $1`, [id]);
    return "taken";
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
}

const EXECUTION = `execution_id = '${newId(CREATED_AT)}', execution_state = 'planned', attempt = 1`;
const DECIDED = "decided_at = created_at, decided_by_kind = 'reviewer', decided_by_name = 'R', reason_code = 'x'";

const BAD_ROWS: [constraint: string, base: keyof typeof BASES, set: string][] = [
  ["state_known", "denied", "state = 'maybe'"],
  ["windows_in_order", "pending", "decidable_until = created_at"],
  ["windows_in_order", "pending", "wait_ends_at = created_at"],
  ["windows_in_order", "pending", "wait_ends_at = created_at - interval '1 ms'"],
  ["origin_under_supersedes", "pending", "origin_id = id"],
  ["decided_whole", "pending", "decided_at = created_at"],
  ["decided_whole", "pending", "reason = 'because'"],
  ["decided_whole", "pending", "decided_by_id = 'r'"],
  ["decided_whole", "pending", "decided_by_name = 'R'"],
  ["decided_whole", "pending", DECIDED],
  ["decided_whole", "denied", "state = 'pending'"],
  ["decided_whole", "denied", "decided_by_kind = NULL"],
  ["decided_whole", "denied", "decided_by_name = NULL"],
  ["decided_whole", "denied", "reason_code = NULL"],
  ["decided_whole", "expired", "decided_at = NULL"],
  ["decided_by_known", "denied", "decided_by_kind = 'robot'"],
  ["decided_in_time", "denied", "decided_at = decidable_until"],
  ["decided_in_time", "denied", "decided_at = decidable_until + interval '1 ms'"],
  ["decided_in_time", "cancelled", "decided_at = decidable_until"],
  ["decided_in_time", "planned", "decided_at = decidable_until"],
  ["decided_in_time", "denied", "decided_at = NULL"],
  ["decided_in_time", "pending", "state = 'denied'"],
  ["expired_at_boundary", "expired", "decided_at = decidable_until - interval '1 ms'"],
  ["start_by_under_approved", "planned", "start_by = NULL"],
  ["start_by_under_approved", "denied", "start_by = decidable_until"],
  ["execution_under_approved", "pending", EXECUTION],
  ["execution_under_approved", "denied", EXECUTION],
  ["execution_under_approved", "cancelled", EXECUTION],
  ["execution_under_approved", "expired", EXECUTION],
  ["execution_under_approved", "planned", "execution_state = NULL, execution_id = NULL, attempt = NULL"],
  ["execution_under_approved", "planned", "execution_id = NULL"],
  ["execution_under_approved", "planned", "attempt = NULL"],
  ["execution_under_approved", "denied", "execution_id = gen_random_uuid()"],
  ["execution_known", "submitted", "execution_state = 'running'"],
  ["claimed_whole", "planned", "claimed_at = created_at"],
  ["claimed_whole", "planned", "execution_state = 'submitted'"],
  ["claimed_whole", "planned", "claim_key = 'k'"],
  ["claimed_whole", "submitted", "outcome_due_by = NULL"],
  ["claimed_whole", "submitted", "execution_state = 'planned'"],
  ["claimed_whole", "denied", "claimed_at = created_at, outcome_due_by = decidable_until, attempt = 2"],
  ["claimed_in_time", "submitted", "claimed_at = start_by"],
  ["claimed_in_time", "submitted", "claimed_at = start_by + interval '1 ms'"],
  ["claimed_in_time", "submitted", "start_by = NULL"],
  ["outcome_whole", "submitted", "outcome_at = claimed_at"],
  ["outcome_whole", "submitted", "execution_state = 'succeeded'"],
  ["outcome_whole", "unknown", "outcome_at = NULL"],
  ["outcome_whole", "pending", "outcome_at = created_at"],
  ["failed_with_evidence", "unknown", "execution_state = 'failed'"],
  ["failed_with_evidence", "unknown", "execution_state = 'failed', outcome_phase = 'post_send'"],
  ["retry_under_unknown", "planned", "retry_until = start_by"],
  ["retry_under_unknown", "pending", "retry_until = decidable_until"],
  ["retry_under_unknown", "succeeded", "retry_until = start_by"],
  ["effective_whole", "planned", "effective_arguments = '{}'"],
  ["effective_whole", "planned", "effective_arguments = '{}', effective_arguments_digest = 'd'"],
  ["effective_whole", "planned", "changes = '[]'"],
  ["effective_whole", "denied", "effective_arguments = '{}', effective_arguments_digest = 'd', changes = '[]'"],
  ["policy_effect_known", "pending", "policy_effect = 'maybe'"],
  ["approvals_within", "pending", "approvals_needed = 0"],
  ["approvals_within", "pending", "approvals_needed = 11"],
  ["decided_for_whole", "planned", "decided_for_name = 'R'"],
  ["decided_for_whole", "pending", "decided_for_id = gen_random_uuid(), decided_for_name = 'R'"],
  ["break_glass_decides", "pending", "break_glass = true"],
  ["break_glass_decides", "expired", "break_glass = true"],
  ["escalation_under_expired", "pending", "escalation = 'required'"],
  ["escalation_under_expired", "denied", "escalation = 'required'"],
  ["escalation_under_expired", "expired", "escalation = 'maybe'"],
];

describe("a row of confirmation", () => {
  test.each(Object.keys(BASES) as (keyof typeof BASES)[])("that is %s and whole is taken", async (base) => {
    expect(await refusedBy(await insert(base), "tool = tool")).toBe("taken");
  });

  test.each(BAD_ROWS)("is refused by %s when one that is %s is given %s", async (constraint, base, set) => {
    expect(await refusedBy(await insert(base), set)).toBe(`confirmation_${constraint}`);
  });

  test("is refused by every CHECK the table has, in the rows above", async () => {
    const rows = await query<{ conname: string }>(
      "SELECT conname FROM pg_constraint WHERE conrelid = 'confirmation'::regclass AND contype = 'c' AND conname LIKE 'confirmation\\_%'",
    );
    const shown = new Set(BAD_ROWS.map(([constraint]) => `confirmation_${constraint}`));
    const checks = rows.map(({ conname }) => conname).filter((name) => !name.endsWith("_not_null"));
    expect(checks.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe("the audit", () => {
  test.each([
    ["UPDATE audit_event SET kind = kind"],
    ["UPDATE audit_event SET actor_name = 'somebody else' WHERE id = (SELECT min(id) FROM audit_event)"],
    ["DELETE FROM audit_event"],
    ["TRUNCATE audit_event"],
    ["TRUNCATE audit_event, confirmation CASCADE"],
  ])("is append-only: %s is refused", async (statement) => {
    await insert("pending");
    const [before] = await query("SELECT count(*), min(id), max(id) FROM audit_event");
    await expect(query(statement)).rejects.toThrow("audit_event is append-only");
    expect((await query("SELECT count(*), min(id), max(id) FROM audit_event"))[0]).toEqual(before);
  });

  test.each([
    ["audit_event_actor_known", "'ghost', 'somebody'"],
    ["audit_event_actor_named", "'person', ''"],
  ])("AUD-02: refuses an event without a known, named actor (%s)", async (constraint, actor) => {
    const insertEvent = `INSERT INTO audit_event (at, kind, actor_kind, actor_name, data) VALUES (now(), 'x', ${actor}, '{}')`;
    await expect(query(insertEvent)).rejects.toMatchObject({ constraint });
    await expect(query(insertEvent.replace(actor, "'person', NULL"))).rejects.toMatchObject({ column: "actor_name" });
  });
});
