"use client";

import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { useFoldWatch } from "@/components/ui/fold-watch";
import { Text } from "@/components/ui/text";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { argumentRows } from "./argument-rows";
import { ArgumentValue, sizeText } from "./argument-value";

/** More lines than this are drawn only when asked for: the page must stay quick under ten thousand members. */
const FIRST_ROWS = 200;
/** Deeper nesting is not indented further: the names would run out of the page. */
const DEEPEST_INDENT = 8;
const INDENT_REM = 1;

type Props = { value: ExactObject; masked: readonly string[]; label: string };

/** The arguments member by member; what is nested is indented below its name. */
export function ArgumentTable({ value, masked, label }: Props) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const rows = argumentRows(value, new Set(masked));
  const all = useFoldWatch(!asked && rows.length > FIRST_ROWS) || asked;
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);

  if (rows.length === 0) return <p className="px-4 py-3 text-ink-2">{t("arguments.none")}</p>;
  return (
    <>
      <table className="w-full table-fixed border-collapse" aria-label={label}>
        <colgroup>
          <col className="w-[34%] sm:w-48" />
          <col />
        </colgroup>
        <tbody className="divide-y divide-line">
          {shown.map((row) => (
            <tr key={row.path} className="align-top">
              <th
                scope="row"
                className="py-2 pr-3 pl-4 text-left font-mono text-xs font-normal break-words text-ink-2"
                style={{ paddingLeft: `${1 + Math.min(row.depth, DEEPEST_INDENT) * INDENT_REM}rem` }}
              >
                {row.isItem ? <span className="text-ink-3">{row.name}</span> : <Text>{row.name}</Text>}
              </th>
              <td className="py-2 pr-4 font-mono text-[0.84375rem] leading-snug">
                {row.opens ? (
                  <span className="font-sans text-2xs text-ink-3">{sizeText(row.value, t)}</span>
                ) : (
                  <ArgumentValue value={row.value} maskedAt={row.masked ? row.path : undefined} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <p className="flex items-center gap-3 border-t border-line bg-warn-soft px-4 py-2 text-sm text-warn">
          {t("arguments.rest", { n: rows.length - shown.length })}
          <Button size="sm" onClick={() => setAsked(true)}>
            {t("arguments.showAll", { n: rows.length })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
