"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTexts } from "@/components/i18n/i18n-provider";
import { usePolling } from "@/components/live/connection";
import { useViewer } from "@/components/live/viewer";
import { summaryQuery } from "@/components/queries";
import { MORE, PLACES, placesFor } from "./places";

const LOOKS = {
  rail: {
    link: "flex items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm text-ink-2 hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]",
    count: "ml-auto",
    icon: 15,
  },
  tabs: {
    link: "relative flex flex-1 flex-col items-center gap-0.5 pt-2 pb-1.5 text-2xs text-ink-3 aria-[current=page]:font-medium aria-[current=page]:text-ink",
    count: "absolute top-1 left-1/2 ml-2.5 rounded-full bg-surface px-1",
    icon: 19,
  },
} as const;

/** The links to the pages, with what waits behind them: a rail at the side, tabs at the foot of a phone. */
export function PlaceLinks({ look }: { look: keyof typeof LOOKS }) {
  const t = useTexts();
  const path = usePathname();
  const { data: summary } = useQuery({ ...summaryQuery(), refetchInterval: usePolling() });
  const numbers = new Intl.NumberFormat(t.locale);
  const { link, count: countLook, icon: iconSize } = LOOKS[look];

  const mine = placesFor(useViewer()?.role);
  const places = look === "rail" ? mine : [...mine.filter(({ less }) => !less), MORE];
  return places.map(({ href, name, icon: Icon, count, unsettled }) => {
    const waiting = summary && count ? count(summary) : 0;
    const here = isHere(href, path);
    return (
      <Link key={href} href={href} prefetch={false} aria-current={here ? "page" : undefined} className={link}>
        <Icon size={iconSize} aria-hidden strokeWidth={1.75} />
        {t(name)}
        {waiting > 0 ? (
          <span
            className={`text-2xs tabular-nums ${countLook} ${unsettled ? "font-semibold text-unknown" : "font-normal text-ink-3"}`}
          >
            {numbers.format(waiting)}
            <span className="sr-only">{t(unsettled ? "place.unknownOutcome" : "place.canBeDecided")}</span>
          </span>
        ) : null}
      </Link>
    );
  });
}

/** Whether a page belongs to a place: a confirmation to the inbox, a person to the people. */
function isHere(href: string, path: string): boolean {
  if (path === href || path.startsWith(`${href}/`)) return true;
  if (href === "/inbox") return path.startsWith("/confirmations/");
  return href === MORE.href && PLACES.some(({ less, href: other }) => less && isHere(other, path));
}
