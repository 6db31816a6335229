"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";

/** Whatever broke, it broke here: no page decides anything by being shown. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTexts();
  const router = useRouter();
  /** The server is asked anew: what it sent before holds the fault. */
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="max-w-[44ch] text-center">
        <h1 className="text-lg font-semibold">{t("error.title")}</h1>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          {t("error.text")}
          {error.digest ? (
            <span className="mt-1 block font-mono text-2xs text-ink-3">
              {t("error.digest", { digest: error.digest })}
            </span>
          ) : null}
        </p>
        <Button onClick={again}>{t("error.again")}</Button>
      </div>
    </main>
  );
}
