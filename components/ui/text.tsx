import { visibleParts } from "@/lib/kernel/visible-text";

/**
 * Text from outside: text and never markup, isolated so that it cannot reorder its neighbours, and with every character
 * that cannot be seen drawn as its code. The character itself stays in place, drawn as nothing, so that copying what is
 * selected gives the raw text.
 */
export function Text({ children, lines = false }: { children: string; lines?: boolean }) {
  const parts = visibleParts(children, { multiline: lines });
  let at = 0;
  return (
    <bdi>
      {parts.map((part) => {
        const key = at;
        if ("text" in part) {
          at += part.text.length;
          return <span key={key}>{part.text}</span>;
        }
        at += part.raw.length;
        return (
          <span key={key} className="whitespace-nowrap">
            <span
              title={part.name}
              className="select-none rounded-[3px] bg-warn-soft px-1 font-mono text-[0.82em] font-medium text-warn no-underline"
            >
              {part.code}
            </span>
            <bdi aria-hidden="true" className="text-[0px]">
              {part.raw}
            </bdi>
          </span>
        );
      })}
    </bdi>
  );
}
