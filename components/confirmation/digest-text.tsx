"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { CopyButton } from "@/components/ui/copy-button";

const SHOWN = 4;

/** A digest short enough to compare at a glance; whole on hover and in the clipboard. */
export function DigestText({ digest }: { digest: string }) {
  const t = useTexts();
  const [name, hex = ""] = digest.split(":");
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="font-mono" title={digest}>
        {name}:{hex.slice(0, SHOWN)}…{hex.slice(-SHOWN)}
      </span>
      <CopyButton text={digest} label={t("facts.copyDigest")} />
    </span>
  );
}
