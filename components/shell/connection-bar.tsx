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

  const old = seenAt ? ` You are seeing ${exactClockText(seenAt, seenAt, t)}.` : "";
  return (
    <div role="status" className="sticky top-0 z-20 text-sm">
      {sessionOver ? (
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-warn">
          <b className="font-semibold">Your session is over.</b> What you typed is still here. Sign in in a new tab,
          then go on.{" "}
          <a
            href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}
            target="_blank"
            rel="noopener"
            className="underline"
          >
            Sign in
          </a>
        </p>
      ) : trouble === "network" ? (
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-warn">
          <b className="font-semibold">The server cannot be reached.</b>
          {old} This page keeps trying.
        </p>
      ) : trouble === "store" ? (
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-warn">
          <b className="font-semibold">The store cannot be reached.</b>
          {old} Nothing can be decided until it is back. This page keeps trying.
        </p>
      ) : null}
    </div>
  );
}
