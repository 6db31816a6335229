"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { FoldedText } from "@/components/ui/folded-text";

/** The agent's own words: quoted, and marked as what they are. */
export function AgentClaim({ reasoning }: { reasoning: string }) {
  const t = useTexts();
  return (
    <figure className="border-l-2 border-line-strong py-0.5 pl-3.5">
      <figcaption className="text-2xs text-ink-3">{t("claim.heading")}</figcaption>
      <blockquote className="mt-0.5 max-w-[72ch] text-sm text-ink-2">
        <FoldedText text={reasoning} />
      </blockquote>
    </figure>
  );
}
