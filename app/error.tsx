"use client";

import { Button } from "@/components/ui/button";

/** Whatever broke, it broke here: no page decides anything by being shown. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="max-w-[44ch] text-center">
        <h1 className="text-lg font-semibold">This page could not be shown</h1>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          Nothing was decided or changed by that. If it stays so, the store may be out of reach.
          {error.digest ? <span className="mt-1 block font-mono text-2xs text-ink-3">Error {error.digest}</span> : null}
        </p>
        <Button onClick={reset}>Try again</Button>
      </div>
    </main>
  );
}
