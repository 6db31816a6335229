"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useConnection } from "@/components/live/connection";
import { exactClockText } from "@/components/windows/time-text";

/** One line above everything when the page is not what it seems: signed out, or cut off and so showing an old picture. */
export function ConnectionBar() {
  const { trouble, sessionOver, seenAt } = useConnection();
  const t = useTexts();
  const path = usePathname();
  const query = useSearchParams().toString();
  const here = query ? `${path}?${query}` : path;

  const old = seenAt ? ` ${t("connection.seeing", { time: exactClockText(seenAt, seenAt, t) })}` : "";
  const look = "border-b border-line bg-warn-soft px-4 py-2 text-warn";
  return (
    <div role="status" className="sticky top-0 z-20 text-sm">
      {sessionOver ? (
        <p className={look}>
          <b className="font-semibold">{t("connection.sessionOver")}</b> {t("connection.sessionOver.text")}{" "}
          <a
            href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}
            target="_blank"
            rel="noopener"
            className="underline"
          >
            {t("connection.signIn")}
          </a>
        </p>
      ) : trouble ? (
        <p className={look}>
          <b className="font-semibold">{t(`connection.${trouble}`)}</b>
          {old} {trouble === "store" ? `${t("connection.nothing")} ` : ""}
          {t("connection.trying")}
        </p>
      ) : null}
    </div>
  );
}
