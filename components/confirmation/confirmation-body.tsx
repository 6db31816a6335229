"use client";

import Link from "next/link";
import { type ReactNode, useCallback, useState } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { useShortcut } from "@/components/keyboard/shortcuts";
import { ReconcileForm } from "@/components/reconcile/reconcile-form";
import { type FoldWatch, FoldWatchContext } from "@/components/ui/fold-watch";
import { Notice } from "@/components/ui/notice";
import { WindowsBar } from "@/components/windows/windows-bar";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { AgentClaim } from "./agent-claim";
import { ArgumentsCard } from "./arguments-card";
import { AskedCard } from "./asked-card";
import { ConfirmationHeader } from "./confirmation-header";
import { ContextCard } from "./context-card";
import { DecisionCard } from "./decision-card";
import { ExecutionCard } from "./execution-card";
import { shortId } from "./short-id";
import { SupersededCard } from "./superseded-card";
import type { Suspect } from "./suspects";
import { SuspectsNotice } from "./suspects-notice";
import { Timeline } from "./timeline";

type Props = {
  confirmation: ConfirmationDetail;
  state: State;
  hidden: boolean;
  suspects: { named: Suspect[]; more: number };
  level: 1 | 2;
  /** Knows what of the arguments is still folded. */
  folds: FoldWatch;
  /** Stands in the place of the arguments while they are edited. */
  editor: ReactNode;
};

/** What a reader needs, in the order they need it: what would run, exactly; what the agent says; what came of it. */
export function ConfirmationBody({ confirmation: c, state, hidden, suspects, level, folds, editor }: Props) {
  const t = useTexts();
  const [raw, setRaw] = useState(false);
  useShortcut(
    "r",
    useCallback(() => setRaw((before) => !before), []),
  );
  // Decided with an edit, or edited by one of several who must approve.
  const revised = state === "pending" && c.effective_arguments_text !== undefined;
  const edited = revised || (c.effective_arguments_text !== undefined && c.decision?.edited === true);
  const proposed = (
    <ArgumentsCard
      title={t(edited ? "arguments.proposed" : "arguments.exactly")}
      text={c.arguments_text}
      digest={c.arguments_digest}
      masked={c.masked}
      raw={raw}
      onRaw={setRaw}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ConfirmationHeader confirmation={c} state={state} level={level} />
      <WindowsBar confirmation={c} />
      {c.likely_repeat_of ? (
        <Notice look="unknown">
          <b className="font-semibold">{t("confirmation.repeat")}</b> {t("confirmation.repeat.text")}{" "}
          <Link href={`/confirmations/${c.likely_repeat_of}`} prefetch={false} className="underline underline-offset-2">
            <Phrase id="confirmation.repeat.see" with={{ id: shortId(c.likely_repeat_of) }} />
          </Link>
        </Notice>
      ) : null}
      {hidden ? (
        <Notice look="warn">
          <b className="font-semibold">{t("confirmation.hidden")}</b> {t("confirmation.hidden.text")}
        </Notice>
      ) : null}
      {suspects.named.length > 0 ? <SuspectsNotice {...suspects} /> : null}
      {c.masked.length > 0 && !c.abilities.reveal ? <Notice look="plain">{t("masked.some")}</Notice> : null}
      {revised ? <Notice look="warn">{t("approvals.edited")}</Notice> : null}
      <FoldWatchContext value={folds}>
        {edited && !(revised && editor) && c.effective_arguments_text !== undefined ? (
          <ArgumentsCard
            title={t(revised ? "arguments.exactly" : "arguments.effective")}
            text={c.effective_arguments_text}
            digest={c.effective_arguments_digest ?? ""}
            masked={c.masked}
            raw={raw}
            onRaw={setRaw}
          />
        ) : (
          (editor ?? proposed)
        )}
      </FoldWatchContext>
      {c.supersedes ? <SupersededCard confirmation={c} supersedes={c.supersedes} /> : null}
      {c.reasoning ? <AgentClaim reasoning={c.reasoning} /> : null}
      {c.context_text ? <ContextCard text={c.context_text} /> : null}
      <AskedCard confirmation={c} />
      {c.decision ? <DecisionCard decision={c.decision} masked={c.masked} /> : null}
      {edited ? proposed : null}
      <ExecutionCard confirmation={c} />
      {c.abilities.reconcile.length > 0 ? <ReconcileForm id={c.id} acts={c.abilities.reconcile} titled /> : null}
      <Timeline confirmation={c} />
    </div>
  );
}
