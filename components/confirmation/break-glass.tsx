"use client";

import { useEffect, useId, useRef, useState } from "react";
import { decide } from "@/app/(console)/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { AnswerNotice } from "./answer-notice";
import type { useAct } from "./use-act";

type Props = { confirmation: ConfirmationDetail; acting: ReturnType<typeof useAct>; fresh: boolean };

/** An admin's way past whoever is asked: a button, then a dialog that says what it means and asks why. */
export function BreakGlass(props: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" disabled={!props.fresh} onClick={() => setOpen(true)}>
        {t("glass.open")}
      </Button>
      {open ? <GlassDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function GlassDialog({ confirmation, acting, onClose }: Props & { onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  // What was answered before this dialog opened is not its answer.
  const [before] = useState(acting.answer);
  const usable = hasVisibleCharacter(reason);
  const { pending, act, answer } = acting;

  useEffect(() => {
    dialog.current?.showModal();
    // Not on a button: no stray key may carry it out.
    head.current?.focus();
  }, []);

  async function send(verdict: "approve" | "deny") {
    setTried(true);
    if (!usable) {
      box.current?.focus();
      return;
    }
    const { id: confirmationId, arguments_digest, effective_arguments_digest } = confirmation;
    const came = await act(() =>
      decide({
        id: confirmationId,
        verdict,
        reason,
        seen_digest: effective_arguments_digest ?? arguments_digest,
        break_glass: true,
      }),
    );
    if (came?.ok) dialog.current?.close();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-means`}
      onCancel={(event) => {
        if (pending) event.preventDefault();
      }}
      onClose={onClose}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-md border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-black/40"
    >
      <h2 ref={head} id={`${id}-title`} tabIndex={-1} className="font-semibold outline-none">
        {t("glass.title")}
      </h2>
      <p id={`${id}-means`} className="mt-1.5 mb-3 text-sm text-ink-2">
        {t("glass.means")}
      </p>
      {answer === before ? null : <AnswerNotice answer={answer} />}
      <ReasonField
        ref={box}
        label={t("glass.reason")}
        required
        value={reason}
        onChange={setReason}
        fault={tried && !usable ? t("glass.reasonNeeded") : undefined}
      />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => dialog.current?.close()} disabled={pending}>
          {t("glass.back")}
        </Button>
        <Button look="deny" aria-disabled={pending || undefined} onClick={() => send("deny")}>
          {t("glass.deny")}
        </Button>
        <Button look="approve" aria-disabled={pending || undefined} onClick={() => send("approve")}>
          {t("glass.approve")}
        </Button>
      </div>
    </dialog>
  );
}
