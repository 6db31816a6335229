"use client";

import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { FoldedText } from "@/components/ui/folded-text";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import { readChanges } from "@/lib/kernel/exact-json/changes";
import type { DecisionView } from "@/lib/wire/console/types";
import { ChangesTable } from "./changes-table";

function Decider({ by }: { by: DecisionView["by"] }) {
  const t = useTexts();
  const viewerId = useViewer()?.id;
  // The gate is the product itself: it has no name that would say more.
  if (by.kind === "gate") return t("decision.gate");
  return (
    <>
      {by.id !== undefined && by.id === viewerId ? t("decision.you") : <Text>{by.name}</Text>}
      {by.on_behalf_of ? (
        <>
          {" "}
          <Phrase id="asked.onBehalf" with={{ name: <Text>{by.on_behalf_of.name}</Text> }} />
        </>
      ) : null}
      <span className="text-ink-3"> · {t(`decision.by.${by.kind}`)}</span>
    </>
  );
}

/** What ended it: who, when, why, and what they changed. */
export function DecisionCard({ decision, masked }: { decision: DecisionView; masked: readonly string[] }) {
  const t = useTexts();
  const changes = decision.changes_text ? readChanges(decision.changes_text) : [];
  return (
    <Card title={t("decision.title")} aside={<Instant at={decision.at} as="exact" />}>
      <div className="px-4 py-3">
        <p>
          <Phrase
            id="decision.by"
            with={{
              status: <b className="font-semibold capitalize">{t(`state.${decision.status}`)}</b>,
              who: <Decider by={decision.by} />,
            }}
          />
          {decision.break_glass ? <Chip tone="warn">{t("glass.broken")}</Chip> : null}
          {decision.edited ? (
            <span className="text-ink-3"> · {t.count("decision.changes", changes.length)}</span>
          ) : null}
        </p>
        {decision.reason ? (
          <blockquote className="mt-1.5 border-l-2 border-line-strong pl-3 text-ink-2">
            <FoldedText text={decision.reason} />
          </blockquote>
        ) : (
          <p className="mt-0.5 text-sm text-ink-2">
            {t.maybe(`reasonCode.${decision.reason_code}`) ?? decision.reason_code}
          </p>
        )}
      </div>
      {changes.length > 0 ? (
        <div className="border-t border-line">
          <ChangesTable changes={changes} label={t("decision.changed")} masked={masked} />
        </div>
      ) : null}
    </Card>
  );
}
