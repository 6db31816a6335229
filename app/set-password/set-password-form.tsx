"use client";

import { type SubmitEvent, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { setPassword } from "./actions";

const FIELD = "mt-1 block min-h-10 w-full rounded-sm border border-field bg-surface px-3 text-base";

/** @param name to begin with, where the person says how they are called; undefined: they are not asked */
type Props = { link: string; email: string; name: string | undefined; least: number };

export function SetPasswordForm({ link, email, name, least }: Props) {
  const t = useTexts();
  const [stage, setStage] = useState<"typing" | "sending" | "done">("typing");
  const [fault, setFault] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (stage === "sending") return;
    const form = new FormData(event.currentTarget);
    const [password, again] = [String(form.get("password")), String(form.get("again"))];
    if ([...password].length < least) return setFault(t("setPassword.short", { n: least }));
    if (password !== again) return setFault(t("setPassword.differ"));
    setStage("sending");
    setFault(undefined);
    const given = { link, password, ...(name === undefined ? {} : { name: String(form.get("name")) }) };
    const answer = await setPassword(given).catch(() => undefined);
    if (answer?.ok) return setStage("done");
    setStage("typing");
    setFault(answer ? whyNot(answer) : t("refusal.answer_lost"));
  }

  function whyNot({ code, message }: { code: string; message: string }): string {
    return code === "invalid_request" ? message : (t.maybe(`refusal.${code}`) ?? message);
  }

  if (stage === "done") {
    return (
      <>
        <h1 className="text-lg font-semibold tracking-tight">{t("setPassword.title")}</h1>
        <p role="status" className="mt-1 mb-4 text-sm text-ink-2">
          {t("setPassword.done")}
        </p>
        <a
          href="/sign-in"
          className="flex min-h-9 items-center justify-center rounded-sm border border-ink bg-ink px-3.5 text-sm font-medium text-canvas"
        >
          {t("setPassword.signIn")}
        </a>
      </>
    );
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <div>
        <h1 className="text-lg font-semibold tracking-tight">{t("setPassword.title")}</h1>
        <p className="mt-0.5 text-sm text-ink-2 [overflow-wrap:anywhere]">{t("setPassword.lead", { email })}</p>
      </div>
      {/* So that a password manager knows whose it is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {name === undefined ? null : (
        <label className="block text-sm font-medium">
          {t("setPassword.name")}
          <input
            name="name"
            autoComplete="name"
            required
            maxLength={128}
            defaultValue={name}
            className={`${FIELD} font-normal`}
          />
        </label>
      )}
      <label className="block text-sm font-medium">
        {t("setPassword.password")}
        <input
          name="password"
          type="password"
          autoComplete="new-password"
          required
          aria-describedby="password-hint"
          className={`${FIELD} font-normal`}
        />
      </label>
      <p id="password-hint" className="-mt-3 text-xs text-ink-3">
        {t("setPassword.hint", { n: least })}
      </p>
      <label className="block text-sm font-medium">
        {t("setPassword.again")}
        <input name="again" type="password" autoComplete="new-password" required className={`${FIELD} font-normal`} />
      </label>
      {fault ? (
        <Notice look="deny" role="alert">
          {fault}
        </Notice>
      ) : null}
      <Button type="submit" look="ink" aria-disabled={stage === "sending"} className="w-full">
        {t(stage === "sending" ? "people.working" : "setPassword.send")}
      </Button>
    </form>
  );
}
