"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Masked } from "@/components/ui/masked";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow } from "@/lib/wire/console/types";

/** The first arguments in one line. What is cut or left out is said. */
export function ArgumentPreview({
  row,
  over,
}: {
  row: Pick<ConfirmationRow, "preview" | "argument_count">;
  over?: boolean;
}) {
  const t = useTexts();
  const more = row.argument_count - row.preview.length;
  if (row.argument_count === 0) return <p className="text-sm text-ink-3">{t("inbox.noArguments")}</p>;
  return (
    <p className={`truncate text-sm ${over ? "text-ink-3" : "text-ink-2"}`}>
      {row.preview.map((member, at) => (
        <span key={member.key}>
          {at > 0 ? " · " : ""}
          <Text>{member.key}</Text>{" "}
          {member.masked ? (
            <Masked />
          ) : (
            <b className={over ? "font-normal" : "font-medium text-ink"}>
              <Text>{member.value}</Text>
              {member.cut ? "…" : ""}
            </b>
          )}
        </span>
      ))}
      {more > 0 ? t("inbox.moreArguments", { n: more }) : ""}
    </p>
  );
}
