"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import type { LinkYield } from "@/lib/wire/console/types";
import { useTimeText } from "./local-time";
import { ShownOnce } from "./shown-once";

/** A link to set a password by, for the admin to hand over. */
export function LinkShown({ name, link, onClose }: { name: string; link: LinkYield; onClose: () => void }) {
  const t = useTexts();
  const timeText = useTimeText();
  return (
    <ShownOnce
      label={t(`people.link.${link.purpose}`, { name })}
      secret={link.url}
      copy={t("people.link.copy")}
      more={t("people.linkUntil", { time: timeText(link.expires_at) })}
      onClose={onClose}
    />
  );
}
