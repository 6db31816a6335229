import { type ReactNode, useId } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";

export type Column = { name: string; look?: string; dashed?: boolean };

type Props = {
  title: string;
  means: string;
  /** What a line of the table is: a day, an hour. */
  of: string;
  columns: Column[];
  rows: { key: string; name: string; cells: string[] }[];
  children: ReactNode;
};

/** A drawing with its numbers beside it, the newest first. */
export function Figure({ title, means, of, columns, rows, children }: Props) {
  const t = useTexts();
  const keyed = columns.filter(({ look }) => look);
  return (
    <Card title={title}>
      <div className="grid gap-x-6 gap-y-4 px-4 pt-3 pb-4 lg:grid-cols-[minmax(0,1fr)_minmax(17rem,auto)]">
        <div className="min-w-0">
          <p className="text-xs text-ink-2">{means}</p>
          <div className="mt-2 mb-4 flex min-h-4 flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-2" aria-hidden="true">
            {keyed.length > 1
              ? keyed.map(({ name, look, dashed }) => (
                  <span key={name} className="flex items-center gap-1.5">
                    <span
                      className={
                        dashed === undefined
                          ? `size-2 rounded-[2px] ${look}`
                          : `w-4 border-t-2 ${look} ${dashed ? "border-dashed" : ""}`
                      }
                    />
                    {name}
                  </span>
                ))
              : null}
          </div>
          {children}
        </div>
        <Numbers label={t("insights.numbers", { figure: title })} of={of} columns={columns} rows={rows} />
      </div>
    </Card>
  );
}

function Numbers({ label, of, columns, rows }: { label: string } & Pick<Props, "of" | "columns" | "rows">) {
  const id = useId();
  return (
    // The table scrolls, so the keyboard must reach it.
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard alone.
      tabIndex={0}
      className="max-h-56 overflow-auto rounded-sm border border-line"
    >
      <table className="w-full border-collapse text-2xs tabular-nums">
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 bg-sunken px-2.5 py-1 text-left font-medium text-ink-3">
              {of}
            </th>
            {columns.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 bg-sunken px-2.5 py-1 text-right font-medium text-ink-3"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-2.5 py-1 text-left font-normal whitespace-nowrap text-ink-2">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at]?.name} className="px-2.5 py-1 text-right whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
