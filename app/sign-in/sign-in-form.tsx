"use client";

import { signIn } from "next-auth/react";
import { type SubmitEvent, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { faultText } from "./fault-text";

const FIELD = "mt-1 block min-h-10 w-full rounded-sm border border-field bg-surface px-3 text-base";

export function SignInForm({ destination }: { destination: string }) {
  const t = useTexts();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFault(undefined);
    const form = new FormData(event.currentTarget);
    const result = await signIn("credentials", {
      email: String(form.get("email")),
      password: String(form.get("password")),
      redirect: false,
      callbackUrl: destination,
    }).catch(() => undefined);
    if (result?.ok && !result.error) {
      // A whole new page: nothing that was read before signing in lives on.
      window.location.assign(destination);
      return;
    }
    setFault(faultText(result?.error ?? undefined, t));
    setPending(false);
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <div>
        <label htmlFor="email" className="text-sm font-medium">
          {t("signIn.email")}
        </label>
        <input id="email" name="email" type="email" autoComplete="username" required className={FIELD} />
      </div>
      <div>
        <label htmlFor="password" className="text-sm font-medium">
          {t("signIn.password")}
        </label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          className={FIELD}
        />
      </div>
      {fault ? (
        <Notice look="deny" role="alert">
          {fault}
        </Notice>
      ) : null}
      <Button type="submit" look="ink" aria-disabled={pending} className="w-full">
        {t("signIn.send")}
      </Button>
    </form>
  );
}
