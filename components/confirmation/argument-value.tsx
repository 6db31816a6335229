"use client";

import type { ReactNode } from "react";
import type { Translator } from "@/components/i18n/format";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FoldedText } from "@/components/ui/folded-text";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { childrenOf } from "./argument-rows";
import { MaskedValue } from "./masked-value";

function Remark({ children }: { children: ReactNode }) {
  return <span className="ml-2 font-sans text-2xs text-ink-3">{children}</span>;
}

/** How many members or items a nested value has, in the words of its kind. */
export function sizeText(value: ExactValue, t: Translator): string {
  return t.count(value.kind === "array" ? "arguments.items" : "arguments.fields", childrenOf(value).length);
}

type Props = {
  value: ExactValue;
  /** The JSON Pointer of a value the server keeps back. */
  maskedAt?: string;
};

/** One value, as written: numbers digit for digit, strings in quotes, and nothing that looks like something else. */
export function ArgumentValue({ value, maskedAt }: Props) {
  const t = useTexts();
  if (maskedAt !== undefined) return <MaskedValue pointer={maskedAt} shown={value} />;
  switch (value.kind) {
    case "string":
      if (value.value === "") {
        return (
          <>
            ""<Remark>{t("arguments.emptyText")}</Remark>
          </>
        );
      }
      return <FoldedText text={value.value} quote={'"'} />;
    case "number":
      return <span className="break-all tabular-nums">{value.text}</span>;
    case "null":
      return <span className="text-ink-2 italic">null</span>;
    case "true":
    case "false":
      return <span>{value.kind}</span>;
    case "array":
    case "object":
      if (childrenOf(value).length === 0) {
        return (
          <>
            {value.kind === "array" ? "[]" : "{}"}
            <Remark>{t(value.kind === "array" ? "arguments.emptyList" : "arguments.emptyObject")}</Remark>
          </>
        );
      }
      return <FoldedText text={value.text} />;
    default:
      return value satisfies never;
  }
}
