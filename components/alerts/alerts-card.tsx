"use client";

import type { ReactNode } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import type { ShownList } from "@/lib/wire/console/types";

type Props<Row> = { title: string; none: string; list: ShownList<Row>; children: (row: Row) => ReactNode };

/** One of the page's lists; it says so when it is empty, and when it does not show all. */
export function AlertsCard<Row>({ title, none, list, children }: Props<Row>) {
  const t = useTexts();
  const { rows, more } = list;
  return (
    <Card title={title}>
      {rows.length === 0 ? <p className="px-4 py-3 text-sm text-ink-2">{none}</p> : null}
      <ul>{rows.map(children)}</ul>
      {more ? (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">{t("alerts.more", { n: rows.length })}</p>
      ) : null}
    </Card>
  );
}
