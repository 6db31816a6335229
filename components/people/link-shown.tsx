"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { fullText } from "@/components/windows/time-text";
import type { LinkYield } from "@/lib/wire/console/types";
import { ShownOnce } from "./shown-once";

/** A link to set a password by, for the admin to hand over. */
export function LinkShown({ name, link, onClose }: { name: string; link: LinkYield; onClose: () => void }) {
  const t = useTexts();
  return (
    <ShownOnce
      label={t(`people.link.${link.purpose}`, { name })}
      secret={link.url}
      copy={t("people.link.copy")}
      more={t("people.linkUntil", { time: fullText(Date.parse(link.expires_at), t) })}
      onClose={onClose}
    />
  );
}
