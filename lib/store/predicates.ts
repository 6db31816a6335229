import type { Guard } from "@/lib/kernel/state";
import { Prisma } from "./database";

/** An instant as SQL, with its zone written out, so that no session's time zone can shift it. */
export function instant(at: Date): Prisma.Sql {
  return Prisma.sql`${at.toISOString()}::timestamptz`;
}

/** `now`, as the operation read it; or, inside that very read, the column that holds it. */
type Now = Date | Prisma.Sql;

/**
 * The twin of the kernel's `guardHolds`: the same conditions, over a row of `confirmation` named `c`. Lists, counts, the
 * sweep and every guarded UPDATE are built from these and from nothing else. A boundary has passed at its own instant.
 */
export function guardSql(guard: Guard, now: Now): Prisma.Sql {
  const at = now instanceof Date ? instant(now) : now;
  switch (guard) {
    case "decidable":
      return Prisma.sql`c.state = 'pending' AND c.decidable_until > ${at}`;
    case "due":
      return Prisma.sql`c.state = 'pending' AND c.decidable_until <= ${at}`;
    case "claimable":
      return Prisma.sql`c.execution_state = 'planned' AND c.start_by > ${at}`;
    case "retryable":
      return Prisma.sql`c.execution_state = 'outcome_unknown' AND c.retry_until > ${at}`;
    case "running":
      return Prisma.sql`c.execution_state = 'submitted'`;
    case "overdue":
      return Prisma.sql`c.execution_state = 'submitted' AND c.outcome_due_by <= ${at}`;
    case "unsettled":
      return Prisma.sql`c.execution_state IN ('submitted', 'outcome_unknown', 'suspended')`;
    case "unknown":
      return Prisma.sql`c.execution_state = 'outcome_unknown'`;
    case "reconcilable":
      return Prisma.sql`c.execution_state IN ('outcome_unknown', 'suspended')`;
    case "unnotified":
      return Prisma.sql`c.escalation = 'required'`;
    case "unacknowledged":
      return Prisma.sql`c.escalation IN ('required', 'notified')`;
    default:
      return guard satisfies never;
  }
}

/** The twin of the kernel's `stateOf`, for filtering lists: an expired row is in no pending list, swept or not. */
export function stateSql(state: "pending" | "approved" | "denied" | "cancelled" | "expired", now: Date): Prisma.Sql {
  if (state === "pending") return guardSql("decidable", now);
  if (state === "expired") return Prisma.sql`(c.state = 'expired' OR (${guardSql("due", now)}))`;
  return Prisma.sql`c.state = ${state}`;
}

/** Executions whose outcome a person may have to settle: unknown, whether or not a sweep wrote it down yet, or set aside. */
export function toSettleSql(now: Now): Prisma.Sql {
  return Prisma.sql`(${guardSql("unsettled", now)} AND (c.execution_state <> 'submitted' OR (${guardSql("overdue", now)})))`;
}
