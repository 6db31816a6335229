"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import type { Change } from "@/lib/kernel/exact-json/changes";
import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { MASK } from "@/lib/kernel/secret-shapes";
import { ArgumentValue } from "./argument-value";
import { MaskedWord } from "./masked-value";

function Side({ value, look, masked }: { value: ExactValue | undefined; look: "from" | "to"; masked: boolean }) {
  const t = useTexts();
  if (!value) {
    return (
      <span className="font-sans text-xs text-ink-3">{t(look === "from" ? "changes.absent" : "changes.removed")}</span>
    );
  }
  const shown = masked && isMask(value) ? <MaskedWord /> : <ArgumentValue value={value} />;
  return look === "from" ? (
    <del className="text-deny decoration-deny/60">{shown}</del>
  ) : (
    <ins className="font-medium text-approve no-underline">{shown}</ins>
  );
}

function isMask(value: ExactValue): boolean {
  return value.kind === "string" && value.value === MASK;
}

type Props = {
  changes: readonly Change[];
  label: string;
  /** JSON Pointers of what the server keeps back; there, a mask is one and no text. */
  masked?: readonly string[];
};

/** What an edit changed: each place with what stood there and what stands there now. */
export function ChangesTable({ changes, label, masked = [] }: Props) {
  const t = useTexts();
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-[34%] sm:w-48" />
        <col />
      </colgroup>
      <tbody className="divide-y divide-line">
        {changes.map((change) => (
          <tr key={change.path} className="align-top">
            <th scope="row" className="py-2 pr-3 pl-4 text-left font-mono text-xs font-normal break-words text-ink-2">
              <Text>{(stepsOf(change.path) ?? [change.path]).join(" › ")}</Text>
            </th>
            <td className="space-y-0.5 py-2 pr-4 font-mono text-[0.84375rem] leading-snug">
              <div>
                <span className="sr-only">{t("changes.from")} </span>
                <Side value={change.from} look="from" masked={masked.includes(change.path)} />
              </div>
              <div>
                <span className="sr-only">{t("changes.to")} </span>
                <Side value={change.to} look="to" masked={masked.includes(change.path)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
