"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DecisionWords } from "@/components/confirmation/decision-words";
import { ExecutionChip } from "@/components/confirmation/state-chips";
import { useTexts, Text as Words } from "@/components/i18n/i18n-provider";
import { ArgumentPreview } from "@/components/inbox/argument-preview";
import { confirmationQuery } from "@/components/queries";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { ReconcileForm } from "./reconcile-form";

/** One call to settle: what it was, since when it is open, and what may be said about it. */
export function ReconcileCard({ row: shown, gone }: { row: ConfirmationRow; gone: boolean }) {
  const t = useTexts();
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
              <Words id="reconcile.claimed" with={{ time: <Instant at={execution.claimed_at} /> }} />
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
          {execution ? ` · ${t("reconcile.attempt", { n: execution.attempt })}` : ""}
        </p>
        {execution?.retry_until ? (
          <p className="mt-1.5 text-xs text-unknown">
            <Words id="reconcile.retry" with={{ time: <Instant at={execution.retry_until} /> }} />
          </p>
        ) : null}
      </div>
      <div className="px-4 py-3.5">
        {gone ? (
          <p role="status" className="text-sm text-ink-2">
            {t.maybe(`reconcile.settled.${execution?.state}`) ?? t("reconcile.settled")}
          </p>
        ) : row.abilities.reconcile.length > 0 ? (
          <ReconcileForm id={row.id} acts={row.abilities.reconcile} />
        ) : (
          <p className="text-sm text-ink-2">{t("reconcile.notYours")}</p>
        )}
      </div>
    </li>
  );
}
