"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { arrivalsQuery } from "@/components/queries";
import { notifier } from "./notify-switch";

/** Arrivals of so long are told in one. */
const GATHER_MS = 1_500;
const TAG = "countersign-new";

/**
 * Tells of what came while the page was out of sight: one notification, however many there are; a further one takes its
 * place. It says how many and no more, because a lock screen is not the place for arguments.
 */
export function NewArrivals() {
  const t = useTexts();
  const { data } = useQuery(arrivalsQuery());
  /** The newest one that was there while somebody could see the page. */
  const known = useRef<string>(undefined);

  useEffect(() => {
    const newest = data?.data[0]?.id;
    if (!document.hidden || known.current === undefined) {
      if (newest && (known.current === undefined || newest > known.current)) known.current = newest;
      else known.current ??= "";
      return;
    }
    const since = known.current;
    const count = data?.data.filter((row) => row.id > since && row.state === "pending").length ?? 0;
    if (count === 0) return;
    const timer = setTimeout(async () => {
      const registration = await notifier();
      await registration.showNotification(t.count("notify.title", count), {
        body: t("notify.body"),
        tag: TAG,
        icon: "/icon-192.png",
        data: { path: "/inbox" },
      });
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [data, t]);

  useEffect(() => {
    // Seen is told: what the notification said is on the screen now.
    async function shown() {
      if (document.hidden) return;
      const newest = data?.data[0]?.id;
      if (newest) known.current = newest;
      const registration = await navigator.serviceWorker.getRegistration();
      for (const each of (await registration?.getNotifications({ tag: TAG })) ?? []) each.close();
    }
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, [data]);

  return null;
}
