"use client";

import { memo } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { KeyHint } from "@/components/keyboard/key-hint";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Text } from "@/components/ui/text";
import { ArgumentTable } from "./argument-table";
import { sizeText } from "./argument-value";
import { DigestText } from "./digest-text";
import { readObject } from "./read-object";

type Props = {
  title: string;
  text: string;
  digest: string;
  masked: readonly string[];
  /** As the JSON it was sent as, instead of a table. */
  raw: boolean;
  onRaw: (raw: boolean) => void;
};

/** The centre of the page: exactly what the agent would call the tool with. Drawn once, not anew with every key typed below. */
export const ArgumentsCard = memo(function ArgumentsCard({ title, text, digest, masked, raw, onRaw }: Props) {
  const t = useTexts();
  const value = readObject(text);
  return (
    <Card
      title={title}
      aside={
        <>
          <DigestText digest={digest} />
          {value && value.members.size > 0 ? <span className="hidden sm:inline">{sizeText(value, t)}</span> : null}
          <Button size="sm" look="quiet" aria-pressed={raw} aria-keyshortcuts="r" onClick={() => onRaw(!raw)}>
            {t(raw ? "arguments.table" : "arguments.raw")}
            <KeyHint>r</KeyHint>
          </Button>
          <CopyButton text={text} label={t("arguments.copy")} />
        </>
      }
    >
      {value && !raw ? (
        <ArgumentTable value={value} masked={masked} label={title} />
      ) : (
        // All of it, in no box of its own: an end below a fold would be an end unread.
        <pre className="px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Text lines>{text}</Text>
        </pre>
      )}
    </Card>
  );
});
