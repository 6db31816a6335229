"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { type Confusable, type VisiblePart, visibleParts } from "@/lib/kernel/visible-text";

type Props = {
  children: string;
  /** Line breaks and tabs are drawn as such. In a single line they are drawn as small signs instead. */
  lines?: boolean;
};

/** What an ordinary text may hold and a single line cannot show: a sign, and no warning. */
const SIGNS: Record<string, string> = { "\n": "↵", "\t": "⇥" };

/**
 * Text from outside: text and never markup, isolated so that it cannot reorder its neighbours, and with every character
 * that cannot be seen drawn as its code and every letter that passes for another marked. The character itself stays in
 * place, drawn as nothing, so that copying what is selected gives the raw text.
 */
export function Text({ children, lines = false }: Props) {
  let at = 0;
  return (
    <bdi>
      {visibleParts(children, { multiline: lines }).map((part) => {
        const key = at;
        at += "text" in part ? part.text.length : part.raw.length;
        if (!("text" in part)) return <Code key={key} part={part} />;
        return part.alike ? <Alike key={key} letter={part.alike} /> : <span key={key}>{part.text}</span>;
      })}
    </bdi>
  );
}

/** A letter that passes for another: it stays where it is, marked, with its code behind it. */
function Alike({ letter }: { letter: Confusable }) {
  const t = useTexts();
  const script = t.maybe(`script.${letter.script}`) ?? t("script.other");
  return (
    <mark
      title={`${letter.code} ${script} ≈ ${letter.looksLike}`}
      className="rounded-[3px] bg-warn-soft px-px text-warn underline decoration-wavy underline-offset-2"
    >
      {letter.character}
      <span className="ml-px font-mono text-[0.72em] font-medium no-underline select-none">{letter.code}</span>
    </mark>
  );
}

function Code({ part }: { part: Extract<VisiblePart, { code: string }> }) {
  const t = useTexts();
  const sign = SIGNS[part.raw];
  const name = part.name && (t.maybe(`hidden.${part.name}`) ?? part.name);
  return (
    <span className="whitespace-nowrap">
      {sign ? (
        <span title={name} className="px-0.5 text-ink-3 select-none">
          {sign}
        </span>
      ) : (
        <span
          title={name}
          className="rounded-[3px] bg-warn-soft px-1 font-mono text-[0.82em] font-medium text-warn no-underline select-none"
        >
          {part.code}
        </span>
      )}
      <bdi aria-hidden="true" className="text-[0px]">
        {part.raw}
      </bdi>
    </span>
  );
}
