"use client";

import { CloudOff } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ReadingFailed } from "@/components/live/read-console";
import { Button } from "./button";
import { Empty } from "./empty";

/** A list that could not be read: why, and that nothing happened to what is in it. */
export function ListFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts();
  const why = error instanceof ReadingFailed ? (t.maybe(`refusal.${error.code}`) ?? error.message) : t("fault.network");
  return (
    <Empty icon={CloudOff} title={t("fault.title")}>
      <p className="mb-3">
        {why} {t("fault.nothing")}
      </p>
      <Button size="sm" onClick={onRetry}>
        {t("fault.again")}
      </Button>
    </Empty>
  );
}
