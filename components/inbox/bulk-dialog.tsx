"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useConnection } from "@/components/live/connection";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ReasonField } from "@/components/ui/reason-field";
import { Text } from "@/components/ui/text";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";
import type { ConfirmationRow } from "@/lib/wire/console/types";
import { ArgumentPreview } from "./argument-preview";
import { BulkResult } from "./bulk-result";
import { RISK_CHIP } from "./risk-look";
import { useBulk } from "./use-bulk";

type Props = {
  verdict: "approve" | "deny";
  rows: readonly ConfirmationRow[];
  reason: string;
  onReason: (reason: string) => void;
  /** Told the ids that were answered, so that they leave the selection. */
  onClose: (answered: string[]) => void;
};

/**
 * The second step for several: each one by name, what it cannot undo, then the answers one by one. What is listed is what
 * is sent; nothing joins it while it is open.
 */
export function BulkDialog({ verdict, rows, reason, onReason, onClose }: Props) {
  const t = useTexts();
  const { trouble, sessionOver } = useConnection();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [tried, setTried] = useState(false);
  const { answers, stage, decide, askAgain } = useBulk();
  const usable = verdict === "approve" || hasVisibleCharacter(reason);

  useEffect(() => {
    dialog.current?.showModal();
    // Not on a button: no stray key may decide.
    (box.current ?? head.current)?.focus();
  }, []);
  useEffect(() => {
    if (stage === "done") head.current?.focus();
  }, [stage]);

  const done = [...answers.values()].filter((answer) => answer !== "lost" && answer.ok).length;
  const undecided = [...answers.values()].some(
    (answer) => answer !== "lost" && !answer.ok && answer.code === "unauthenticated",
  );

  function send() {
    setTried(true);
    if (usable) decide(verdict, rows, verdict === "deny" ? reason : undefined);
    else box.current?.focus();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="bulk-title"
      onCancel={(event) => {
        if (stage === "deciding") event.preventDefault();
      }}
      onClose={() => onClose(undecided ? [] : [...answers.keys()])}
      className="m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-md border border-line bg-surface p-0 text-ink shadow-raised backdrop:bg-black/40"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (stage === "asking") send();
        }}
        className="flex max-h-[min(46rem,calc(100dvh-2rem))] flex-col"
      >
        <div className="border-b border-line px-5 py-3.5">
          <h2 ref={head} id="bulk-title" tabIndex={-1} className="font-semibold outline-none">
            {stage === "done" ? t("bulk.done.title") : t.count(`bulk.${verdict}.title`, rows.length)}
          </h2>
          <p role="status" className="text-sm text-ink-2">
            {stage === "asking" ? t(`bulk.${verdict}.note`) : null}
            {stage === "deciding" ? t("bulk.doing", { done: answers.size, n: rows.length }) : null}
            {stage === "done" ? (
              <>
                {t.count(verdict === "approve" ? "bulk.done.approved" : "bulk.done.denied", done)}
                {done < rows.length ? t("bulk.done.others", { n: rows.length - done }) : t("bulk.done.all")}
              </>
            ) : null}
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard. */}
        <section className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} aria-labelledby="bulk-title">
          {stage === "asking" ? <p className="px-5 pt-2.5 text-xs text-ink-3">{t("bulk.only")}</p> : null}
          <ul>
            {rows.map((row) => {
              const tone = row.risk && RISK_CHIP[row.risk];
              return (
                <li key={row.id} className="border-b border-line px-5 py-2 last:border-b-0">
                  <p className="flex items-center gap-2">
                    <span className="truncate font-mono text-[0.84375rem] font-medium">
                      <Text>{row.tool}</Text>
                    </span>
                    {tone && row.risk ? <Chip tone={tone}>{t(`risk.${row.risk}`)}</Chip> : null}
                    {row.hidden_characters ? <Chip tone="warn">{t("inbox.hidden")}</Chip> : null}
                    {row.look_alikes ? <Chip tone="warn">{t("inbox.alike")}</Chip> : null}
                    <span className="ml-auto max-w-[45%] shrink-0 truncate text-2xs text-ink-3">
                      <Text>{row.agent.name}</Text>
                      {row.target ? (
                        <>
                          {" → "}
                          <Text>{row.target}</Text>
                        </>
                      ) : null}
                    </span>
                  </p>
                  <ArgumentPreview row={row} />
                  {stage === "asking" ? null : <BulkResult answer={answers.get(row.id)} />}
                </li>
              );
            })}
          </ul>
        </section>
        <div className="border-t border-line px-5 py-3">
          {verdict === "deny" && stage !== "done" ? (
            <div className="mb-3">
              <ReasonField
                ref={box}
                label={t("bulk.reason")}
                required
                presets={[t("preset.target"), t("preset.amount"), t("preset.now"), t("preset.ticket")]}
                value={reason}
                onChange={onReason}
                fault={tried && !usable ? t("bulk.reason.needed") : undefined}
              />
            </div>
          ) : null}
          <div className="flex justify-end gap-2">
            {stage === "done" ? (
              undecided ? (
                <Button disabled={sessionOver} onClick={askAgain}>
                  {t("bulk.back")}
                </Button>
              ) : (
                <Button onClick={() => dialog.current?.close()}>{t("bulk.close")}</Button>
              )
            ) : (
              <>
                <Button disabled={stage === "deciding"} onClick={() => dialog.current?.close()}>
                  {t("bulk.back")}
                </Button>
                <Button
                  type="submit"
                  look={verdict === "approve" ? "approve" : "deny"}
                  disabled={stage === "deciding" || trouble !== null}
                >
                  {t.count(`bulk.${verdict}.do`, rows.length)}
                </Button>
              </>
            )}
          </div>
        </div>
      </form>
    </dialog>
  );
}
