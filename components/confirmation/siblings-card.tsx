"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { confirmationsQuery } from "@/components/queries";
import { Skeleton } from "@/components/ui/skeleton";
import { Text } from "@/components/ui/text";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { StateChip } from "./state-chips";

/** More would push what matters out of sight; the history has them all. */
const SHOWN = 6;

type Props = { id: string; by: "group" | "session"; value: string };

/** Other confirmations of the same group or session, newest first; each is still decided by its own id. */
export function SiblingsCard({ id, by, value }: Props) {
  const t = useTexts();
  // One more than is shown, because this one is among them, and one to know whether there are others.
  const { data, isError } = useInfiniteQuery(
    confirmationsQuery({ view: "history", [by]: value, limit: String(SHOWN + 2) }),
  );
  const others = data?.pages[0]?.data.filter((row) => row.id !== id);
  const title = t(`siblings.${by}`);
  return (
    <section aria-label={title} className="rounded-md border border-line bg-surface px-4 py-3.5">
      <h2 className="text-2xs text-ink-3 [overflow-wrap:anywhere]">
        {title} · <Text>{value}</Text>
      </h2>
      {others ? (
        others.length === 0 ? (
          <p className="mt-1 text-sm text-ink-3">{t("siblings.none")}</p>
        ) : (
          <ul className="mt-1.5 space-y-2">
            {others.slice(0, SHOWN).map((row) => (
              <Sibling key={row.id} row={row} />
            ))}
            {others.length > SHOWN ? (
              <li>
                <Link
                  href={`/history?${new URLSearchParams({ [by]: value })}`}
                  prefetch={false}
                  className="text-xs underline underline-offset-2"
                >
                  {t("siblings.more")}
                </Link>
              </li>
            ) : null}
          </ul>
        )
      ) : isError ? (
        <p className="mt-1 text-sm text-ink-3">{t("siblings.failed")}</p>
      ) : (
        <Skeleton className="mt-2 h-4 w-3/4" />
      )}
    </section>
  );
}

function Sibling({ row }: { row: ConfirmationRow }) {
  const [first] = row.preview;
  return (
    <li>
      <Link href={`/confirmations/${row.id}`} prefetch={false} className="group block">
        <span className="flex items-center justify-between gap-2">
          <span className="min-w-0 truncate font-mono text-xs group-hover:underline">
            <Text>{row.tool}</Text>
          </span>
          <StateChip state={row.state} />
        </span>
        {first ? (
          <span className="block truncate text-2xs text-ink-3">
            <Text>{first.key}</Text> <Text>{first.value}</Text>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
