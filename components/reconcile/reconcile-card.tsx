"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DecisionWords } from "@/components/confirmation/decision-words";
import { ExecutionChip } from "@/components/confirmation/state-chips";
import { ArgumentPreview } from "@/components/inbox/argument-preview";
import { confirmationQuery } from "@/components/queries";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow, ExecutionState } from "@/lib/wire/console/types";
import { ReconcileForm } from "./reconcile-form";

/** How what left the queue is told. */
const SETTLED: Partial<Record<ExecutionState, string>> = {
  succeeded: "it happened",
  failed: "it did not happen",
  submitted: "it is being tried once more",
};

/** One call to settle: what it was, since when it is open, and what may be said about it. */
export function ReconcileCard({ row: shown, gone }: { row: ConfirmationRow; gone: boolean }) {
  const { data: read } = useQuery({ ...confirmationQuery(shown.id), enabled: gone });
  // Once settled it stays where it is and says so: nothing moves under the pointer.
  const row = gone && read ? { ...shown, execution: read.execution, abilities: read.abilities } : shown;
  const { execution, decision } = row;
  return (
    <li className="rounded-md border border-line bg-surface">
      <div className="border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 font-mono font-medium [overflow-wrap:anywhere]">
            <Link href={`/confirmations/${row.id}`} prefetch={false} className="hover:underline">
              <Text>{row.tool}</Text>
            </Link>
          </h2>
          {execution ? <ExecutionChip state={execution.state} /> : null}
          {execution?.claimed_at ? (
            <span className="ml-auto text-2xs text-ink-3">
              claimed <Instant at={execution.claimed_at} />
            </span>
          ) : null}
        </div>
        <ArgumentPreview row={row} />
        <p className="mt-0.5 text-2xs text-ink-3">
          <Text>{row.agent.name}</Text>
          {row.target ? (
            <>
              {" → "}
              <Text>{row.target}</Text>
            </>
          ) : null}
          {decision ? (
            <>
              {" · "}
              <DecisionWords state={row.state} decision={decision} />
            </>
          ) : null}
          {execution ? ` · attempt ${execution.attempt}` : ""}
        </p>
        {execution?.retry_until ? (
          <p className="mt-1.5 text-xs text-unknown">
            One retry is allowed, <Instant at={execution.retry_until} />.
          </p>
        ) : null}
      </div>
      <div className="px-4 py-3.5">
        {gone ? (
          <p role="status" className="text-sm text-ink-2">
            {execution ? `Settled: ${SETTLED[execution.state] ?? execution.state}.` : "Settled."} It is in the history.
          </p>
        ) : row.abilities.reconcile.length > 0 ? (
          <ReconcileForm id={row.id} acts={row.abilities.reconcile} />
        ) : (
          <p className="text-sm text-ink-2">Only a reviewer or an admin settles an outcome.</p>
        )}
      </div>
    </li>
  );
}
