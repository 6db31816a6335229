"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ReconcileForm } from "@/components/reconcile/reconcile-form";
import { Notice } from "@/components/ui/notice";
import { WindowsBar } from "@/components/windows/windows-bar";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { AgentClaim } from "./agent-claim";
import { ArgumentsCard } from "./arguments-card";
import { ConfirmationHeader } from "./confirmation-header";
import { ContextCard } from "./context-card";
import { DecisionCard } from "./decision-card";
import { ExecutionCard } from "./execution-card";
import { shortId } from "./short-id";
import { Timeline } from "./timeline";

type Props = {
  confirmation: ConfirmationDetail;
  state: State;
  hidden: boolean;
  level: 1 | 2;
  /** Stands in the place of the arguments while they are edited. */
  editor: ReactNode;
};

/** What a reader needs, in the order they need it: what would run, exactly; what the agent says; what came of it. */
export function ConfirmationBody({ confirmation: c, state, hidden, level, editor }: Props) {
  const edited = c.effective_arguments_text !== undefined && c.decision?.edited;
  const proposed = (
    <ArgumentsCard
      title={edited ? "Arguments as proposed" : "Arguments, exactly"}
      text={c.arguments_text}
      digest={c.arguments_digest}
      masked={c.masked}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ConfirmationHeader confirmation={c} state={state} level={level} />
      <WindowsBar confirmation={c} />
      {c.likely_repeat_of ? (
        <Notice look="unknown">
          <b className="font-semibold">This looks like a repeat.</b> The same call was made before and its outcome is
          unknown; approving may make it happen twice.{" "}
          <Link href={`/confirmations/${c.likely_repeat_of}`} prefetch={false} className="underline underline-offset-2">
            See the earlier one, {shortId(c.likely_repeat_of)}
          </Link>
        </Notice>
      ) : null}
      {hidden ? (
        <Notice look="warn">
          <b className="font-semibold">It holds characters you cannot see.</b> They are shown as codes, like U+200B. A
          look-alike name or address is a usual reason.
        </Notice>
      ) : null}
      {edited && c.effective_arguments_text !== undefined ? (
        <ArgumentsCard
          title="Effective arguments, exactly"
          text={c.effective_arguments_text}
          digest={c.effective_arguments_digest ?? ""}
          masked={c.masked}
        />
      ) : (
        (editor ?? proposed)
      )}
      {c.reasoning ? <AgentClaim reasoning={c.reasoning} /> : null}
      {c.context_text ? <ContextCard text={c.context_text} /> : null}
      {c.decision ? <DecisionCard decision={c.decision} /> : null}
      {edited ? proposed : null}
      <ExecutionCard confirmation={c} />
      {c.abilities.reconcile.length > 0 ? <ReconcileForm id={c.id} acts={c.abilities.reconcile} titled /> : null}
      <Timeline confirmation={c} />
    </div>
  );
}
