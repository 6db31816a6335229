"use client";

import { memo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Text } from "@/components/ui/text";
import { ArgumentTable } from "./argument-table";
import { sizeText } from "./argument-value";
import { DigestText } from "./digest-text";
import { readObject } from "./read-object";

type Props = { title: string; text: string; digest: string; masked: readonly string[] };

/** The centre of the page: exactly what the agent would call the tool with. Drawn once, not anew with every key typed below. */
export const ArgumentsCard = memo(function ArgumentsCard({ title, text, digest, masked }: Props) {
  const [raw, setRaw] = useState(false);
  const value = readObject(text);
  return (
    <Card
      title={title}
      aside={
        <>
          <DigestText digest={digest} />
          {value && value.members.size > 0 ? <span className="hidden sm:inline">{sizeText(value)}</span> : null}
          <Button size="sm" look="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? "Table" : "Raw JSON"}
          </Button>
          <CopyButton text={text} label="Copy the arguments as JSON" />
        </>
      }
    >
      {value && !raw ? (
        <ArgumentTable value={value} masked={masked} label={title} />
      ) : (
        <pre className="max-h-[60vh] overflow-auto px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Text lines>{text}</Text>
        </pre>
      )}
    </Card>
  );
});
