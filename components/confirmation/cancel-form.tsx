"use client";

import { useState } from "react";
import { cancelConfirmation } from "@/app/(console)/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { AnswerNotice } from "./answer-notice";
import { useAct } from "./use-act";

/** An admin withdraws it in the agent's place. Neither approval nor denial: nobody judged the call. */
export function CancelForm({ id }: { id: string }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { act, pending, answer } = useAct(id);

  if (!open) {
    return (
      <Button look="quiet" size="sm" className="self-start" onClick={() => setOpen(true)}>
        {t("cancel.open")}
      </Button>
    );
  }
  return (
    <form
      className="rounded-md border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        act(() => cancelConfirmation({ id, reason: reason || undefined }));
      }}
    >
      <AnswerNotice answer={answer} />
      <p className="mb-3 text-xs text-ink-2">{t("cancel.about")}</p>
      <ReasonField label={t("cancel.reason")} value={reason} onChange={setReason} />
      <div className="mt-2.5 flex justify-end gap-2">
        <Button size="sm" disabled={pending} onClick={() => setOpen(false)}>
          {t("decide.back")}
        </Button>
        <Button size="sm" look="deny" type="submit" disabled={pending}>
          {t(pending ? "cancel.sending" : "cancel.send")}
        </Button>
      </div>
    </form>
  );
}
