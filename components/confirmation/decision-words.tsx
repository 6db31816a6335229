"use client";

import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { Text } from "@/components/ui/text";
import type { DecisionView, State } from "@/lib/wire/console/types";

/** What ended it, by whom and why, in one line. An expiry names nobody: nobody refused. */
export function DecisionWords({ state, decision }: { state: State; decision?: DecisionView }) {
  const t = useTexts();
  const viewerId = useViewer()?.id;
  if (state === "expired") return <span>{t("decision.nobody")}</span>;
  if (!decision) return <span>{t(`state.${state}`)}</span>;
  const isViewer = decision.by.id !== undefined && decision.by.id === viewerId;
  const who = isViewer ? t("decision.you") : <Text>{decision.by.name}</Text>;
  return (
    <span className="min-w-0 truncate">
      <Phrase id={`decision.words.${decision.status}`} with={{ who }} />
      {decision.reason ? (
        <>
          {": “"}
          <Text>{decision.reason}</Text>”
        </>
      ) : null}
    </span>
  );
}
