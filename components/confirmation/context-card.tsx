"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { Text } from "@/components/ui/text";
import { ArgumentTable } from "./argument-table";
import { readObject } from "./read-object";

/** What else the agent sent along for the reader. It is no part of the call. */
export function ContextCard({ text }: { text: string }) {
  const t = useTexts();
  const value = readObject(text);
  return (
    <Card title={t("context.title")} aside={t("context.about")}>
      {value ? (
        <ArgumentTable value={value} masked={[]} label={t("context.title")} />
      ) : (
        <pre className="px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Text lines>{text}</Text>
        </pre>
      )}
    </Card>
  );
}
