"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Skeleton } from "@/components/ui/skeleton";

export function ConfirmationSkeleton() {
  const t = useTexts();
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t("confirmation.loading")}</span>
      <div>
        <Skeleton className="h-7 w-56" />
        <Skeleton className="mt-3 h-4 w-80 max-w-full" />
      </div>
      <Skeleton className="h-32 w-full rounded-md" />
      <Skeleton className="h-52 w-full rounded-md" />
    </div>
  );
}
