"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Chip } from "@/components/ui/chip";
import type { AccountView } from "@/lib/wire/console/types";

/** Whether an account opens anything, in a word. */
export function StandingChip({ account }: { account: AccountView }) {
  const t = useTexts();
  if (account.disabled) return <Chip tone="deny">{t("people.disabled")}</Chip>;
  if (account.has_password || account.linked || account.last_sign_in_at) {
    return <Chip tone="approve">{t("people.active")}</Chip>;
  }
  return account.link_expires_at ? <Chip tone="warn">{t("people.invited")}</Chip> : <Chip>{t("people.noSignIn")}</Chip>;
}
