"use client";

import { MousePointerClick } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Empty } from "@/components/ui/empty";
import { ConfirmationView, type Frame } from "./confirmation-view";
import { FactsCard } from "./facts-card";
import { PromiseNote } from "./promise-note";
import { Siblings } from "./siblings";

const inPane: Frame = ({ body, confirmation, foot }) => (
  <>
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">
      {body}
      {confirmation ? (
        <div className="mt-4 flex flex-col gap-4">
          <FactsCard confirmation={confirmation} />
          <Siblings confirmation={confirmation} />
          <PromiseNote />
        </div>
      ) : null}
    </div>
    {foot ? <div className="border-t border-line bg-surface px-6 py-3 shadow-foot">{foot}</div> : null}
  </>
);

/** The preview beside the list: the confirmation itself, whole. */
export function ConfirmationPane({
  id,
  ready,
  onNext,
}: {
  id: string | undefined;
  ready: boolean;
  onNext: () => void;
}) {
  const t = useTexts();
  if (id) return <ConfirmationView key={id} id={id} level={2} frame={inPane} onNext={onNext} />;
  if (!ready) return null;
  return (
    <Empty icon={MousePointerClick} title={t("confirmation.nothingOpen.title")}>
      {t("confirmation.nothingOpen.text")}
    </Empty>
  );
}
