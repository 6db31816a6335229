"use client";

import { useState } from "react";
import { foldOf } from "./fold";
import { Text } from "./text";

const COUNT = new Intl.NumberFormat("en-GB");

/** A text that may be long: its beginning, how much there is, its end, and all of it by click or key. */
export function FoldedText({ text, quote = "" }: { text: string; quote?: string }) {
  const [open, setOpen] = useState(false);
  const fold = foldOf(text);
  const toggle = fold ? (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className="mx-1 inline-flex rounded-full border border-line-strong bg-surface px-2 font-sans text-2xs leading-[1.7] text-ink-2 hover:bg-hover hover:text-ink"
    >
      {COUNT.format(fold.length)} characters · {open ? "fold" : "show all"}
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
