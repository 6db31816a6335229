"use client";

import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { foldOf } from "./fold";
import { useFoldWatch } from "./fold-watch";
import { Text } from "./text";

/** A text that may be long: its beginning, how much there is, its end, and all of it by click or key. */
export function FoldedText({ text, quote = "" }: { text: string; quote?: string }) {
  const t = useTexts();
  const [chosen, setOpen] = useState<boolean>();
  const fold = foldOf(text);
  // What was opened once counts as read, even when it is folded again.
  const allOpen = useFoldWatch(fold !== null && chosen === undefined);
  const open = chosen ?? allOpen;
  const toggle = fold ? (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className="mx-1 inline-flex min-h-6 items-center rounded-full border border-line-strong bg-surface px-2 font-sans text-2xs leading-[1.7] text-ink-2 hover:bg-hover hover:text-ink"
    >
      {t("arguments.characters", { n: fold.length })} · {t(open ? "arguments.fold" : "arguments.show")}
    </button>
  ) : null;

  return (
    <span className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
      {quote}
      {fold && !open ? (
        <>
          <Text lines>{fold.head}</Text> … {toggle} … <Text lines>{fold.tail}</Text>
        </>
      ) : (
        <Text lines>{text}</Text>
      )}
      {quote}
      {open ? toggle : null}
    </span>
  );
}
