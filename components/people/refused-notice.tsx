"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Notice } from "@/components/ui/notice";
import type { PeopleAnswer } from "@/lib/wire/console/types";

type Props = { refused: Extract<PeopleAnswer, { ok: false }> | undefined; className?: string };

/** Why nothing was changed: by its code in the reader's language, with the server's particulars. */
export function RefusedNotice({ refused, className }: Props) {
  const t = useTexts();
  if (!refused) return null;
  const known = t.maybe(`refusal.${refused.code}`);
  return (
    <Notice look="deny" role="alert" className={className}>
      {known ?? refused.message}
      {known && refused.message ? <span className="block text-xs">{refused.message}</span> : null}
    </Notice>
  );
}
