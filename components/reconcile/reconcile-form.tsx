"use client";

import { useId, useState } from "react";
import { reconcile } from "@/app/(console)/actions";
import { AnswerNotice } from "@/components/confirmation/answer-notice";
import { useAct } from "@/components/confirmation/use-act";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";
import type { ReconcileAct } from "@/lib/wire/console/types";

type Props = { id: string; acts: readonly ReconcileAct[]; titled?: boolean };

/** Settles an unknown outcome: first what is true, then why one knows, then a second click that says it again in full. */
export function ReconcileForm({ id, acts, titled }: Props) {
  const t = useTexts();
  const name = useId();
  const [chosen, setChosen] = useState<ReconcileAct>();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { act, pending, answer } = useAct(id);
  const usable = hasVisibleCharacter(reason);

  return (
    <form
      noValidate
      className={titled ? "rounded-md border border-unknown/40 bg-surface px-4 py-3.5" : ""}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (chosen && usable) act(() => reconcile({ id, act: chosen, reason }));
      }}
    >
      {titled ? <h2 className="mb-1 text-sm font-medium">{t("reconcile.form")}</h2> : null}
      <AnswerNotice answer={answer} />
      <fieldset disabled={pending}>
        <legend className="mb-2 text-sm text-unknown">{t("reconcile.check")}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {acts.map((each) => (
            <label
              key={each}
              className="relative flex items-start gap-2.5 rounded-sm border border-line-strong px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              {/* As large as its whole card, so that a thumb cannot miss it; the circle beside it is only drawn. */}
              <input
                type="radio"
                name={name}
                value={each}
                checked={chosen === each}
                onChange={() => setChosen(each)}
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span
                aria-hidden="true"
                className="mt-[3px] size-3.5 shrink-0 rounded-full border border-field bg-surface peer-checked:border-[4px] peer-checked:border-accent"
              />
              <span>
                <span className="block text-sm font-medium">{t(`reconcile.${each}`)}</span>
                <span className="block text-xs text-ink-2">{t(`reconcile.${each}.means`)}</span>
              </span>
            </label>
          ))}
        </div>
        {chosen ? (
          <div className="mt-3">
            <ReasonField
              label={t("reconcile.how")}
              required
              value={reason}
              onChange={setReason}
              hint={t("reconcile.hint")}
              fault={tried && !usable ? t("reconcile.unread") : undefined}
            />
            <div className="mt-2.5 flex justify-end gap-2">
              <Button onClick={() => setChosen(undefined)}>{t("reconcile.back")}</Button>
              <Button type="submit" look={chosen === "allow_retry" ? "plain" : "approve"} disabled={pending}>
                {pending ? t("reconcile.recording") : t(`reconcile.${chosen}.send`)}
              </Button>
            </div>
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
