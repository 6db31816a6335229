"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { confirmationQuery } from "@/components/queries";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Text } from "@/components/ui/text";
import { changesBetween } from "@/lib/kernel/exact-json/changes";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { ChangesTable } from "./changes-table";
import { readObject } from "./read-object";
import { shortId } from "./short-id";

/** What is different from the request this one replaces. */
export function SupersededCard({ confirmation, supersedes }: { confirmation: ConfirmationDetail; supersedes: string }) {
  const t = useTexts();
  const { data: earlier, isError } = useQuery(confirmationQuery(supersedes));
  const before = earlier && readObject(earlier.effective_arguments_text ?? earlier.arguments_text);
  const after = readObject(confirmation.arguments_text);
  const changes = before && after ? changesBetween(before, after) : undefined;
  const masked = [...confirmation.masked, ...(earlier?.masked ?? [])];
  return (
    <Card
      title={t("superseded.title")}
      aside={
        <Link
          href={`/confirmations/${supersedes}`}
          prefetch={false}
          className="font-mono underline underline-offset-2 hover:text-ink"
        >
          {shortId(supersedes)}
        </Link>
      }
    >
      {earlier && earlier.tool !== confirmation.tool ? (
        <p className="border-b border-line px-4 py-2 text-sm text-warn">
          <Phrase id="superseded.tool" with={{ tool: <Text>{earlier.tool}</Text> }} />
        </p>
      ) : null}
      {changes && changes.length > 0 ? (
        <ChangesTable changes={changes} label={t("superseded.changes")} masked={masked} />
      ) : (
        <div className="px-4 py-3 text-sm text-ink-2">
          {changes ? (
            t("superseded.none")
          ) : isError || earlier ? (
            t("superseded.gone")
          ) : (
            <Skeleton className="h-4 w-2/3" />
          )}
        </div>
      )}
      {changes && masked.length > 0 ? (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">{t("superseded.masked")}</p>
      ) : null}
    </Card>
  );
}
