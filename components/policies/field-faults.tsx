"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import type { PolicyFaultView } from "@/lib/wire/console/types";

/**
 * What is wrong with a field, under it; where the place is known, with the line and a mark below its column.
 *
 * @param text what the field holds, for showing the line
 */
export function FieldFaults({ id, faults, text }: { id: string; faults: readonly PolicyFaultView[]; text?: string }) {
  const t = useTexts();
  if (faults.length === 0) return null;
  return (
    <div id={id} className="mt-1 space-y-1 text-xs text-deny">
      {faults.map((fault) => {
        const { code, line, column, message } = fault;
        const said = t.maybe(`policies.fault.${code}`);
        const written = line === undefined ? undefined : text?.split("\n")[line - 1];
        return (
          <div key={`${code} ${line} ${column} ${message}`}>
            <p>
              {line === undefined ? null : (
                <b className="font-semibold">{t("policies.fault.at", { line, column: column ?? 1 })} </b>
              )}
              {said ?? <Text>{message}</Text>}
              {said && t.locale !== "en" ? (
                <span className="ml-1 opacity-90" lang="en">
                  <Text>{message}</Text>
                </span>
              ) : null}
            </p>
            {written && column !== undefined ? (
              <pre aria-hidden="true" className="mt-0.5 overflow-x-auto rounded-sm bg-deny-soft px-2 py-1 font-mono">
                {written}
                {"\n"}
                {`${" ".repeat(Math.min(column - 1, written.length))}^`}
              </pre>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
