import { query } from "@/lib/ops/testing/database";
import type { WireDecision } from "./wire";

/** What is really in the database, read past the product. */
export type StoredRow = {
  id: string;
  state: string;
  decided_at: Date | null;
  decided_by_kind: string | null;
  decided_by_id: string | null;
  decided_by_name: string | null;
  reason_code: string | null;
  reason: string | null;
  start_by: Date | null;
  execution_id: string | null;
  execution_state: string | null;
  attempt: number | null;
  escalation: string | null;
};

export type StoredEvent = {
  id: string;
  confirmation_id: string;
  at: Date;
  kind: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  request_id: string | null;
};

const COLUMNS = `id, state, decided_at, decided_by_kind, decided_by_id, decided_by_name, reason_code, reason, start_by,
  execution_id, execution_state, attempt, escalation`;

/** The event that tells of each decision, and the state it leaves the row in. */
export const DECIDED_AS: Record<string, string> = {
  "confirmation.approved": "approved",
  "confirmation.denied": "denied",
  "confirmation.cancelled": "cancelled",
  "confirmation.timed_out": "expired",
};

export async function storedRow(id: string): Promise<StoredRow> {
  const [row] = await query<StoredRow>(`SELECT ${COLUMNS} FROM confirmation WHERE id = $1`, [id]);
  return row;
}

export async function storedEvents(id: string): Promise<StoredEvent[]> {
  return query<StoredEvent>("SELECT * FROM audit_event WHERE confirmation_id = $1 ORDER BY id", [id]);
}

export async function decisionEvents(id: string): Promise<StoredEvent[]> {
  return (await storedEvents(id)).filter(({ kind }) => kind in DECIDED_AS);
}

/** A row's decision as every answer has to present it; undefined while it is pending. */
export function decisionOf(row: StoredRow): WireDecision | undefined {
  if (!row.decided_at) return undefined;
  return {
    status: row.state,
    by: {
      kind: row.decided_by_kind ?? "",
      ...(row.decided_by_id && { id: row.decided_by_id }),
      name: row.decided_by_name ?? "",
    },
    reason_code: row.reason_code ?? "",
    ...(row.reason && { reason: row.reason }),
    at: row.decided_at.toISOString(),
    ...(row.start_by && { start_by: row.start_by.toISOString() }),
  };
}

/** Puts so many copies of a confirmation beside it, as if each had been filed, to expire at one instant. */
export async function copyOf(id: string, copies: number, decidableUntil: Date): Promise<void> {
  await query(
    `INSERT INTO confirmation
     SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'decidable_until', $3::timestamptz))).*
     FROM confirmation AS c, generate_series(1, $2::integer) WHERE c.id = $1`,
    [id, copies, decidableUntil],
  );
}
