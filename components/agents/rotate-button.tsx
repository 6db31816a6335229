"use client";

import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { rotateKey } from "@/app/(console)/agents/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FIELD } from "@/components/people/field-look";
import { RefusedNotice } from "@/components/people/refused-notice";
import { ShownOnce } from "@/components/people/shown-once";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import type { AgentKeyView } from "@/lib/wire/console/types";
import { LifetimeChoice } from "./key-fields";

/** How long the old key goes on beside the new one; "" ends it at once. */
const OVERLAPS = ["", "1h", "24h", "7d"] as const;

/** A new key in this one's place. */
export function RotateButton({ of }: { of: AgentKeyView }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t("agents.rotateThis", { name: of.name })}
        onClick={() => setOpen(true)}
      >
        {t("agents.rotate")}
      </Button>
      {open ? <RotateDialog of={of} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RotateDialog({ of, onClose }: { of: AgentKeyView; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const [overlap, setOverlap] = useState<string>("24h");
  const [lifetime, setLifetime] = useState("90d");
  const [made, setMade] = useState<string>();
  const { change, pending, refused } = useChange();

  useEffect(() => {
    dialog.current?.showModal();
    // Not on a button: no stray key may carry it out.
    head.current?.focus();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const done = await change(() => rotateKey(of.id, { overlap, lifetime }));
    if (done) setMade(done.key);
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        if (pending) event.preventDefault();
      }}
      onClose={onClose}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-md border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-black/40"
    >
      <h2 ref={head} id={`${id}-title`} tabIndex={-1} className="font-semibold break-words outline-none">
        {t("agents.rotate.title", { name: of.name })}
      </h2>
      {made ? (
        <div className="mt-3">
          <ShownOnce
            label={t("agents.rotate.shown")}
            secret={made}
            copy={t("agents.key.copy")}
            more={t("agents.key.once")}
            onClose={() => dialog.current?.close()}
          />
        </div>
      ) : (
        <form onSubmit={submit}>
          <p className="mt-1.5 text-sm text-ink-2">{t("agents.rotate.means")}</p>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <label className="block text-sm font-medium">
              {t("agents.rotate.overlap")}
              <select
                value={overlap}
                onChange={(event) => setOverlap(event.target.value)}
                className={`${FIELD} font-normal`}
              >
                {OVERLAPS.map((each) => (
                  <option key={each} value={each}>
                    {t(each === "" ? "agents.rotate.atOnce" : `agents.rotate.${each}`)}
                  </option>
                ))}
              </select>
            </label>
            <LifetimeChoice value={lifetime} onChange={setLifetime} />
          </div>
          <RefusedNotice refused={refused} className="mt-3" />
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={() => dialog.current?.close()} disabled={pending}>
              {t("people.cancel")}
            </Button>
            <Button type="submit" look="ink" aria-disabled={pending}>
              {t(pending ? "people.working" : "agents.rotate.send")}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  );
}
