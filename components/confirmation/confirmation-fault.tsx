"use client";

import { FileQuestion } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ReadingFailed } from "@/components/live/read-console";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";

export function ConfirmationFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts();
  if (error instanceof ReadingFailed && error.status === 404) {
    return (
      <Empty icon={FileQuestion} title={t("confirmation.missing.title")}>
        {t("confirmation.missing.text")}
      </Empty>
    );
  }
  return <ListFault error={error} onRetry={onRetry} />;
}
