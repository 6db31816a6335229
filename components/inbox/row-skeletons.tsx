"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["w-36", "w-48", "w-28", "w-40", "w-32"];

export function RowSkeletons() {
  const t = useTexts();
  return (
    <div role="status">
      <span className="sr-only">{t("inbox.loading")}</span>
      {ROWS.map((width) => (
        <div key={width} className="border-b border-line py-3 pr-4 pl-10">
          <Skeleton className={`mb-2 h-4 ${width}`} />
          <Skeleton className="mb-2 h-3.5 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}
