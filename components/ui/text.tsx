import { type VisiblePart, visibleParts } from "@/lib/kernel/visible-text";

type Props = {
  children: string;
  /** Line breaks and tabs are drawn as such. In a single line they are drawn as small signs instead. */
  lines?: boolean;
};

/** What an ordinary text may hold and a single line cannot show: a sign, and no warning. */
const SIGNS: Record<string, string> = { "\n": "↵", "\t": "⇥" };

/**
 * Text from outside: text and never markup, isolated so that it cannot reorder its neighbours, and with every character
 * that cannot be seen drawn as its code. The character itself stays in place, drawn as nothing, so that copying what is
 * selected gives the raw text.
 */
export function Text({ children, lines = false }: Props) {
  let at = 0;
  return (
    <bdi>
      {visibleParts(children, { multiline: lines }).map((part) => {
        const key = at;
        at += "text" in part ? part.text.length : part.raw.length;
        return "text" in part ? <span key={key}>{part.text}</span> : <Code key={key} part={part} />;
      })}
    </bdi>
  );
}

function Code({ part }: { part: Extract<VisiblePart, { code: string }> }) {
  const sign = SIGNS[part.raw];
  return (
    <span className="whitespace-nowrap">
      {sign ? (
        <span title={part.name} className="px-0.5 text-ink-3 select-none">
          {sign}
        </span>
      ) : (
        <span
          title={part.name}
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
