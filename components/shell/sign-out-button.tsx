"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";

/** Ends the session, and says so where that did not work: whoever walks away must not believe it. */
export function SignOutButton() {
  const t = useTexts();
  const [stage, setStage] = useState<"in" | "leaving" | "failed">("in");

  async function leave() {
    setStage("leaving");
    // Loaded with the click: the pages themselves do not need it.
    const ended = await import("next-auth/react")
      .then(({ signOut }) => signOut({ redirect: false, callbackUrl: "/sign-in" }))
      .catch(() => undefined);
    // The library takes any answer for success; only a real one says where to go.
    if (ended?.url) window.location.assign("/sign-in");
    else setStage("failed");
  }

  return (
    <span className="relative inline-grid">
      <button
        type="button"
        aria-label={t("shell.signOut")}
        title={t("shell.signOut")}
        disabled={stage === "leaving"}
        onClick={leave}
        className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink disabled:opacity-50"
      >
        <LogOut size={14} aria-hidden />
      </button>
      {stage === "failed" ? (
        <span
          role="alert"
          className="absolute right-0 z-30 w-56 rounded-sm bg-deny-soft px-3 py-2 text-xs text-deny shadow-raised max-md:top-full max-md:mt-1 md:bottom-full md:mb-1"
        >
          {t("signOut.failed")}
        </span>
      ) : null}
    </span>
  );
}
